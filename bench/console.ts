import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { endpoints } from '@wopack/contract';
import { sql } from 'kysely';
import { type Db, openDatabase } from '../apps/api/src/platform/db/database.ts';
import { median } from './servers.ts';

const ORDERS = 1_000_000;
const BUYERS = 200_000;

/**
 * A year of orders with payments, postings, reviews and reports, by buyers with names of their own. Triggers and foreign
 * keys are off: they would take longer than the rows, and nothing listens. No month has ended for what was sold: the
 * server would issue its statements first.
 */
export async function insertMillionOrders(db: Db): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection);
    await sql`
      insert into users (name, surname, email, email_verified_at, city, language, referral_code, terms_accepted_at, created_at)
      select (array['Ana', 'Bruno', 'Carla', 'Duarte', 'Elisa', 'Fábio'])[1 + n % 6], 'Buyer ' || n,
        'bench-' || n || '@example.com', at, 'Lisboa', 'pt', 'bench' || n, at, at
      from generate_series(1, ${BUYERS}::int) n, lateral (select now() - n * interval '150 seconds' as at) joined`.execute(
      connection,
    );
    await sql`
      create temp table slots_by_number as
      select row_number() over (order by pickup_slots.id) - 1 as k, pickup_slots.id as slot_id, products.id as product_id,
        products.name, products.price_cents, sale_place_id, seller_id
      from pickup_slots join products on products.id = product_id join sale_places on sale_places.id = sale_place_id`.execute(
      connection,
    );
    await sql`
      create temp table bought as
      select n, (first_buyer + n::bigint * 7919 % ${BUYERS})::int as user_id, slot.*, now() - (${ORDERS}::int - n) * interval '31 seconds' as at,
        case when n % 40 = 0 then 'cancelled_by_buyer' when n % 50 = 0 then 'refunded' when n > ${ORDERS - 2000}::int then 'paid'
          when n % 25 = 0 then 'not_collected' else 'collected' end as state
      from generate_series(1, ${ORDERS}::int) n
      join slots_by_number slot on slot.k = n % (select count(*) from slots_by_number),
      (select min(id) as first_buyer from users where email like 'bench-%') buyers`.execute(connection);
    await sql`
      with inserted as (
        insert into payments (token, user_id, product_id, slot_id, amount_cents, provider, provider_ref, state, expires_at,
          card_last4, created_at, settled_at)
        select 'bench' || n, user_id, product_id, slot_id, price_cents, 'sandbox', 'pi_bench' || n, 'paid', at, '4242', at, at
        from bought order by n returning id, token, user_id)
      insert into orders (payment_id, user_id, product_id, slot_id, sale_place_id, seller_id, product_name, price_cents,
        commission_cents, earning_cents, refunded_cents, pin, pin_hash, state, pickup_start, pickup_end, collected_at, created_at)
      select inserted.id, bought.user_id, product_id, slot_id, sale_place_id, seller_id, name, price_cents, 129,
        price_cents - 129, case when state in ('cancelled_by_buyer', 'refunded') then price_cents when n % 33 = 0 then 50 else 0 end,
        '', sha256(n::text::bytea), state, at + interval '5 hours', at + interval '6 hours', case when state = 'collected' then at + interval '5 hours' end, at
      from inserted join bought on token = 'bench' || n order by n`.execute(connection);
    await sql`
      insert into ledger_accounts (account_kind, user_id)
      select 'seller', seller_id from (select distinct seller_id from slots_by_number) sellers
      union all select 'buyer', id from users where email like 'bench-%'
      on conflict do nothing`.execute(connection);
    await sql`
      with postings as (
        insert into ledger_transactions (kind, created_at, effective_at, payment_id, order_id)
        select 'sale', created_at, now(), payment_id, orders.id from orders
        where exists (select from payments where id = payment_id and token like 'bench%') order by orders.id
        returning id, order_id),
      sides as (
        select postings.id, account.id as account_id, price_cents as amount from postings join orders on orders.id = order_id
          join ledger_accounts account on account.user_id = orders.user_id and account_kind = 'buyer'
        union all
        select postings.id, account.id, -earning_cents from postings join orders on orders.id = order_id
          join ledger_accounts account on account.user_id = orders.seller_id and account_kind = 'seller'
        union all
        select postings.id, (select id from ledger_accounts where account_kind = 'commission'), -129 from postings)
      insert into ledger_entries (transaction_id, account_id, amount_cents)
      select id, account_id, amount from sides
      order by id`.execute(connection);
    await sql`
      insert into ratings (order_id, stars, text, created_at, seller_id)
      select id, 1 + id % 5, 'Bench', created_at + interval '6 hours', seller_id from orders where id % 10 = 0 on conflict do nothing`.execute(
      connection,
    );
    await sql`
      insert into reports (order_id, text, created_at, seller_id, answer, answered_by, answered_at)
      select id, 'Bench', created_at + interval '6 hours', seller_id, 'Bench', 'seller', created_at + interval '7 hours'
      from orders where id % 20 = 1 on conflict do nothing`.execute(connection);
    await sql`
      insert into audit_entries (at, operator_id, action, subject_kind, subject_id, reason, request_id)
      select created_at, null, 'getAdminOrder', 'order', id::text, '', '' from orders where id % 2 = 0`.execute(
      connection,
    );
    await sql`set session_replication_role = origin`.execute(connection);
  });
  await sql`vacuum analyze`.execute(db);
}

/** Filters beside the plain list, by the name of its call. */
const FILTERS: Record<string, readonly string[]> = {
  listAdminOrders: [
    'q=bench-777@example.com',
    'q=pi_bench777',
    'q=500000',
    'state=paid',
    'state=not_collected,refunded',
    'refund=part',
    'refund=all',
    'refund=none',
    'report=answered',
    'report=open',
    'seller_id=SELLER',
    'sale_place_id=1',
    'product_id=1',
    'user_id=USER',
    'sort=pickup_start',
    'sort=created_at&state=collected&seller_id=SELLER',
    'from=DAY&to=DAY',
  ],
  listAdminUsers: [
    'q=bench-777@example.com',
    'q=ruy',
    'q=buyer 1234',
    'role=seller',
    'state=blocked',
    'from=DAY&to=DAY',
  ],
  listAdminSellers: ['state=new', 'payouts_held=yes', 'q=lda'],
  listLedgerEntries: [
    'account=seller',
    'account=commission',
    'kind=refund',
    'kind=payout',
    'user_id=SELLER',
    'order_id=500000',
    'from=DAY&to=DAY',
    'from=DAY&to=DAY&account=seller&kind=sale',
  ],
  listReviews: ['seller_id=SELLER', 'hidden=yes', 'with_text=yes', 'from=DAY&to=DAY'],
  listProblems: ['state=waiting', 'state=answered', 'sort=created_at'],
  listAuditEntries: ['action=getAdminOrder', 'subject_kind=order&subject_id=500000', 'from=DAY&to=DAY'],
  listAdminProducts: ['q=pack', 'hidden=yes', 'seller_id=SELLER'],
};

const ROUNDS = 5;
const LIMIT_MS = 300;

/** Until the server has done what it does at its start: it would be measured, too. */
async function waitForJobs(db: Db): Promise<void> {
  for (let idleChecks = 0; idleChecks < 3; ) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pgboss.job
      where state = 'active' or (state in ('created', 'retry') and start_after <= now())`.execute(db);
    idleChecks = rows[0]!.count === 0 ? idleChecks + 1 : 0;
    await wait(1000);
  }
}

/** Prints median and slowest of some requests of each list of the console, with each of its filters. */
export async function benchConsole(url: string, databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, 4);
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'owner@wopack.example')
    .executeTakeFirstOrThrow();
  const token = randomBytes(32).toString('hex');
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  const { id: tokenId } = await db
    .insertInto('tokens')
    .values({
      user_id: userId,
      hash: randomBytes(32),
      device_name: 'bench',
      lifetime_seconds: 3600,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('operator_sessions')
    .values({
      user_id: userId,
      token_id: tokenId,
      credentials_version: 0,
      hash: createHash('sha256').update(token).digest(),
      created_at: now,
      last_seen_at: now,
      confirmed_at: now,
      expires_at: expiresAt,
    })
    .execute();
  const { seller_id: sellerId, user_id: buyerId } = await db
    .selectFrom('orders')
    .select(['seller_id', 'user_id'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await waitForJobs(db);
  await db.destroy();
  const day = new Date(now.getTime() - 30 * 86_400_000).toISOString().slice(0, 10);
  const fill = (query: string) =>
    query.replaceAll('SELLER', String(sellerId)).replaceAll('USER', String(buyerId)).replaceAll('DAY', day);
  const lists = Object.entries(endpoints).filter(
    ([name, { path }]) => /^list/.test(name) && path.startsWith('/api/v1/admin/'),
  );
  const requests = [
    ...lists.flatMap(([name, { path }]) =>
      ['', ...(FILTERS[name] ?? [])].map((query) => (query ? `${path}?${fill(query)}` : path)),
    ),
    ...['', '?q=500000', '?q=buyer%201234', '?q=pi_bench777'].map((query) =>
      query ? `/api/v1/admin/search${query}` : '/api/v1/admin/dashboard',
    ),
  ];
  for (const path of requests) {
    const times: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const startedAt = performance.now();
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} answers ${response.status}`);
      times.push(performance.now() - startedAt);
    }
    // The first one reads from the disk.
    const [first = 0, ...others] = times;
    const [middle, slowest] = [median(others), Math.max(...others)].map((ms) => ms.toFixed(0).padStart(6));
    process.stdout.write(
      `${Number(slowest) > LIMIT_MS ? 'SLOW' : '    '} ${middle} ms median ${slowest} ms slowest (first ${first.toFixed(0)} ms)  ${path}\n`,
    );
  }
}
