import type { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../../platform/http/route.ts';
import { placesOf } from '../seller-orders.queries.ts';
import { isSellersPack, type SalesFilter } from './sales.queries.ts';
import { rangeError, salesRange } from './sales.rules.ts';

export async function validateSales(
  { db, clock }: Context,
  { actor, query, refused }: AcceptedCall<typeof endpoints.sellerSales | typeof endpoints.sellerSalesCsv>,
) {
  const { from, to, sale_place_id: placeId } = query;
  if (refused.has('from') || refused.has('to')) return {};
  const places = await placesOf(db, actor.id, placeId ?? null);
  const error = rangeError(salesRange({ from, to }, todayAt(places, clock.now())));
  return {
    from: error === 'backwards' && 'orders.rangeBackwards',
    to: error === 'tooLong' && 'orders.rangeTooLong',
  };
}

const todayAt = (places: readonly { time_zone: string }[], now: Date) =>
  localDate(now, places[0]?.time_zone ?? 'UTC');

/** What is asked for, of what is the seller's own. Today is the day at their (first) venue. */
export async function salesFilter(
  { db, clock }: Context,
  { actor, query }: Pick<Call<typeof endpoints.sellerSales>, 'actor' | 'query'>,
): Promise<SalesFilter> {
  const placeId = query.sale_place_id ?? null;
  const productId = query.product_id ?? null;
  const places = await placesOf(db, actor.id, placeId);
  if (placeId !== null && places.length === 0) throw new AppError('notFound');
  if (productId !== null && !(await isSellersPack(db, actor.id, productId))) throw new AppError('notFound');
  const range = salesRange(query, todayAt(places, clock.now()));
  return { sellerId: actor.id, placeId, productId, range };
}
