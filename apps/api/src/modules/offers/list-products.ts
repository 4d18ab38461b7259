import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import type { Pages } from './kept-pages.ts';
import { heartsAmong } from './offers.queries.ts';
import { readPage } from './read-page.ts';

type ListCall = Call<typeof endpoints.listOffers>;

/** A page that may be the same for many, with the hearts of who asks. */
export async function listProducts({ db, clock, pages }: Context & { pages: Pages }, call: ListCall) {
  const now = clock.now();
  const { offers, next_cursor } = await pages(db, questionOf(call, now), () => readPage({ db }, call, now));
  const hearts = await heartsAmong(db, { userId: call.actor.id, productIds: offers.map(({ id }) => id) });
  return { data: offers.map((offer) => ({ ...offer, is_favourite: hearts.has(offer.id) })), next_cursor };
}

/** Everything that an answer hangs on. Who asks is part of it for favourites alone. */
const questionOf = ({ query, actor, language }: ListCall, now: Date): string =>
  JSON.stringify([
    ...[query, language, actor.latitude, actor.longitude],
    query.needFavourite === 'yes' && actor.id,
    Math.floor(now.getTime() / 1000),
  ]);
