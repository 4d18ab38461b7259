import type { ComponentProps, ComponentType } from 'react';
import { i18n } from '../../lib/i18n.ts';
import { inTime } from '../../lib/in-time.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

type Map = ComponentType<ComponentProps<typeof import('./map/offer-map.tsx')['default']>>;
type VenueMap = ComponentType<ComponentProps<typeof import('./map/small-map.tsx')['default']>>;

/** The map and its library: fetched when somebody wants to see it, together with its texts. */
export const OfferMap: Map = lazyPart(async () => {
  const [module] = await inTime(Promise.all([import('./map/offer-map.tsx'), i18n.loadNamespaces('map')]));
  return module;
});

/** One venue on a map. */
export const SmallMap: VenueMap = lazyPart(async () => {
  const [module] = await inTime(Promise.all([import('./map/small-map.tsx'), i18n.loadNamespaces('map')]));
  return module;
});
