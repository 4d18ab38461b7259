import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RateLimit } from '../../platform/http/rate-limits.ts';
import { routeRead } from '../../platform/http/route.ts';
import { createPageCache } from '../../platform/performance/page-cache.ts';
import { getOffer } from './detail/get-offer.ts';
import { setFavourite } from './favourites/favourites.queries.ts';
import { type CityFinder, createGetOffersSummary } from './list/get-offers-summary.ts';
import { listOffers, type OfferPage, validateListQuery } from './list/list-offers.ts';
import { liveRoutes, type SubscribeToOrders } from './live.routes.ts';
import { listMapOffers, validateMapQuery } from './map/list-map-offers.ts';
import { registerMapStyle, registerStaticMap } from './map/map-redirects.ts';

/** Requested once per page load. */
const PAGE_LOAD_LIMIT: { limit: RateLimit } = { limit: { max: 60, window: '1 minute' } };

export function offerRoutes(
  context: Context,
  http: Http,
  cityFinder: CityFinder,
  subscribeToOrders: SubscribeToOrders,
): void {
  const { app, route } = http;
  liveRoutes(context, http, subscribeToOrders);
  registerMapStyle(app, context.config);
  registerStaticMap(app, context.config);
  // Text search is expensive; lists without a text are not limited.
  const textSearchLimit: RateLimit = {
    max: 300,
    window: '1 minute',
    when: ({ query }) => Boolean((query as { searchProductText?: string }).searchProductText),
  };
  const pageCache = createPageCache<OfferPage>(app, context);
  route(endpoints.listOffers, routeRead({ ...context, pageCache }, listOffers), {
    limit: textSearchLimit,
    validate: validateListQuery,
  });
  route(endpoints.listMapOffers, routeRead(context, listMapOffers), {
    limit: textSearchLimit,
    validate: validateMapQuery,
  });
  route(endpoints.getOffersSummary, createGetOffersSummary(context, cityFinder), PAGE_LOAD_LIMIT);
  route(endpoints.getOffer, routeRead(context, getOffer));
  route(endpoints.toggleFavourite, async ({ actor, params, body }) => {
    const { db, clock } = context;
    const isFavourite = await setFavourite(db, actor.id, params.id, body?.is_favourite, clock.now());
    if (isFavourite === undefined) throw new AppError('notFound');
    return { data: { success: true, is_favourite: isFavourite } };
  });
}
