import type { endpoints } from '@wopack/contract';
import { localDate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { listSalePlacesOf } from '../seller/seller-orders.queries.ts';
import { isSellersProduct, type SalesFilter } from './sales.queries.ts';
import { rangeError, resolveSalesRange } from './sales.rules.ts';

export async function validateSales(
  { db, clock }: Context,
  {
    actor,
    query,
    refused,
  }: PartiallyValidCall<typeof endpoints.getSalesStatistics | typeof endpoints.exportSalesStatistics>,
) {
  const { from, to, sale_place_id: salePlaceId } = query;
  if (refused.has('from') || refused.has('to')) return {};
  const salePlaces = await listSalePlacesOf(db, actor.id, salePlaceId ?? null);
  const error = rangeError(resolveSalesRange({ from, to }, todayAt(salePlaces, clock.now())));
  return {
    from: error === 'backwards' && 'orders.rangeBackwards',
    to: error === 'tooLong' && 'orders.rangeTooLong',
  };
}

const todayAt = (salePlaces: readonly { time_zone: string }[], now: Date) =>
  localDate(now, salePlaces[0]?.time_zone ?? 'UTC');

/** What is asked for, of what is the seller's own. Today is the day at their (first) venue. */
export async function parseSalesFilter(
  { db, clock }: Context,
  { actor, query }: Pick<Call<typeof endpoints.getSalesStatistics>, 'actor' | 'query'>,
): Promise<SalesFilter> {
  const salePlaceId = query.sale_place_id ?? null;
  const productId = query.product_id ?? null;
  const salePlaces = await listSalePlacesOf(db, actor.id, salePlaceId);
  if (salePlaceId !== null && salePlaces.length === 0) throw new AppError('notFound');
  if (productId !== null && !(await isSellersProduct(db, actor.id, productId)))
    throw new AppError('notFound');
  const range = resolveSalesRange(query, todayAt(salePlaces, clock.now()));
  return { sellerId: actor.id, salePlaceId, productId, range };
}
