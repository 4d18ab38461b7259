import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RateLimit } from '../../platform/http/rate-limits.ts';
import { routeRead } from '../../platform/http/route-read.ts';
import { keptPages } from './kept-pages.ts';
import { listProducts } from './list-products.ts';
import { liveRoutes, type WatchOrders } from './live.routes.ts';
import { mapProducts, validateMap } from './map-products.ts';
import { mapStyle } from './map-style.ts';
import { setFavourite } from './offers.queries.ts';
import { type Cities, onSaleNow } from './on-sale-now.ts';
import { validateList } from './read-page.ts';
import { showProduct } from './show-product.ts';
import { staticMap } from './static-map.ts';

/** Everybody who opens the first page asks once. */
const once: { limit: RateLimit } = { limit: { max: 60, window: '1 minute' } };

export function offerRoutes(context: Context, http: Http, cities: Cities, watchOrders: WatchOrders): void {
  const { app, route } = http;
  liveRoutes(context, http, watchOrders);
  mapStyle(app, context.config);
  staticMap(app, context.config);
  // Words cost more to look for than what is near; a list without any may be asked for as often as one likes.
  const searching: RateLimit = {
    max: 300,
    window: '1 minute',
    when: ({ query }) => Boolean((query as { searchProductText?: string }).searchProductText),
  };
  const pages = keptPages(app, context);
  route(endpoints.listOffers, routeRead({ ...context, pages }, listProducts), {
    limit: searching,
    validate: validateList,
  });
  route(endpoints.listMapOffers, routeRead(context, mapProducts), {
    limit: searching,
    validate: validateMap,
  });
  route(endpoints.getOffersSummary, onSaleNow(context, cities), once);
  route(endpoints.getOffer, routeRead(context, showProduct));
  route(endpoints.toggleFavourite, async ({ actor, params, body }) => {
    const { db, clock } = context;
    const isFavourite = await setFavourite(db, actor.id, params.id, body?.is_favourite, clock.now());
    if (isFavourite === undefined) throw new AppError('notFound');
    return { data: { success: true, is_favourite: isFavourite } };
  });
}
