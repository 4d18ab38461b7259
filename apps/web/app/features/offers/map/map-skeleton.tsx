import { cn } from '@wopack/ui/cn.ts';
import { Loading } from '@wopack/ui/feedback/skeleton.tsx';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import { useLayoutOptions } from '../../../lib/layout-options.tsx';

/** The screen's height minus the menus and bars. */
export const mapHeightClass = (isWide: boolean): string =>
  isWide
    ? 'h-[calc(100dvh-var(--guest-bar,0px)-var(--holds-bar,0px))]'
    : 'h-[calc(100dvh-84px-var(--order-strip,0px)-var(--holds-bar,0px)-env(safe-area-inset-bottom))]';

export function MapSkeleton({ heading }: { heading: string }) {
  const isWide = useIsWideScreen();
  useLayoutOptions({ fullHeight: true, compactMenu: true });
  return (
    <div className={cn('bg-(--map-land)', mapHeightClass(isWide))}>
      <h1 className="sr-only">{heading}</h1>
      <Loading>{null}</Loading>
    </div>
  );
}
