import type { ComponentProps, ComponentType } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { cx } from '../../../lib/cx.ts';
import { i18n } from '../../../lib/i18n.ts';
import { inTime } from '../../../lib/in-time.ts';
import { useShell } from '../../../lib/shell.tsx';
import { useWide } from '../../../lib/use-media.ts';
import { lazyPart, PartFailed } from '../../../ui/lazy-part.tsx';
import { ViewToggle } from '../filters/view-toggle.tsx';
import { mapHeightClass } from './map-skeleton.tsx';

type MapProps = ComponentProps<typeof import('./offer-map.tsx')['default']>;
type SalePlaceMiniMapComponent = ComponentType<
  ComponentProps<typeof import('./sale-place-mini-map.tsx')['default']>
>;

/** The map and its library: fetched when somebody wants to see it, together with its texts. */
export const OfferMap: ComponentType<MapProps> = lazyPart(async () => {
  const [module] = await inTime(Promise.all([import('./offer-map.tsx'), i18n.loadNamespaces('map')]));
  return module;
}, MapLoadError);

/** The chosen view is remembered: without a way back here the list could not be reached any more. */
function MapLoadError({ heading, ...failure }: MapProps & FallbackProps) {
  const isWide = useWide();
  useShell({ fullHeight: true, compactMenu: true });
  return (
    <div className={cx('flex flex-col p-4', mapHeightClass(isWide))}>
      <h1 className="sr-only">{heading}</h1>
      <ViewToggle className="self-end" />
      <div className="grid flex-1 place-items-center">
        <PartFailed {...failure} />
      </div>
    </div>
  );
}

/** One venue on a map. */
export const SalePlaceMiniMap: SalePlaceMiniMapComponent = lazyPart(async () => {
  const [module] = await inTime(
    Promise.all([import('./sale-place-mini-map.tsx'), i18n.loadNamespaces('map')]),
  );
  return module;
});
