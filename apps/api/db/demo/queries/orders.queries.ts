import type { OrderState } from '@wopack/contract';
import { COMMISSION_CENTS, type Language, type SlotWindow, shareHundredths } from '@wopack/domain';
import { sql } from 'kysely';
import type { ProtectedPin } from '../../../src/modules/orders/index.ts';
import type { Trx } from '../../../src/platform/db/database.ts';
import { replyText, reviewTranslations } from '../sales/review-texts.ts';

const COMMISSION = sql`${COMMISSION_CENTS}::int`;

/** Transactions of one order in posting order, with their times; entries have debits positive. */
const LEDGER_STEPS = sql`
  (values
    (1, 'payment', null::int, false, bought, bought),
    (2, 'sale', purchased_order_id, false, bought, greatest(bought, countable)),
    (3, 'cancellation', purchased_order_id, true, back_at, greatest(back_at, countable)),
    (4, 'refund', null, true, back_at, back_at)) as one (step, kind, order_id, back, at, counts)`;

/** Of a row of `demo_sales` that is refunded. */
const REFUNDED_AT = sql`case when demo_sales.state = 'refunded' then ends_at + interval '20 hours'
  else bought_at + interval '1 hour' end`;

const LEDGER_ENTRIES = sql`
  (values
    ('payment', 'provider', null, price_cents), ('payment', 'buyer', buyer_id, -price_cents),
    ('sale', 'buyer', buyer_id, price_cents), ('sale', 'seller', seller_id, ${COMMISSION} - price_cents),
    ('sale', 'commission', null, -${COMMISSION}),
    ('cancellation', 'seller', seller_id, price_cents - ${COMMISSION}),
    ('cancellation', 'commission', null, ${COMMISSION}),
    ('cancellation', 'buyer', buyer_id, -price_cents),
    ('refund', 'buyer', buyer_id, price_cents), ('refund', 'provider', null, -price_cents))
    as entry (kind, account_kind, user_id, amount)`;

/**
 * Posts the orders in `demo_sales` and their refunds as the modules would, in chronological order, which
 * movement lists rely on.
 */
export async function insertLedgerTransactions(trx: Trx): Promise<void> {
  await sql`
    create temporary table demo_postings on commit drop as
    select price_cents, is_refunded, n, payment_id, orders.id as purchased_order_id, demo_sales.user_id as buyer_id,
      demo_sales.seller_id, bought_at + interval '40 seconds' as bought,
      ends_at + interval '48 hours' as countable,
      ${REFUNDED_AT} as back_at
    from demo_sales join orders using (payment_id, price_cents)`.execute(trx);
  await sql`
    insert into ledger_accounts (account_kind, user_id)
    select 'provider', null::int union select 'commission', null::int union select 'buyer', buyer_id from demo_postings
    union select 'seller', seller_id from demo_postings
    on conflict do nothing`.execute(trx);
  await sql`
    create temporary table demo_steps on commit drop as
    select demo_postings.*, one.* from demo_postings, lateral ${LEDGER_STEPS} where is_refunded or not back`.execute(
    trx,
  );
  await sql`
    with booked as (
      insert into ledger_transactions (kind, payment_id, order_id, refund_transfer_id, refund_posting_number, created_at,
        effective_at)
      select kind, demo_steps.payment_id, order_id, transfer.id, transfer.posting_count, at, counts
      from demo_steps left join refund_transfers transfer
        on transfer.payment_id = demo_steps.payment_id and demo_steps.kind = 'refund'
      order by at, n, step
      returning id, kind, payment_id
    )
    insert into ledger_entries (transaction_id, account_id, amount_cents)
    select booked.id, account.id, entry.amount
    from booked
    join demo_steps using (kind, payment_id), lateral ${LEDGER_ENTRIES}
    join ledger_accounts account on account.account_kind = entry.account_kind
      and coalesce(account.user_id, 0) = coalesce(entry.user_id, 0)
    where entry.kind = booked.kind and entry.amount <> 0
    order by booked.id`.execute(trx);
}

/** An order in its final or present state. */
export interface DemoOrder {
  userId: number;
  productId: number;
  /** Calendar date of the slot. */
  date: string;
  state: OrderState;
  pin: ProtectedPin;
  cardLast4: string;
  boughtAt: Date;
  collectedAt: Date | null;
  /** The buyer's rating. */
  rating?: { stars: number; text: string; language: Language | null; at: Date } | null;
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
      product.weight_grams,
      place.id as sale_place_id, place.seller_id as seller_id
    from unnest(${column((_, n) => n)}::int[], ${column(({ userId }) => userId)}::int[],
      ${column(({ productId }) => productId)}::int[], ${column(({ date }) => date)}::date[],
      ${column(({ state }) => state)}::text[], ${column(({ state }) => refundedStates.includes(state))}::bool[],
      ${column(({ pin }) => pin.pin)}::text[], ${column(({ pin }) => pin.pin_hash)}::bytea[],
      ${column(({ cardLast4 }) => cardLast4)}::text[],
      ${column(({ boughtAt }) => boughtAt)}::timestamptz[], ${column(({ collectedAt }) => collectedAt)}::timestamptz[],
      ${column(({ rating }) => rating?.stars ?? null)}::int[], ${column(({ rating }) => rating?.text ?? null)}::text[],
      ${column(({ rating }) => rating?.at ?? null)}::timestamptz[],
      ${column(({ rating }) => rating?.language ?? null)}::text[])
      as sale (n, user_id, product_id, date, state, is_refunded, pin, pin_hash, card, bought_at, collected_at, stars, words, rated_at, language)
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
      old_price_cents, commission_cents, earning_cents, refunded_cents, pin, pin_hash, state, pickup_start, pickup_end,
      collected_at, created_at, weight_grams)
    select payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
      old_price_cents, ${COMMISSION_CENTS}, price_cents - ${COMMISSION_CENTS},
      case when is_refunded then price_cents else 0 end, pin, pin_hash, state, starts_at, ends_at, collected_at,
      bought_at + interval '40 seconds', weight_grams
    from demo_sales order by bought_at, n`.execute(trx);
  await sql`
    insert into ratings (order_id, seller_id, stars, text, language, created_at)
    select orders.id, orders.seller_id, stars, words, language, rated_at
    from demo_sales join orders using (payment_id) where stars is not null`.execute(trx);
  await insertReplies(trx);
  await sql`
    insert into order_refunds (order_id, total_cents, decided_by, reason, created_at)
    select orders.id, orders.price_cents, 'seller', 'O saco vinha vazio, pedimos desculpa.',
      ends_at + interval '20 hours'
    from demo_sales join orders using (payment_id) where orders.state = 'refunded'`.execute(trx);
  await insertRefunds(trx);
  await insertLedgerTransactions(trx);
}

/** Orders made since an instant are paid in this way. */
export const setPayoutWay = (trx: Trx, payoutWay: 'bank_file' | 'stripe_connect', since: Date) =>
  trx
    .updateTable('orders')
    .set({ payout_way: payoutWay })
    .where('created_at', '>=', since)
    .where('payout_way', '<>', payoutWay)
    .execute();

/** Replies to reviews of few stars that are a day old, and translations of both. */
async function insertReplies(trx: Trx): Promise<void> {
  await sql`
    insert into review_replies (order_id, text, language, created_at)
    select ratings.order_id, ${replyText[replyText.language]}, ${replyText.language}, ratings.created_at + interval '5 hours'
    from ratings join orders on orders.id = ratings.order_id join demo_sales using (payment_id)
    where ratings.stars <= 3 and ratings.text <> ''
      and ratings.created_at < (select max(rated_at) from demo_sales) - interval '1 day'`.execute(trx);
  await sql`
    insert into review_translations (order_id, author, language, text)
    select ratings.order_id, 'buyer', translation.language, translation.words
    from ratings join orders on orders.id = ratings.order_id join demo_sales using (payment_id)
    join unnest(${reviewTranslations.map(({ original }) => original)}::text[],
      ${reviewTranslations.map(({ language }) => language)}::text[],
      ${reviewTranslations.map(({ text }) => text)}::text[]) as translation (original, language, words)
      on translation.original = ratings.text`.execute(trx);
  await sql`
    insert into review_translations (order_id, author, language, text)
    select reply.order_id, 'seller', translation.language, translation.words
    from review_replies reply join orders on orders.id = reply.order_id join demo_sales using (payment_id)
    cross join (values ('en', ${replyText.en}), ('ru', ${replyText.ru})) as translation (language, words)`.execute(
    trx,
  );
}

/** What went back to the buyers of `demo_sales`, as the sandbox and the module of payments record it. */
async function insertRefunds(trx: Trx): Promise<void> {
  await sql`
    insert into refunds (payment_id, amount_cents, created_at, done_at, state)
    select payment_id, price_cents, back_at, back_at, 'sent'
    from demo_sales, lateral (select ${REFUNDED_AT} as back_at) returned
    where is_refunded order by back_at, n`.execute(trx);
  await sql`
    insert into refund_transfers (refund_id, payment_id, way, reference, amount_cents, status, booked_cents, posting_count,
      created_at, checked_at)
    select id, payment_id, 'provider', 're_sandbox_demo_' || id, amount_cents, 'succeeded', amount_cents, 1, done_at, done_at
    from refunds where payment_id in (select payment_id from demo_sales) order by id`.execute(trx);
  await sql`
    insert into sandbox_refunds (idempotency_key, ref, amount_cents, created_at, id, status, refund_id)
    select 'demo_' || refunds.id, provider_ref, refunds.amount_cents, refunds.created_at, 're_sandbox_demo_' || refunds.id,
      'succeeded', refunds.id
    from refunds join payments on payments.id = payment_id
    where payment_id in (select payment_id from demo_sales)`.execute(trx);
}

/** Inserts the shares of all orders in their present state, and visits of the partner's link. */
export async function insertDemoShares(trx: Trx, partnerId: number, now: Date): Promise<void> {
  await sql`
    insert into affiliate_shares (order_id, side, partner_id, referred_user_id, hundredths, price_cents, state, reason,
      created_at, approve_at, approved_at)
    select o.id, referral.side, referred_user.referred_by, referred_user.id, ${shareHundredths()}, o.price_cents,
      case when is_reversed then 'reversed' when approved <= ${now} then 'approved' else 'pending' end,
      case when is_reversed then o.state when approved > ${now} then 'paid'
        when o.state = 'collected' then 'collected' else 'time_over' end,
      o.created_at, report_end, case when not is_reversed and approved <= ${now} then approved end
    from orders o
    cross join lateral (values ('buyer', o.user_id), ('seller', o.seller_id)) referral (side, id)
    join users referred_user on referred_user.id = referral.id
    cross join lateral (select o.pickup_end + interval '48 hours' as report_end,
      o.state in ('cancelled_by_buyer', 'cancelled_by_store', 'refunded') as is_reversed) at
    cross join lateral (select coalesce(o.collected_at, report_end) as approved) moment
    where referred_user.referred_by = ${partnerId} and referred_user.created_at < o.created_at and ${partnerId} not in (o.user_id, o.seller_id)
    order by o.created_at, o.id, referral.side`.execute(trx);
  await sql`
    insert into affiliate_visits (partner_id, day, visits)
    select id, day::date, 1 + (extract(doy from day)::int * 7) % 5
    from users, generate_series(created_at, ${now}::timestamptz, interval '1 day') as day
    where id = ${partnerId} and extract(doy from day)::int % 3 <> 0`.execute(trx);
}

/**
 * What waits for the demo's operators: problems that sellers left unanswered, reports of content, an undelivered mail,
 * and a seller whom an operator suspended.
 */
export async function insertDemoCases(trx: Trx, now: Date): Promise<void> {
  await sql`
    insert into reports (order_id, seller_id, text, created_at)
    select id, seller_id, (array['O saco trazia metade do que a descrição promete.',
        'A porta estava fechada dentro do horário.', 'В пакете было три булочки вместо восьми.',
        'The bread was hard as a stone.'])[n], ${now}::timestamptz - interval '72 hours' - n * interval '2 hours'
    from (select id, seller_id, row_number() over (order by id desc) as n from orders
      where state = 'collected' and refunded_cents = 0 and pickup_end < ${now}::timestamptz - interval '3 days'
        and not exists (select from reports where order_id = orders.id)
      order by id desc limit 4) chosen
    on conflict do nothing`.execute(trx);
  await sql`
    insert into content_reports (created_at, subject_kind, subject_id, seller_id, ground, text, reporter_email, language)
    select ${now}::timestamptz - n * interval '5 hours', 'product', products.id, seller_id,
      (array['misleading', 'unsafe'])[n], (array['A fotografia não é deste estabelecimento.',
        'No allergens are named, and there are nuts in it.'])[n], 'leitor@wopack.example', (array['pt', 'en'])[n]
    from (select id, sale_place_id, row_number() over (order by id) as n from products
      where state = 'active' order by id limit 2) products
    join sale_places on sale_places.id = products.sale_place_id`.execute(trx);
  await sql`
    insert into content_reports (created_at, subject_kind, subject_id, seller_id, ground, text, reporter_email, language)
    select ${now}::timestamptz - interval '1 day', 'review', order_id, seller_id, 'offensive',
      'A avaliação insulta quem trabalha na loja.', 'loja@wopack.example', 'pt'
    from ratings where text <> '' order by order_id desc limit 1`.execute(trx);
  await sql`
    insert into mail_failures (recipient, subject, mail, reason, failures, failed_at)
    values ('caixa-cheia@wopack.example', 'WoPack', null, '552 5.2.2 Mailbox full', 5, ${now}::timestamptz - interval '6 hours')`.execute(
    trx,
  );
  // Accounts that exist at no bank: examples of the IBAN registry. Payouts to one seller are held back.
  await sql`
    with payees as (
      select seller_id, row_number() over (order by count(*) desc, seller_id) as n from orders
      where not exists (select from payout_details where user_id = seller_id) group by seller_id order by n limit 5),
    details as (
      insert into payout_details (user_id, iban, holder, updated_at)
      select seller_id, (array['DE89370400440532013000', 'NL91ABNA0417164300', 'FR1420041010050500013M02606',
          'BE68539007547034', 'IT60X0542811101000000123456'])[n], legal_name, ${now}
      from payees join legal_identities on user_id = seller_id)
    insert into payout_holds (user_id, held_at) select seller_id, ${now} from payees where n = 2`.execute(
    trx,
  );
  const { rows } = await sql<{ id: number }>`
    update businesses set suspended_at = ${now}::timestamptz - interval '2 days'
    where id = (select seller_id from sale_places order by id desc limit 1) returning id`.execute(trx);
  await sql`
    update products set state = 'closed' where state = 'active'
      and sale_place_id in (select id from sale_places where seller_id = ${rows[0]!.id})`.execute(trx);
}

/** Makes the newest job of a queue one whose tries are used up. */
export const failNewestJob = (trx: Trx, queue: string, cause: string) =>
  sql`
    update pgboss.job set state = 'failed', retry_count = retry_limit, started_on = created_on,
      completed_on = created_on, output = ${JSON.stringify({ message: cause })}::jsonb
    where name = ${queue} and id = (
      select id from pgboss.job where name = ${queue} order by created_on desc limit 1)`.execute(trx);

export interface PastSlot extends SlotWindow {
  productId: number;
  quantity: number;
  units_left: number;
}

export async function insertPastSlots(trx: Trx, slots: readonly PastSlot[]): Promise<void> {
  await sql`
    insert into pickup_slots (product_id, date, starts_at, ends_at, quantity, units_left)
    select * from unnest(${slots.map(({ productId }) => productId)}::int[], ${slots.map(({ date }) => date)}::date[],
      ${slots.map(({ starts_at }) => starts_at)}::timestamptz[], ${slots.map(({ ends_at }) => ends_at)}::timestamptz[],
      ${slots.map(({ quantity }) => quantity)}::int[], ${slots.map(({ units_left }) => units_left)}::int[])`.execute(
    trx,
  );
}
