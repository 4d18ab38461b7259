import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { SUCCESS } from '../../platform/http/route.ts';
import { createPageCache } from '../../platform/performance/caches.ts';
import { getOffer } from './detail/get-offer.ts';
import { getSalePlace } from './detail/get-sale-place.ts';
import { setFavourite } from './favourites.queries.ts';
import { countSuitableOffers } from './list/count-suitable-offers.ts';
import { createOffersSummary } from './list/get-offers-summary.ts';
import { listOffers, type OfferPage, validateListQuery } from './list/list-offers.ts';
import { createSuggestions } from './list/list-suggestions.ts';
import { liveRoutes, type OrderFeeds } from './live.routes.ts';
import { listMapOffers, validateMapQuery } from './map/list-map-offers.ts';
import { deleteSavedSearch } from './saved-searches/saved-searches.queries.ts';
import {
  createSavedSearch,
  getSavedSearches,
  validateSearchToSave,
} from './saved-searches/saved-searches.ts';

export function offerRoutes(context: Context, http: Http, orderFeeds: OrderFeeds): void {
  const { app, route } = http;
  liveRoutes(context, http, orderFeeds);
  const pageCache = createPageCache<OfferPage>(app, context);
  const { getOffersSummary, withVisitorPosition } = createOffersSummary(context);
  route(
    endpoints.listOffers,
    async (call, db) => listOffers({ ...context, db, pageCache }, await withVisitorPosition(call)),
    { validate: validateListQuery },
  );
  route(
    endpoints.listMapOffers,
    async (call, db) => listMapOffers({ ...context, db }, await withVisitorPosition(call)),
    { validate: validateMapQuery },
  );
  const listCachedSuggestions = createSuggestions();
  route(endpoints.listSuggestions, async (call, db) =>
    listCachedSuggestions(db, await withVisitorPosition(call)),
  );
  route(endpoints.countSuitableOffers, async (call, db) =>
    countSuitableOffers({ ...context, db }, await withVisitorPosition(call)),
  );
  route(endpoints.getOffersSummary, getOffersSummary);
  route(endpoints.getOffer, (call, db) => getOffer({ ...context, db }, call));
  route(endpoints.getSalePlace, (call, db) => getSalePlace({ ...context, db }, call));
  route(endpoints.toggleFavourite, async ({ actor, params, body }) => {
    const { db, clock } = context;
    const isFavourite = await setFavourite(db, actor.id, params.id, body?.is_favourite, clock.now());
    if (isFavourite === undefined) throw new AppError('notFound');
    return { data: { success: true, is_favourite: isFavourite } };
  });
  route(endpoints.listSavedSearches, (call) => getSavedSearches(context, call));
  route(endpoints.saveSearch, (call) => createSavedSearch(context, call), {
    validate: (call) => validateSearchToSave(context, call),
  });
  route(endpoints.deleteSavedSearch, async ({ actor, params }) => {
    if (!(await deleteSavedSearch(context.db, actor.id, params.id))) throw new AppError('notFound');
    return SUCCESS;
  });
}
