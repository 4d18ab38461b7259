import type { OrderState } from '@wopack/contract';
import { COMMISSION_CENTS } from '@wopack/domain';
import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';
import { insertLedgerTransactions } from './ledger.queries.ts';

/** An order in its final or present state. */
export interface DemoOrder {
  userId: number;
  productId: number;
  /** Calendar date of the slot. */
  date: string;
  state: OrderState;
  pin: string;
  cardLast4: string;
  boughtAt: Date;
  collectedAt: Date | null;
  /** The buyer's rating. */
  rating?: { stars: number; text: string; at: Date } | null;
}

const refundedStates: readonly OrderState[] = ['cancelled_by_buyer', 'cancelled_by_store', 'refunded'];

/**
 * Inserts payments with the sandbox provider's records, orders and postings in bulk, as purchases and
 * cancellations would have written them.
 */
export async function insertOrders(trx: Trx, orders: readonly DemoOrder[]): Promise<void> {
  const column = <T>(value: (order: DemoOrder, index: number) => T): T[] => orders.map(value);
  await sql`
    create temporary table demo_sales on commit drop as
    select sale.*, nextval(pg_get_serial_sequence('payments', 'id'))::int as payment_id, slot.id as slot_id,
      slot.starts_at, slot.ends_at, product.name as product_name, product.price_cents, product.old_price_cents,
      place.id as sale_place_id, place.seller_id as seller_id
    from unnest(${column((_, n) => n)}::int[], ${column(({ userId }) => userId)}::int[],
      ${column(({ productId }) => productId)}::int[], ${column(({ date }) => date)}::date[],
      ${column(({ state }) => state)}::text[], ${column(({ state }) => refundedStates.includes(state))}::bool[],
      ${column(({ pin }) => pin)}::text[], ${column(({ cardLast4 }) => cardLast4)}::text[],
      ${column(({ boughtAt }) => boughtAt)}::timestamptz[], ${column(({ collectedAt }) => collectedAt)}::timestamptz[],
      ${column(({ rating }) => rating?.stars ?? null)}::int[], ${column(({ rating }) => rating?.text ?? null)}::text[],
      ${column(({ rating }) => rating?.at ?? null)}::timestamptz[])
      as sale (n, user_id, product_id, date, state, is_refunded, pin, card, bought_at, collected_at, stars, words, rated_at)
    join pickup_slots slot on slot.product_id = sale.product_id and slot.date = sale.date
    join products product on product.id = sale.product_id
    join sale_places place on place.id = product.sale_place_id
    order by sale.bought_at, sale.n`.execute(trx);
  await sql`
    insert into payments (id, token, user_id, product_id, slot_id, amount_cents, provider, provider_ref, client_secret,
      state, expires_at, card_last4, created_at, settled_at)
    overriding system value
    select payment_id, 'demo_' || payment_id, user_id, product_id, slot_id, price_cents, 'sandbox',
      'pi_sandbox_demo_' || payment_id, 'pi_sandbox_demo_' || payment_id || '_secret',
      case when is_refunded then 'refunded' else 'paid' end, bought_at + interval '10 minutes', card, bought_at,
      bought_at + interval '40 seconds'
    from demo_sales`.execute(trx);
  await sql`
    insert into sandbox_intents (ref, client_secret, idempotency_key, amount_cents, status, card_last4, refunded_cents,
      created_at)
    select provider_ref, client_secret, token, amount_cents, 'succeeded', card_last4,
      case state when 'refunded' then amount_cents else 0 end, created_at
    from payments where id in (select payment_id from demo_sales)`.execute(trx);
  await sql`
    insert into orders (payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
      old_price_cents, commission_cents, earning_cents, refunded_cents, pin, state, pickup_start, pickup_end,
      collected_at, created_at)
    select payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
      old_price_cents, ${COMMISSION_CENTS}, price_cents - ${COMMISSION_CENTS},
      case when is_refunded then price_cents else 0 end, pin, state, starts_at, ends_at, collected_at,
      bought_at + interval '40 seconds'
    from demo_sales order by bought_at, n`.execute(trx);
  await sql`
    insert into ratings (order_id, seller_id, stars, text, created_at)
    select orders.id, orders.seller_id, stars, words, rated_at
    from demo_sales join orders using (payment_id) where stars is not null`.execute(trx);
  await sql`
    insert into order_refunds (order_id, total_cents, decided_by, reason, created_at)
    select orders.id, orders.price_cents, 'seller', 'O saco vinha vazio, pedimos desculpa.',
      ends_at + interval '20 hours'
    from demo_sales join orders using (payment_id) where orders.state = 'refunded'`.execute(trx);
  await insertLedgerTransactions(trx);
}
