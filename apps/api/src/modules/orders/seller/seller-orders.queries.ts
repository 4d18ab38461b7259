import type { OrderState } from '@wopack/contract';
import { DAY_MS } from '@wopack/domain';
import { type RawBuilder, sql } from 'kysely';
import { type BusinessScope, isInScope, isInScopeInOrder } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';
import { anyOf } from '../../../platform/performance/prepared-statements.ts';
import { selectDisputeOutcome } from '../../payments/index.ts';
import { handOutConflicts } from '../counter/counter.queries.ts';
import { reportMessages } from '../feedback/feedback.queries.ts';
import { invoiceColumns, vatRateOfOrder } from '../invoices/invoices.queries.ts';
import type { OrderSearch } from '../orders.rules.ts';
import { unitsSold } from '../units-sold.queries.ts';

const selectSellerOrders = (db: DbOrTrx, scope: BusinessScope) =>
  db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .leftJoin('users as counter', 'counter.id', 'orders.handed_out_by')
    .select(['counter.name as counter_name', 'counter.surname as counter_surname'])
    .leftJoin('counter_names', 'counter_names.id', 'orders.handed_out_name_id')
    .leftJoin('devices', 'devices.id', 'orders.handed_out_device_id')
    .select('orders.withdrawn_at')
    .select(['counter_names.name as name_at_counter', 'devices.name as handed_out_device'])
    .select([
      'orders.id',
      'orders.state',
      'orders.price_cents',
      'orders.earning_cents',
      'orders.credit_cents',
      'orders.discount_cents',
      'orders.discount_payer',
      'orders.pickup_start',
    ])
    .select(['orders.pickup_end', 'orders.collected_at', 'orders.product_id', 'orders.product_name'])
    .select(['orders.sale_place_id', 'orders.user_id', 'users.name', 'users.surname'])
    .select(['sale_places.name as place_name', 'sale_places.time_zone'])
    .select(['orders.slot_id', 'orders.refunded_cents', 'orders.cancel_reason'])
    .select(['orders.quantity', 'orders.returned_quantity', 'orders.handed_out_quantity'])
    .select('orders.commission_cents')
    .select(['orders.cancel_reason_code', 'orders.cancel_reason_language'])
    .select(selectDisputeOutcome(sql.ref('orders.payment_id')).as('dispute'))
    .leftJoin('friend_links', (join) =>
      join.onRef('friend_links.order_id', '=', 'orders.id').on('friend_links.taken_back_at', 'is', null),
    )
    .select('friend_links.opened_at')
    .leftJoin('reports', 'reports.order_id', 'orders.id')
    .select([
      'reports.text as report_text',
      'reports.photo as report_photo',
      'reports.answer as report_answer',
      'reports.wish as report_wish',
      'reports.language as report_language',
      'reports.translations as report_translations',
    ])
    .select(['reports.created_at as reported_at', 'reports.answered_by'])
    .select(['reports.question_at', 'reports.seller_message_at', reportMessages.as('report_messages')])
    .select(handOutConflicts.as('hand_out_conflicts'))
    .select(['orders.created_at', ...invoiceColumns, vatRateOfOrder.as('vat_rate')])
    .where(isInScopeInOrder(scope, 'orders.seller_id', 'orders.sale_place_id'));

export type SellerOrder = Awaited<ReturnType<typeof findSellerOrder>> & object;

export const findSellerOrder = (db: DbOrTrx, scope: BusinessScope, id: number) =>
  selectSellerOrders(db, scope).where('orders.id', '=', id).executeTakeFirst();

/** A calendar day in a time zone, as the instants of its start and end. */
export interface ZonedDay {
  timeZone: string;
  start: Date;
  end: Date;
}

interface SellerOrderFilter {
  scope: BusinessScope;
  salePlaceId: number | null;
  when: 'day' | 'today' | 'upcoming' | 'past';
  /** One for each time zone of the seller's sale places. */
  days: ZonedDay[];
  states: string[] | null;
  search: OrderSearch | null;
  after: { start: Date; id: number } | null;
  limit: number;
}

const inTimeZone = ({ timeZone }: ZonedDay, condition: RawBuilder<unknown>) =>
  sql`(sale_places.time_zone = ${timeZone} and ${condition})`;

/** 'today' includes open orders of earlier days, whose windows may run past midnight. */
const DAY_CONDITIONS: Record<SellerOrderFilter['when'], (day: ZonedDay) => RawBuilder<unknown>> = {
  day: ({ start, end }) => sql`orders.pickup_start >= ${start} and orders.pickup_start < ${end}`,
  today: ({ start, end }) =>
    sql`orders.pickup_start < ${end} and (orders.pickup_start >= ${start} or orders.state = 'paid')`,
  upcoming: ({ end }) => sql`orders.pickup_start >= ${end}`,
  past: ({ start }) => sql`orders.pickup_start < ${start} and orders.state <> 'paid'`,
};

/** Coarse bounds for the index on `pickup_start`; the conditions above are exact. */
function pickupStartBounds({ when, days }: Pick<SellerOrderFilter, 'when' | 'days'>): {
  from: Date | null;
  to: Date | null;
} {
  const firstInstant = new Date(Math.min(...days.map(({ start }) => start.getTime())) - 2 * DAY_MS);
  const lastInstant = new Date(Math.max(...days.map(({ end }) => end.getTime())));
  if (when === 'upcoming') return { from: new Date(firstInstant.getTime() + 2 * DAY_MS), to: null };
  return { from: when === 'past' ? null : firstInstant, to: lastInstant };
}

/**
 * Names match as they are shown to sellers, first word and initial of the last one, so that a search tells no more;
 * whatever their case and accents.
 */
function matchesSearch(search: OrderSearch): RawBuilder<boolean> {
  if (search === 'nothing') return sql<boolean>`false`;
  if ('id' in search) return sql<boolean>`orders.id = ${search.id}`;
  const { firstName, initial } = search;
  const fullName = sql`trim(users.name || ' ' || users.surname)`;
  const hasFirstName = sql`starts_with(fold_words(split_part(${fullName}, ' ', 1)), nullif(fold_words(${firstName}), ''))`;
  if (initial === null) return sql<boolean>`${hasFirstName}`;
  const hasInitial = sql`fold_words(left(split_part(${fullName}, ' ', -1), 1)) = fold_words(${initial})`;
  return sql<boolean>`(${hasFirstName} and ${hasInitial})`;
}

/** Ordered by the start of their windows; past orders latest first. */
export async function listSellerOrders(db: DbOrTrx, filter: SellerOrderFilter) {
  const { scope, salePlaceId, when, days, states, search, after, limit } = filter;
  if (days.length === 0) return [];
  const { from, to } = pickupStartBounds(filter);
  const direction = when === 'past' ? 'desc' : 'asc';
  const dayCondition = sql.join(
    days.map((day) => inTimeZone(day, DAY_CONDITIONS[when](day))),
    sql` or `,
  );
  return selectSellerOrders(db, scope)
    .where(sql<boolean>`(${dayCondition})`)
    .$if(from !== null, (query) => query.where('orders.pickup_start', '>=', from!))
    .$if(to !== null, (query) => query.where('orders.pickup_start', '<', to!))
    .$if(salePlaceId !== null, (query) => query.where('orders.sale_place_id', '=', salePlaceId!))
    .$if(states !== null, (query) => query.where('orders.state', 'in', states as OrderState[]))
    .$if(search !== null, (query) => query.where(matchesSearch(search!)))
    .$if(after !== null, (query) =>
      query.where(
        direction === 'asc'
          ? sql<boolean>`(orders.pickup_start, orders.id) > (${after!.start}, ${after!.id})`
          : sql<boolean>`(orders.pickup_start, orders.id) < (${after!.start}, ${after!.id})`,
      ),
    )
    .orderBy('orders.pickup_start', direction)
    .orderBy('orders.id', direction)
    .limit(limit)
    .execute();
}

/** Units of paid orders whose window begins today or began before and is still open. */
export async function countToHandOutByPlace(
  db: DbOrTrx,
  { scope, salePlaceId, days }: { scope: BusinessScope; salePlaceId: number | null; days: ZonedDay[] },
): Promise<Map<number, number>> {
  if (days.length === 0) return new Map();
  const { from, to } = pickupStartBounds({ when: 'today', days });
  const rows = await db
    .selectFrom('orders')
    .innerJoin('sale_places', 'sale_places.id', 'orders.sale_place_id')
    .select(['orders.sale_place_id', sql<number>`sum(${unitsSold})::int`.as('count')])
    .where(isInScope(scope, 'orders.seller_id', 'orders.sale_place_id'))
    .where('orders.state', '=', 'paid')
    .$if(salePlaceId !== null, (query) => query.where('orders.sale_place_id', '=', salePlaceId!))
    .where('orders.pickup_start', '>=', from)
    .where('orders.pickup_start', '<', to)
    .where(
      sql<boolean>`(${sql.join(
        days.map((day) => inTimeZone(day, DAY_CONDITIONS.today(day))),
        sql` or `,
      )})`,
    )
    .groupBy('orders.sale_place_id')
    .execute();
  return new Map(rows.map(({ sale_place_id, count }) => [sale_place_id, count]));
}

/**
 * Unanswered reports, apart by whether the seller can still answer; those older than the instant are overdue. An operator
 * may have asked about these.
 */
export const countOpenReports = (db: DbOrTrx, scope: BusinessScope, overdueBefore: Date) =>
  db
    .selectFrom('reports')
    .select(sql<number>`count(*) filter (where created_at >= ${overdueBefore})::int`.as('reports'))
    .select(sql<number>`count(*) filter (where created_at < ${overdueBefore})::int`.as('reports_overdue'))
    .select(sql<number>`count(question_at)::int`.as('report_questions'))
    .select(sql<Date | null>`min(created_at) filter (where created_at >= ${overdueBefore})`.as('oldest'))
    .where('seller_id', '=', scope.businessId)
    .$if(scope.salePlaceIds !== null, (query) =>
      // A scalar subquery: of a list the planner would read all orders of the sale places.
      query.where(
        sql<boolean>`(select sale_place_id from orders where orders.id = reports.order_id) = ${anyOf([...scope.salePlaceIds!], 'int[]')}`,
      ),
    )
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow();

/** Reported orders, newest first. */
export const listSellerReports = (
  db: DbOrTrx,
  {
    scope,
    salePlaceId,
    reportedSince,
    before,
    limit,
  }: {
    scope: BusinessScope;
    salePlaceId: number | null;
    /** Only those unanswered and reported since then, or with an open question; null for all. */
    reportedSince: Date | null;
    before: number | null;
    limit: number;
  },
) =>
  selectSellerOrders(db, scope)
    .where('reports.seller_id', '=', scope.businessId)
    .$if(reportedSince !== null, (query) =>
      query
        .where('reports.answered_at', 'is', null)
        .where((eb) =>
          eb.or([eb('reports.created_at', '>=', reportedSince!), eb('reports.question_at', 'is not', null)]),
        ),
    )
    .$if(salePlaceId !== null, (query) => query.where('orders.sale_place_id', '=', salePlaceId!))
    .$if(before !== null, (query) => query.where('reports.order_id', '<', before!))
    .orderBy('reports.order_id', 'desc')
    .limit(limit)
    .execute();

/** Orders with a conflict that nobody has dealt with, newest first. */
export const listOrdersInConflict = (
  db: DbOrTrx,
  { scope, salePlaceId, limit }: { scope: BusinessScope; salePlaceId: number | null; limit: number },
) =>
  selectSellerOrders(db, scope)
    .where('orders.id', 'in', (conflicts) =>
      conflicts.selectFrom('hand_out_conflicts').select('order_id').where('seen_at', 'is', null),
    )
    .$if(salePlaceId !== null, (query) => query.where('orders.sale_place_id', '=', salePlaceId!))
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();

export const findOpenByPin = (trx: Trx, scope: BusinessScope, salePlaceId: number, hash: Buffer) =>
  selectSellerOrders(trx, scope)
    .where('orders.sale_place_id', '=', salePlaceId)
    .where('orders.state', '=', 'paid')
    .where('orders.pin_hash', '=', hash)
    .executeTakeFirst();

export const findSellerSlot = (db: DbOrTrx, scope: BusinessScope, id: number) =>
  db
    .selectFrom('pickup_slots')
    .innerJoin('products', 'products.id', 'pickup_slots.product_id')
    .innerJoin('sale_places', 'sale_places.id', 'products.sale_place_id')
    .select(['pickup_slots.id', 'pickup_slots.starts_at', 'pickup_slots.date', 'pickup_slots.product_id'])
    .select('products.sale_place_id')
    .where(isInScope(scope, 'sale_places.seller_id', 'sale_places.id'))
    .where('pickup_slots.id', '=', id)
    .executeTakeFirst();

/** Locked in id order. */
export const lockOpenOrdersOfSlot = async (trx: Trx, slotId: number): Promise<number[]> =>
  (
    await trx
      .selectFrom('orders')
      .select('id')
      .where('slot_id', '=', slotId)
      .where('state', '=', 'paid')
      .orderBy('id')
      .forUpdate()
      .execute()
  ).map(({ id }) => id);

export const hasOpenOrders = async (trx: Trx, slotId: number): Promise<boolean> =>
  (await trx
    .selectFrom('orders')
    .select('id')
    .where('slot_id', '=', slotId)
    .where('state', '=', 'paid')
    .limit(1)
    .executeTakeFirst()) !== undefined;
