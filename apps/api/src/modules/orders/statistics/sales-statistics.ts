import type { endpoints } from '@wopack/contract';
import { FOOD_SAVED_PER_ORDER_GRAMS, getLocale, type Language, localDate } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type Cell, createCsvStream } from '../../../platform/files/csv.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { listMySalePlacesWithRemoved, meanRating, narrowScope } from '../../sale-places/index.ts';
import {
  addTotals,
  comparisonRange,
  dayBefore,
  rangeError,
  resolveSalesRange,
  splitRange,
} from '../orders.rules.ts';
import {
  hasProduct,
  listDayTotals,
  listProductTotals,
  listSalePlaceTotals,
  listSoldByHour,
  type SalesFilter,
  sumDeclaredWeight,
} from './sales.queries.ts';

export async function validateSales(
  { db, clock }: Context,
  {
    actor,
    query,
    refused,
  }: Pick<PartiallyValidCall<typeof endpoints.getSalesStatistics>, 'actor' | 'query' | 'refused'>,
) {
  const { from, to, sale_place_id: salePlaceId } = query;
  if (refused.has('from') || refused.has('to')) return {};
  const salePlaces = await listMySalePlacesWithRemoved(db, actor.member, salePlaceId);
  const error = rangeError(resolveSalesRange({ from, to }, todayAt(salePlaces, clock.now())));
  return {
    from: error === 'backwards' && 'orders.rangeBackwards',
    to: error === 'tooLong' && 'orders.rangeTooLong',
  };
}

const todayAt = (salePlaces: readonly { time_zone: string }[], now: Date) =>
  localDate(now, salePlaces[0]?.time_zone ?? 'UTC');

/** Limits the query to the seller's own data. Today is the date at their (first) sale place. */
export async function parseSalesFilter(
  { db, clock }: Context,
  { actor, query }: Pick<Call<typeof endpoints.getSalesStatistics>, 'actor' | 'query'>,
): Promise<SalesFilter> {
  const salePlaceId = query.sale_place_id ?? null;
  const productId = query.product_id ?? null;
  const { scope, salePlaces } = await narrowScope(db, actor.member, query);
  if (productId !== null && !(await hasProduct(db, actor.member, productId))) throw new AppError('notFound');
  const range = resolveSalesRange(query, todayAt(salePlaces, clock.now()));
  return { scope, salePlaceId, productId, range };
}

/** Sales in a range of days, with the same weekdays before it for comparison. */
export async function getSalesStatistics(context: Context, call: Call<typeof endpoints.getSalesStatistics>) {
  const filter = await parseSalesFilter(context, call);
  const comparison = comparisonRange(filter.range);
  const [now, hours, declaredWeight, before] = await Promise.all([
    listProductTotals(context.db, filter),
    listSoldByHour(context.db, filter),
    sumDeclaredWeight(context.db, filter),
    // Extends to the start of the range, so that each day can be compared with the same weekday a week earlier.
    listProductTotals(context.db, {
      ...filter,
      range: { from: comparison.from, to: dayBefore(filter.range.from) },
    }),
  ]);
  const totals = sumTotals(now);
  return {
    data: {
      ...filter.range,
      totals,
      waste_avoided_grams: totals.collected * FOOD_SAVED_PER_ORDER_GRAMS,
      declared_weight: declaredWeight,
      days: buildDays(now),
      packs: now.flatMap(({ sale_place_id, product_id, place_name, product_name, ...totals }) =>
        sale_place_id === null || product_id === null
          ? []
          : {
              ...totals,
              sale_place: { id: sale_place_id, name: place_name! },
              product: { id: product_id, name: product_name! },
            },
      ),
      hours,
      before: {
        ...comparison,
        totals: addTotals(buildDays(before).filter(({ date }) => date <= comparison.to)),
        days: buildDays(before),
      },
    },
  };
}

type TotalsRows = Awaited<ReturnType<typeof listProductTotals>>;

const sumTotals = (rows: TotalsRows) =>
  rows.find(({ date, product_id }) => date === null && product_id === null)!;
const buildDays = (rows: TotalsRows) =>
  rows.flatMap(({ date, ...totals }) => (date === null ? [] : { date, ...totals }));

const COLUMNS = [
  'date',
  'weekday',
  'place',
  'pack',
  'offered',
  'sold',
  'collected',
  'price',
  'refunded',
  'commission',
  'discount',
  'earning',
];

/** A CSV file with one line per day and product. */
export async function exportSalesStatistics(
  context: Context,
  call: Call<typeof endpoints.exportSalesStatistics>,
) {
  const filter = await parseSalesFilter(context, call);
  const { from, to } = filter.range;
  const head = COLUMNS.map((column) => translate(`orders.csv.${column}`, call.language));
  return {
    name: `wopack-sales-${from}-${to}.csv`,
    content: createCsvStream(head, readCsvLines(context.db, filter, call.language), call.language),
  };
}

/** Reads month by month, so that a slow client holds no database connection. */
async function* readCsvLines(db: Db, filter: SalesFilter, language: Language): AsyncGenerator<Cell[]> {
  const weekday = new Intl.DateTimeFormat(getLocale(language), { weekday: 'long', timeZone: 'UTC' });
  for (const range of splitRange(filter.range)) {
    for (const row of await listDayTotals(db, { ...filter, range })) {
      yield [
        row.date,
        weekday.format(new Date(row.date)),
        row.place_name,
        row.product_name,
        row.offered,
        row.sold,
        row.collected,
        { cents: row.price_cents },
        { cents: row.refunded_cents },
        { cents: row.commission_cents },
        { cents: row.discount_cents },
        { cents: row.earning_cents },
      ];
    }
  }
}

/** Shows the sale places of the scope side by side. */
export async function compareSalePlaces(context: Context, call: Call<typeof endpoints.compareSalePlaces>) {
  const { scope, range } = await parseSalesFilter(context, call);
  const rows = await listSalePlaceTotals(context.db, { scope, range });
  return {
    data: {
      ...range,
      totals: { ...addTotals(rows), cancelled: rows.reduce((sum, { cancelled }) => sum + cancelled, 0) },
      sale_places: rows.map(({ rating_sum, rating_count, ...row }) => ({
        ...row,
        rating: meanRating(rating_sum, rating_count),
        rating_count,
      })),
    },
  };
}

const COMPARISON_COLUMNS = [
  'place',
  'address',
  'offered',
  'sold',
  'sellThrough',
  'collected',
  'cancelled',
  'rating',
  'ratings',
  'price',
  'refunded',
  'commission',
  'discount',
  'earning',
];

export async function exportSalePlaces(context: Context, call: Call<typeof endpoints.exportSalePlaces>) {
  const { from, to, sale_places } = (await compareSalePlaces(context, call)).data;
  return {
    name: `wopack-shops-${from}-${to}.csv`,
    content: createCsvStream(
      COMPARISON_COLUMNS.map((column) => translate(`orders.csv.${column}`, call.language)),
      sale_places.map((row) => [
        row.name,
        row.address,
        row.offered,
        row.sold,
        row.offered > 0 ? Math.round(Math.min(1, row.sold / row.offered) * 100) : null,
        row.collected,
        row.cancelled,
        row.rating,
        row.rating_count,
        { cents: row.price_cents },
        { cents: row.refunded_cents },
        { cents: row.commission_cents },
        { cents: row.discount_cents },
        { cents: row.earning_cents },
      ]),
      call.language,
    ),
  };
}
