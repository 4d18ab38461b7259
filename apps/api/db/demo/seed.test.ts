import { COMMISSION_CENTS, parseTaxNumber } from '@wopack/domain';
import { isValidIBAN } from 'ibantools';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { computeForecasts } from '../../src/modules/forecasts/compute-forecasts.ts';
import { verifyPassword } from '../../src/modules/identity/account/credentials.ts';
import { getBalances } from '../../src/modules/ledger/index.ts';
import {
  decideState,
  listDue,
  maySell,
} from '../../src/modules/payments/payout-accounts/payout-accounts.rules.ts';
import { sandboxAccounts } from '../../src/modules/payments/providers/sandbox-accounts.provider.ts';
import type { Context } from '../../src/platform/context.ts';
import { type Db, openDatabase } from '../../src/platform/db/database.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { expectConsistentData, findBalance } from '../../test/support/consistency.ts';
import { createTestDatabase, TEST_SECRET_KEY } from '../../test/support/test-databases.ts';
import { seedDemo, seedIfEmpty } from './seed.ts';

const now = new Date('2026-11-20T16:05:00Z');
let db: Db;
let dropDatabase: () => Promise<void>;
const secrets = createSecrets(TEST_SECRET_KEY);

/** By its owner: the application's role may neither make temporary tables nor drop indexes. */
async function openDatabaseClone(): Promise<void> {
  const clone = await createTestDatabase(inject('serverUrl'));
  db = openDatabase(clone.ownerUrl, 2);
  dropDatabase = clone.drop;
}

async function closeDatabase(): Promise<void> {
  await db.destroy();
  await dropDatabase();
}

const countRows = async (query: ReturnType<typeof sql<{ n: number }>>) =>
  (await query.execute(db)).rows[0]!.n;

test('of two production servers that start at once, only the one that seeded shows the password', async () => {
  await openDatabaseClone();
  const accountLists = await Promise.all(
    [1, 2].map(() => seedIfEmpty(db, now, { production: true, secrets })),
  );
  const passwords = accountLists
    .map(([account]) => account!.password)
    .filter((password) => password !== null);
  expect(passwords).toHaveLength(1);
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', 'seller@wopack.example')
    .executeTakeFirstOrThrow();
  expect(await verifyPassword(passwords[0]!, password_hash)).toBe(true);
  await closeDatabase();
});

describe('a first start', () => {
  beforeAll(async () => {
    await openDatabaseClone();
    await seedIfEmpty(db, now, { secrets });
  });
  afterAll(closeDatabase);

  test('with the secrets of the server there are an open draw, one that the demo buyer won, and a waitlist', async () => {
    const draws = await db.selectFrom('draws').select(['state', 'closes_at']).orderBy('id').execute();
    expect(draws.map(({ state }) => state)).toEqual(['open', 'drawn']);
    expect(draws[0]!.closes_at.getTime() - now.getTime()).toBe(120_000);
    const win = await db
      .selectFrom('allocation_entries')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['state', 'rank'])
      .where('email', '=', 'buyer@wopack.example')
      .execute();
    expect(win).toEqual([{ state: 'offered', rank: expect.any(Number) }]);
    const waiting = sql<{ n: number }>`select count(*)::int as n from allocation_entries
      where state = 'waiting' and draw_id is null`;
    expect(await countRows(waiting)).toBe(5);
  });

  test('a second start changes nothing and returns the accounts', async () => {
    const users = sql<{ n: number }>`select count(*)::int as n from users`;
    const before = await countRows(users);
    const accounts = await seedIfEmpty(db, now, { secrets });
    expect(accounts.map(({ role }) => role).sort()).toEqual([
      'accountant',
      'buyer',
      'catalogue',
      'counter',
      'finance',
      'manager',
      'owner',
      'partner',
      'seller',
      'support',
    ]);
    expect(await countRows(users)).toBe(before);
  });

  test('the demo seller has a team of four roles at two shops, a paired device, and an invitation waits', async () => {
    const { rows } = await sql<{ role: string; has_all: boolean; places: number }>`
      select role, has_all_sale_places as has_all,
        (select count(*)::int from member_sale_places where member_id = members.id) as places
      from members join users on users.id = business_id where users.email = 'seller@wopack.example'
      order by members.id`.execute(db);
    expect(rows).toEqual([
      { role: 'owner', has_all: true, places: 0 },
      { role: 'manager', has_all: true, places: 0 },
      { role: 'counter', has_all: false, places: 1 },
      { role: 'accountant', has_all: true, places: 0 },
    ]);
    expect(await countRows(sql<{ n: number }>`select count(*)::int as n from member_invitations`)).toBe(1);
    const devices = await db.selectFrom('devices').select(['name', 'paired_at', 'last_used_at']).execute();
    expect(devices).toEqual([
      { name: 'Tablet da Trindade', paired_at: expect.any(Date), last_used_at: expect.any(Date) },
    ]);
  });

  test('activity says what the team did, in order of time, and orders who handed them out', async () => {
    const rows = await db
      .selectFrom('activity')
      .select(['kind', 'user_id', 'device_id', 'order_id', 'created_at'])
      .orderBy('id')
      .execute();
    const times = rows.map(({ created_at }) => created_at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(now.getTime());
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(
      new Set([
        'member_joined',
        'device_added',
        'device_paired',
        'handed_out',
        'stock_changed',
        'member_invited',
      ]),
    );
    const handedOut = await db
      .selectFrom('orders')
      .select(['id', 'handed_out_by', 'handed_out_device_id'])
      .where('handed_out_by', 'is not', null)
      .execute();
    const noted = rows.filter(({ kind }) => kind === 'handed_out');
    expect(noted).toHaveLength(handedOut.length);
    for (const { id, handed_out_by: user_id, handed_out_device_id: device_id } of handedOut)
      expect(noted.find(({ order_id }) => order_id === id)).toMatchObject({ user_id, device_id });
    expect(new Set(noted.map(({ device_id }) => device_id === null))).toEqual(new Set([true, false]));
  });

  test('every sold unit has an order or a hold, and no other order exists', async () => {
    const query = sql<{ n: number }>`select count(*)::int as n from pickup_slots slot
      where quantity - units_left <> (select count(*) from orders
        where slot_id = slot.id and state not in ('cancelled_by_buyer', 'cancelled_by_store'))
        + (select count(*) from payments where slot_id = slot.id and state = 'pending')`;
    expect(await countRows(query)).toBe(0);
  });

  test('ledger balances match the orders', async () => {
    const balances = await getBalances(db);
    const { n: unrefundedOrderCount } = (
      await sql<{ n: number }>`select count(*)::int as n from orders where refunded_cents = 0`.execute(db)
    ).rows[0]!;
    expect(balances.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
    // Credits to partners are paid out of the commission.
    const shares = balances.reduce(
      (sum, { account_kind, cents }) => (account_kind === 'partner' ? sum - cents : sum),
      0,
    );
    expect(await findBalance(db, { kind: 'commission' })).toBe(
      -unrefundedOrderCount * COMMISSION_CENTS + shares,
    );
    const earnings = await sql<{
      seller_id: number;
      n: number;
    }>`select seller_id, sum(earning_cents)::int as n
      from orders where refunded_cents = 0 group by 1`.execute(db);
    const sellerBalances = balances.filter(({ account_kind }) => account_kind === 'seller');
    const balanceBySeller = new Map(sellerBalances.map(({ user_id, cents }) => [user_id, cents]));
    const grants = await sql<{ seller_id: number; n: number }>`select seller_id, sum(amount_cents)::int as n
      from credit_grants where seller_id is not null group by 1`.execute(db);
    const grantsBySeller = new Map(grants.rows.map(({ seller_id, n }) => [seller_id, n]));
    for (const { seller_id, n } of earnings.rows)
      expect(balanceBySeller.get(seller_id)).toBe((grantsBySeller.get(seller_id) ?? 0) - n);
  });

  test('postings are in chronological order, which movement lists rely on', async () => {
    const query = sql<{ n: number }>`select count(*)::int as n from (
      select t.created_at < lag(t.created_at) over (partition by e.account_id order by e.id) as late
      from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
      where t.kind <> 'affiliate_credit') booked where late`;
    expect(await countRows(query)).toBe(0);
  });

  test('stock, orders, payments and the ledger agree', () => expectConsistentData(db));

  test('every mean rating is that of its ratings, each of a collected order', async () => {
    const query = (table: 'products' | 'sale_places', column: 'product_id' | 'sale_place_id') =>
      sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} rated
        left join (select orders.${sql.ref(column)} as id, sum(stars) as stars, count(*) as times
          from ratings join orders on orders.id = order_id group by 1) given on given.id = rated.id
        where rating_sum <> coalesce(stars, 0) or rating_count <> coalesce(times, 0)`;
    expect(await countRows(query('products', 'product_id'))).toBe(0);
    expect(await countRows(query('sale_places', 'sale_place_id'))).toBe(0);
    const earlyCount = sql<{
      n: number;
    }>`select count(*)::int as n from ratings join orders on orders.id = order_id
      where state <> 'collected' or ratings.created_at < collected_at or ratings.created_at > ${now}
        or ratings.created_at > collected_at + interval '14 days' or ratings.seller_id <> orders.seller_id`;
    expect(await countRows(earlyCount)).toBe(0);
  });

  test('accounts, sale places and products are older than their orders', async () => {
    const query = sql<{ n: number }>`select count(*)::int as n from orders
      join users buyer on buyer.id = orders.user_id join users seller on seller.id = orders.seller_id
      join sale_places place on place.id = orders.sale_place_id join products on products.id = orders.product_id
      where orders.created_at < greatest(buyer.created_at, seller.created_at, place.created_at, products.created_at)`;
    expect(await countRows(query)).toBe(0);
  });

  test('each demo account has orders, and the seller has months of sales', async () => {
    const { rows } = await sql<{ email: string; n: number }>`select email, count(*)::int as n
      from orders join users on users.id = user_id where email like '%@wopack.example' and password_hash is not null
      group by 1`.execute(db);
    expect(rows.map(({ email }) => email).sort()).toEqual([
      'buyer@wopack.example',
      'partner@wopack.example',
      'seller@wopack.example',
    ]);
    const weeks = sql<{
      n: number;
    }>`select count(distinct date_trunc('week', pickup_start))::int as n from orders
      join users on users.id = seller_id where email = 'seller@wopack.example'`;
    expect(await countRows(weeks)).toBeGreaterThanOrEqual(15);
  });

  test('the forecast of the first pack proposes more than its shop promises in the morning', async () => {
    await computeForecasts({ db, clock: { now: () => now } } as Context);
    const { rows } = await sql<{ promised: number; proposal: number }>`
      select slot.quantity as promised, least(forecasts.left_over, forecasts.bought) as proposal
      from forecasts join pickup_slots slot on slot.product_id = forecasts.product_id and slot.date = forecasts.date
      where forecasts.product_id = (select min(product_id) from stock_question_settings)`.execute(db);
    expect(rows.length).toBeGreaterThan(4);
    for (const { promised, proposal } of rows) {
      expect(promised).toBe(4);
      expect(proposal).toBeGreaterThanOrEqual(6);
      expect(proposal).toBeLessThanOrEqual(8);
    }
  });

  test('a day sells about as much as the days before it', async () => {
    const since = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const countOrders = (from: Date, to: Date) =>
      countRows(
        sql`select count(*)::int as n from orders where created_at > ${from} and created_at <= ${to}`,
      );
    const lastDay = await countOrders(since(1), now);
    const month = (await countOrders(since(31), since(1))) / 30;
    const monthBefore = (await countOrders(since(61), since(31))) / 30;
    expect(lastDay / month).toBeGreaterThan(0.7);
    expect(lastDay / month).toBeLessThan(2);
    expect(month / monthBefore).toBeGreaterThan(1);
    expect(month / monthBefore).toBeLessThan(2);
  });

  test('nothing is dated in the future, and no order was made after its window', async () => {
    const query = sql<{ n: number }>`select count(*)::int as n from orders
      where created_at > ${now} or collected_at > ${now} or created_at > pickup_end or collected_at < pickup_start`;
    expect(await countRows(query)).toBe(0);
  });

  test('the partner has referred buyers and sellers and shares over some months, as posted in the ledger', async () => {
    const partner = sql<{ n: number }>`select id as n from users where email = 'partner@wopack.example'`;
    const id = await countRows(partner);
    const months = sql<{
      month: string;
      amount_cents: number;
    }>`select to_char(month, 'YYYY-MM') as month, amount_cents
      from affiliate_credits where partner_id = ${id} order by 1`;
    const { rows } = await months.execute(db);
    expect(rows.map(({ month }) => month)).toEqual(['2026-07', '2026-08', '2026-09', '2026-10']);
    for (const { amount_cents } of rows) expect(amount_cents).toBeGreaterThan(50);
    const credited = rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
    expect(await findBalance(db, { kind: 'partner', userId: id })).toBe(-credited);
    const states = sql<{ n: number }>`select count(distinct state)::int as n from affiliate_shares
      where partner_id = ${id}`;
    expect(await countRows(states)).toBe(3);
    const earlyCount = sql<{ n: number }>`select count(*)::int as n from affiliate_shares share
      join users seller on seller.id = share.referred_user_id
      where share.side = 'seller' and share.created_at < seller.created_at`;
    expect(await countRows(earlyCount)).toBe(0);
    expect(await countRows(sql`select count(*)::int as n from affiliate_visits`)).toBeGreaterThan(50);
  });

  test('seller and partner have all data for payouts', async () => {
    const { rows } = await sql<{ role: string; iban: string }>`select split_part(email, '@', 1) as role, iban
      from users join legal_identities on legal_identities.user_id = users.id
      join payout_details details on details.user_id = users.id
      where email_verified_at is not null order by 1`.execute(db);
    expect(rows.map(({ role }) => role)).toEqual(expect.arrayContaining(['partner', 'seller']));
    for (const { iban } of rows) expect(isValidIBAN(iban)).toBe(true);
  });

  test('many sellers have the data for tax authorities, with valid tax numbers, and some have not', async () => {
    const { rows } = await sql<{
      kind: string | null;
      tax_number: string | null;
      verified_at: Date | null;
      sales: number;
    }>`
      select kind, tax_number, verified_at, (select count(*)::int from orders where seller_id = legal_identities.user_id) as sales
      from legal_identities where user_id in (select seller_id from sale_places)`.execute(db);
    const reportable = rows.filter(({ sales }) => sales >= 30);
    expect(new Set(reportable.map(({ kind }) => kind))).toEqual(new Set(['person', 'company', null]));
    expect(rows.filter(({ verified_at }) => !verified_at)).toHaveLength(2);
    for (const { kind, tax_number } of rows)
      expect(tax_number && parseTaxNumber('PT', tax_number)).toBe(kind && tax_number);
  });

  test('addresses of sellers have their parts once: street, post code and city', async () => {
    const { rows } = await sql<{ address: string; post_code: string; city: string; whole: string[] }>`
      select legal.address, legal.post_code, legal.city, array_agg(place.address) as whole
      from legal_identities legal join sale_places place on place.seller_id = legal.user_id
      where legal.kind is not null group by legal.user_id`.execute(db);
    expect(rows.length).toBeGreaterThan(0);
    for (const { address, post_code, city, whole } of rows)
      expect(whole).toContain(`${address}, ${post_code} ${city}`);
    expect(new Set(rows.map(({ city }) => city)).size).toBeGreaterThan(1);
  });

  test('the buyer has an open order at Padaria Aurora and past orders in every state', async () => {
    const { rows } = await sql<{ state: string; place: string }>`
      select orders.state, place.name as place from orders
      join users on users.id = orders.user_id join sale_places place on place.id = orders.sale_place_id
      where users.email = 'buyer@wopack.example'`.execute(db);
    expect(rows.filter(({ state }) => state === 'paid')).toEqual([
      { state: 'paid', place: 'Padaria Aurora' },
    ]);
    expect(new Set(rows.map(({ state }) => state)).size).toBe(6);
  });

  test('the seller has orders to hand out now', async () => {
    const ordersToHandOut = sql<{ n: number }>`select count(*)::int as n from orders
      join users on users.id = orders.seller_id
      where users.email = 'seller@wopack.example' and orders.state = 'paid'
        and ${now} between pickup_start and pickup_end`;
    expect(await countRows(ordersToHandOut)).toBeGreaterThanOrEqual(3);
  });
});

describe('a first start with payouts by the provider', () => {
  beforeAll(async () => {
    await openDatabaseClone();
    await seedIfEmpty(db, now, { secrets, payoutWay: 'stripe_connect' });
  });
  afterAll(closeDatabase);

  test('sellers and partners have accounts, and one seller each waits, owes a document and is restricted', async () => {
    const accounts = await db
      .selectFrom('users')
      .leftJoin('payout_accounts as account', 'account.user_id', 'users.id')
      .select(['users.email', 'account.state', 'account.first_verified_at', 'account.transfers_enabled'])
      .select(['account.deadline', 'account.ref'])
      .where(sql<boolean>`is_partner or exists (select from sale_places where seller_id = users.id)`)
      .execute();
    const counts = Object.groupBy(accounts, ({ state }) => state ?? 'none');
    const { verified, none, restricted, needs_details } = counts;
    expect({ none, restricted, needs_details }).toMatchObject({
      none: [{}],
      restricted: [{}],
      needs_details: [{}],
    });
    expect(verified!.length).toBe(accounts.length - 3);
    for (const role of ['seller', 'partner'])
      expect(verified!.map(({ email }) => email)).toContain(`${role}@wopack.example`);
    expect(maySell({ ...needs_details![0]!, state: 'needs_details', transfers_enabled: true }, now)).toBe(
      true,
    );
  });

  test('what is stored of each account is what the sandbox says', async () => {
    const provider = sandboxAccounts(db, { now: () => now });
    for (const account of await db.selectFrom('payout_accounts').selectAll().execute()) {
      const facts = (await provider.retrieveAccount(account.ref!))!;
      expect(account).toMatchObject({
        state: decideState(facts, { wasVerified: true, now }),
        requirements: listDue(facts),
        deadline: facts.deadline,
        disabled_reason: facts.disabledReason,
        payouts_enabled: facts.payoutsEnabled,
        transfers_enabled: facts.transfersEnabled,
        bank_country: facts.bank!.country,
        bank_last4: facts.bank!.last4,
        bank_holder: facts.bank!.holder,
        payout_interval: facts.schedule!.interval,
        payout_anchor: facts.schedule!.anchor,
      });
    }
  });

  test('only orders of this month are paid by the provider', async () => {
    const { rows } = await sql<{ way: string }>`select distinct payout_way as way from orders
      where created_at >= '2026-11-01T00:00:00Z'`.execute(db);
    expect(rows).toEqual([{ way: 'stripe_connect' }]);
  });
});

describe('a large demo', () => {
  beforeAll(async () => {
    await openDatabaseClone();
    await seedDemo(db, { salePlaces: 1500, products: 20_000, now, secrets });
  });
  afterAll(closeDatabase);

  test('has its products and slots, stock without orders, and its indexes', async () => {
    expect(await countRows(sql`select count(*)::int as n from products`)).toBe(20_000);
    expect(
      await countRows(sql`select count(*)::int as n from pickup_slots where units_left <> quantity`),
    ).toBe(0);
    const indexes = sql<{ n: number }>`select count(*)::int as n from pg_indexes
      where indexname in ('products_earth', 'products_search', 'products_sale_place_id', 'pickup_slots_next')`;
    expect(await countRows(indexes)).toBe(4);
  });
});
