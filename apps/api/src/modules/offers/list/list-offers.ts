import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { loadFavouriteIds } from '../offers.queries.ts';
import { loadOfferPage } from './load-offer-page.ts';
import type { PageCache } from './page-cache.ts';

type ListCall = Call<typeof endpoints.listOffers>;

/** A page that may be the same for many, with the hearts of who asks. */
export async function listOffers(
  { db, clock, pageCache }: Context & { pageCache: PageCache },
  call: ListCall,
) {
  const now = clock.now();
  const { offers, next_cursor } = await pageCache(db, cacheKeyOf(call, now), () =>
    loadOfferPage({ db }, call, now),
  );
  const favouriteIds = await loadFavouriteIds(db, {
    userId: call.actor.id,
    productIds: offers.map(({ id }) => id),
  });
  return {
    data: offers.map((offer) => ({ ...offer, is_favourite: favouriteIds.has(offer.id) })),
    next_cursor,
  };
}

/** Everything that an answer hangs on. Who asks is part of it for favourites alone. */
const cacheKeyOf = ({ query, actor, language }: ListCall, now: Date): string =>
  JSON.stringify([
    ...[query, language, actor.latitude, actor.longitude],
    query.needFavourite === 'yes' && actor.id,
    Math.floor(now.getTime() / 1000),
  ]);
