import type { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import { AppError, invalid } from '../../../platform/http/error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { placesOf } from '../seller-orders.queries.ts';
import { isSellersPack, type SalesFilter } from './sales.queries.ts';
import { salesRange } from './sales.rules.ts';

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
  const range = salesRange(query, localDate(clock.now(), places[0]?.time_zone ?? 'UTC'));
  if (range === 'backwards') throw invalid('from', 'orders.rangeBackwards');
  if (range === 'tooLong') throw invalid('to', 'orders.rangeTooLong');
  return { sellerId: actor.id, placeId, productId, range };
}
