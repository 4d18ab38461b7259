import { cn } from '@wopack/ui/cn.ts';
import { LoadErrorMessage, lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import type { ComponentProps, ComponentType } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { withTimeout } from '../../../lib/api/api.ts';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import { useLayoutOptions } from '../../../lib/layout-options.tsx';
import { ViewToggle } from '../filters/offer-controls.tsx';
import { mapHeightClass } from './map-skeleton.tsx';

type MapProps = ComponentProps<typeof import('./offer-map.tsx')['default']>;

/** The map and its library load on first use. */
export const OfferMap: ComponentType<MapProps> = lazyWithErrorBoundary(
  () => withTimeout(import('./offer-map.tsx')),
  MapLoadError,
);

/** The selected view is stored, so without a link to the list here it would be unreachable. */
function MapLoadError({ heading, ...failure }: MapProps & FallbackProps) {
  const isWide = useIsWideScreen();
  useLayoutOptions({ fullHeight: true, compactMenu: true });
  return (
    <div className={cn('flex flex-col p-4', mapHeightClass(isWide))}>
      <h1 className="sr-only">{heading}</h1>
      <ViewToggle className="self-end" />
      <div className="grid flex-1 place-items-center">
        <LoadErrorMessage {...failure} />
      </div>
    </div>
  );
}
