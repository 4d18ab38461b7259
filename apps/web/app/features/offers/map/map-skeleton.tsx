import { Loading } from '@wopack/ui/feedback/skeleton.tsx';
import { useLayoutOptions } from '../../../lib/layout-options.tsx';

export function MapSkeleton({ heading }: { heading: string }) {
  useLayoutOptions({ fullHeight: true, compactMenu: true });
  return (
    <div className="flex-1 bg-(--map-land)">
      <h1 className="sr-only">{heading}</h1>
      <Loading>{null}</Loading>
    </div>
  );
}
