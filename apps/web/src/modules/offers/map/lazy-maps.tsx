import type { ComponentProps, ComponentType } from 'react';
import { i18n } from '../../../lib/i18n.ts';
import { inTime } from '../../../lib/in-time.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';

type OfferMapComponent = ComponentType<ComponentProps<typeof import('./offer-map.tsx')['default']>>;
type SalePlaceMiniMapComponent = ComponentType<
  ComponentProps<typeof import('./sale-place-mini-map.tsx')['default']>
>;

/** The map and its library: fetched when somebody wants to see it, together with its texts. */
export const OfferMap: OfferMapComponent = lazyPart(async () => {
  const [module] = await inTime(Promise.all([import('./offer-map.tsx'), i18n.loadNamespaces('map')]));
  return module;
});

/** One venue on a map. */
export const SalePlaceMiniMap: SalePlaceMiniMapComponent = lazyPart(async () => {
  const [module] = await inTime(
    Promise.all([import('./sale-place-mini-map.tsx'), i18n.loadNamespaces('map')]),
  );
  return module;
});
