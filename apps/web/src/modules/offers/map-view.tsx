import { lazy } from 'react';
import { i18n } from '../../lib/i18n.ts';
import { inTime } from '../../lib/in-time.ts';

/** The map and its library: fetched when somebody wants to see it, together with its texts. */
export const OfferMap = lazy(async () => {
  const [module] = await inTime(Promise.all([import('./map/offer-map.tsx'), i18n.loadNamespaces('map')]));
  return module;
});

/** One venue on a map. */
export const SmallMap = lazy(async () => {
  const [module] = await inTime(Promise.all([import('./map/small-map.tsx'), i18n.loadNamespaces('map')]));
  return module;
});
