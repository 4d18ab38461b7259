import { LoadErrorMessage, lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import type { ComponentProps, ComponentType } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { withTimeout } from '../../../lib/api/api.ts';
import { useLayoutOptions } from '../../../lib/layout-options.tsx';
import { ViewToggle } from '../filters/offer-controls.tsx';

type MapProps = ComponentProps<typeof import('./offer-map.tsx')['default']>;

/** The map and its library load on first use. */
export const OfferMap: ComponentType<MapProps> = lazyWithErrorBoundary(
  () => withTimeout(import('./offer-map.tsx')),
  MapLoadError,
);

/** The selected view is stored, so without a link to the list here it would be unreachable. */
function MapLoadError({ heading, ...failure }: MapProps & FallbackProps) {
  useLayoutOptions({ fullHeight: true, compactMenu: true });
  return (
    <div className="flex flex-1 flex-col p-4">
      <h1 className="sr-only">{heading}</h1>
      <ViewToggle className="self-end" />
      <div className="grid flex-1 place-items-center">
        <LoadErrorMessage {...failure} />
      </div>
    </div>
  );
}
