import type { ReferralSort } from '@wopack/contract';
import type { Reply } from '@wopack/contract/client';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  type TestUser,
} from '../../../test/support/builders.ts';
import { copyOrder } from '../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';
import { sendRequest } from '../../../test/support/test-request.ts';
import { postTransaction } from '../ledger/index.ts';
import { approveShares, creditMonths, reverseShares } from './index.ts';

const api = useTestApp();
const runCreditMonths = () => creditMonths({ ...api, config: { operatorTimeZone: 'Europe/Lisbon' } });
beforeEach(() => api.clock.set(FRIDAY_NOON));
const DAY = 86_400_000;

const createPartner = () => createTestUser(api, { isPartner: true, isEmailVerified: true });
const getOverview = async ({ call }: TestUser) => (await call('getAffiliateOverview')).data;

/** An order paid now, and collected at once unless disabled. */
async function createOrder(
  buyer: TestUser,
  { collected = true, seller }: { collected?: boolean; seller?: TestUser } = {},
) {
  const { productId } = await createProductOnSale(api);
  const sampleOrderId = (await buyProduct(await createTestUser(api), productId)).id;
  const reportDeadline = new Date(api.clock.now().getTime() + 3 * DAY);
  const id = await copyOrder(api, sampleOrderId, { buyer, seller, reportDeadline });
  if (collected) await api.db.transaction().execute((trx) => approveShares(trx, id, api.clock.now()));
  return id;
}
const reverseOrderShares = (id: number) =>
  api.db.transaction().execute((trx) => reverseShares(trx, id, 'refunded', api.clock.now()));
const runCreditJobAt = async (at: string) => {
  api.clock.set(at);
  await runCreditMonths();
};
/** Posts what a payout run would. */
const postPayout = ({ id }: TestUser, cents: number) =>
  api.db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'adjustment',
      note: `payout of ${cents} to ${id}`,
      entries: [
        { account: { kind: 'partner', userId: id }, amountCents: cents },
        { account: { kind: 'provider' }, amountCents: -cents },
      ],
      now: api.clock.now(),
    }),
  );

test('a partner without referrals has a link and zeros', async () => {
  const partner = await createPartner();
  const ZERO_COUNT = { total: 0, month: 0 };
  const overview = await getOverview(partner);
  expect(overview).toEqual({
    is_partner: true,
    email_verified: true,
    ref_code: overview.ref_code,
    month: '2026-11',
    link: `http://localhost:3000/?ref=${overview.ref_code}`,
    pending_hundredths: 0,
    approved_hundredths: 0,
    credited_cents: 0,
    owed_cents: 0,
    next_credit: '2026-12-01',
    next_payout: '2026-12-05',
    payout_minimum_cents: 1000,
    shares: 0,
    clients: 0,
    sellers: 0,
    new_clients: 0,
    new_sellers: 0,
    visits: ZERO_COUNT,
    sign_ups: ZERO_COUNT,
    buyers: ZERO_COUNT,
    orders: ZERO_COUNT,
  });
  expect(overview.ref_code).toMatch(/^[2-9a-z]{8}$/);
  expect((await partner.call('listAffiliateMonths')).data).toMatchObject([
    { month: '2026-11', shares: 0, amount_cents: 0, state: 'open', credited_at: null },
  ]);
});

test('visits, sign-ups, first orders and orders: in total and this month', async () => {
  const partner = await createPartner();
  const { ref_code } = await getOverview(partner);
  const recordVisit = (code: string) => api.client()('recordVisit', { body: { ref_link: code } });
  api.clock.set('2026-10-31T23:59:59Z');
  await recordVisit(ref_code);
  const earlyBuyer = await createTestUser(api, { referredBy: partner });
  await createOrder(earlyBuyer);
  api.clock.set('2026-11-01T00:00:00Z');
  // Referral codes are case-insensitive.
  await recordVisit(ref_code.toUpperCase());
  await recordVisit(ref_code);
  await recordVisit('nobody99');
  await createTestUser(api, { referredBy: partner });
  await createOrder(earlyBuyer);
  const seller = await createTestUser(api, { isSeller: true, referredBy: partner });
  await createOrder(await createTestUser(api), { seller });
  await reverseOrderShares(await createOrder(earlyBuyer));
  expect(await getOverview(partner)).toMatchObject({
    visits: { total: 3, month: 2 },
    sign_ups: { total: 3, month: 2 },
    buyers: { total: 2, month: 1 },
    orders: { total: 3, month: 2 },
    clients: 2,
    sellers: 1,
    new_clients: 1,
    new_sellers: 1,
  });
});

test('visits to the code of a non-partner are not counted', async () => {
  const nonPartner = await createTestUser(api);
  const { ref_code } = await getOverview(nonPartner);
  await api.client()('recordVisit', { body: { ref_link: ref_code } });
  expect((await getOverview(nonPartner)).visits.total).toBe(0);
});

test('pending, approved, credited and owed amounts', async () => {
  const partner = await createPartner();
  const buyer = await createTestUser(api, { referredBy: partner });
  await createOrder(buyer, { collected: false });
  await createOrder(buyer);
  await createOrder(buyer);
  expect(await getOverview(partner)).toMatchObject({ pending_hundredths: 1935, approved_hundredths: 3870 });
  await runCreditJobAt('2026-12-01T00:01:00Z');
  // The pending share was approved meanwhile, because its report deadline passed.
  expect(await getOverview(partner)).toMatchObject({
    month: '2026-12',
    pending_hundredths: 0,
    approved_hundredths: 0,
    credited_cents: 58,
    owed_cents: 58,
    next_credit: '2027-01-01',
    next_payout: '2026-12-05',
  });
  await postPayout(partner, 58);
  expect(await getOverview(partner)).toMatchObject({ credited_cents: 58, owed_cents: 0 });
});

test('months, newest first, with their states', async () => {
  const partner = await createPartner();
  const buyer = await createTestUser(api, { referredBy: partner });
  const firstOrderId = await createOrder(buyer);
  await runCreditJobAt('2026-12-01T00:01:00Z');
  await postPayout(partner, 19);
  await reverseOrderShares(firstOrderId);
  for (let i = 0; i < 3; i++) await createOrder(buyer);
  await runCreditJobAt('2027-01-01T00:01:00Z');
  await createOrder(buyer, { collected: false });
  const { data, next_cursor } = await partner.call('listAffiliateMonths');
  expect(data).toEqual([
    {
      month: '2027-01',
      shares: 1,
      amount_cents: 19,
      hundredths: 1935,
      state: 'open',
      credited_at: null,
    },
    {
      month: '2026-12',
      shares: 2,
      amount_cents: 39,
      hundredths: 3870,
      state: 'credited',
      credited_at: '2027-01-01T00:01:00.000Z',
    },
    {
      month: '2026-11',
      shares: 1,
      amount_cents: 19,
      hundredths: 1935,
      state: 'paid_out',
      credited_at: '2026-12-01T00:01:00.000Z',
    },
  ]);
  expect(next_cursor).toBeNull();
  const page = await partner.call('listAffiliateMonths', { query: { limit: 2 } });
  expect(page.next_cursor).toBe('2026-12');
  const secondPage = await partner.call('listAffiliateMonths', {
    query: { cursor: page.next_cursor!, limit: 2 },
  });
  expect(secondPage).toMatchObject({ data: [{ month: '2026-11' }], next_cursor: null });
});

test('each share has its state and reason', async () => {
  const partner = await createPartner();
  const buyer = await createTestUser(api, { referredBy: partner });
  const reversedOrderId = await createOrder(buyer);
  await runCreditJobAt('2026-12-01T00:01:00Z');
  await reverseOrderShares(reversedOrderId);
  await reverseOrderShares(await createOrder(buyer));
  await createOrder(buyer);
  await createOrder(buyer, { collected: false });
  const { data } = await partner.call('listShares', { query: { person_id: buyer.id } });
  expect(data.map(({ hundredths, state, reason }) => [hundredths, state, reason])).toEqual([
    [1935, 'pending', 'paid'],
    [1935, 'approved', 'collected'],
    [1935, 'reversed', 'refunded'],
    [-1935, 'approved', 'refunded'],
    [1935, 'credited', 'collected'],
  ]);
  const countShares = async (query: object) => (await partner.call('listShares', { query })).data.length;
  expect(await countShares({ month: '2026-11' })).toBe(1);
  expect(await countShares({ month: '2026-12' })).toBe(3);
  expect(await countShares({ side: 'seller' })).toBe(0);
  await postPayout(partner, 19);
  expect((await partner.call('listShares', { query: { month: '2026-11' } })).data[0]?.state).toBe('paid_out');
});

describe('referred users', () => {
  test('buyers with purchases and shares; refunds are subtracted', async () => {
    const partner = await createPartner();
    const buyer = await createTestUser(api, { referredBy: partner });
    api.clock.set('2026-10-05T12:00:00Z');
    await createOrder(buyer);
    const reversedOrderId = await createOrder(buyer);
    await runCreditJobAt('2026-11-01T00:01:00Z');
    await reverseOrderShares(reversedOrderId);
    await reverseOrderShares(await createOrder(buyer));
    api.clock.set('2026-11-15T12:00:00Z');
    const newBuyer = await createTestUser(api, { referredBy: partner });
    const { data, totals } = await partner.call('listReferredBuyers');
    expect(data).toEqual([
      {
        id: newBuyer.id,
        status: 'new',
        quantity: 0,
        total_cents: 0,
        yours_hundredths: 0,
        created_at: '2026-11-15T12:00:00.000Z',
        last_order_at: null,
        time_zone: 'Europe/Lisbon',
      },
      {
        id: buyer.id,
        status: 'paused',
        quantity: 1,
        total_cents: 399,
        yours_hundredths: 1935,
        created_at: FRIDAY_NOON,
        last_order_at: '2026-10-05T12:00:00.000Z',
        time_zone: 'Europe/Lisbon',
      },
    ]);
    expect(totals).toEqual({ people: 2, quantity: 1, total_cents: 399, yours_hundredths: 1935 });
    expect((await partner.call('getReferredBuyer', { params: { id: buyer.id } })).data).toEqual(data[1]);
    await expectApiError((await createPartner()).call('getReferredBuyer', { params: { id: buyer.id } }), 4);
  });

  test('sellers by their first sale place; a seller who buys counts on both lists', async () => {
    const partner = await createPartner();
    const seller = await createTestUser(api, { isSeller: true, referredBy: partner });
    expect((await partner.call('listReferredSellers')).data).toMatchObject([
      { name: null, places: 0, status: 'new' },
    ]);
    expect((await partner.call('listReferredBuyers')).data).toEqual([]);
    await createProductOnSale(api, { seller });
    await createProductOnSale(api, { seller, salePlace: { name: 'Aurora Café' } });
    await createOrder(await createTestUser(api), { seller });
    await createOrder(seller);
    expect((await partner.call('listReferredSellers')).data).toMatchObject([
      { id: seller.id, name: 'Padaria Aurora', places: 2, status: 'active', quantity: 1 },
    ]);
    expect((await partner.call('listReferredBuyers')).data).toMatchObject([{ id: seller.id, quantity: 1 }]);
  });

  test('a seller has the name of their public page', async () => {
    const partner = await createPartner();
    const seller = await createTestUser(api, { isSeller: true, referredBy: partner });
    const findNames = async () => [
      (await partner.call('listReferredSellers')).data[0]!.name,
      (await partner.call('getSeller', { params: { id: seller.id } })).data.name,
    ];
    const { salePlaceId, productId } = await createProductOnSale(api, { seller });
    await createProductOnSale(api, { seller, salePlace: { name: 'Aurora Café' } });
    expect(await findNames()).toEqual(['Padaria Aurora', 'Padaria Aurora']);
    await seller.call('deleteProduct', { params: { id: productId } });
    await seller.call('deleteSalePlace', { params: { id: salePlaceId } });
    expect(await findNames()).toEqual(['Aurora Café', 'Aurora Café']);
    await seller.call('updateBusiness', { body: BUSINESS_BODY });
    expect(await findNames()).toEqual([BUSINESS_BODY.legal_name, BUSINESS_BODY.legal_name]);
  });

  test('paging repeats and skips nothing', async () => {
    const partner = await createPartner();
    const referredIds = [];
    for (let i = 0; i < 7; i++) referredIds.push((await createTestUser(api, { referredBy: partner })).id);
    const listedIds: number[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await partner.call('listReferredBuyers', { query: { cursor, limit: 3 } });
      listedIds.push(...page.data.map(({ id }) => id));
      expect(page.totals === null).toBe(cursor !== undefined);
      cursor = page.next_cursor ?? undefined;
      pages++;
    } while (cursor);
    expect(listedIds).toEqual(referredIds.toReversed());
    expect(pages).toBe(3);
  });

  test('a deleted user is anonymous in the lists', async () => {
    const partner = await createPartner();
    const buyer = await createTestUser(api, { referredBy: partner });
    await createOrder(buyer);
    await api.db.updateTable('orders').set({ state: 'collected' }).where('user_id', '=', buyer.id).execute();
    await api.db
      .updateTable('users')
      .set({ deleted_at: api.clock.now(), name: '' })
      .where('id', '=', buyer.id)
      .execute();
    expect((await partner.call('listReferredBuyers')).data).toMatchObject([{ id: buyer.id, status: 'left' }]);
  });
});

test('sellers are sorted by shop, and both lists by figures, page by page', async () => {
  const partner = await createPartner();
  const ids: Record<string, number> = {};
  for (const name of ['Padaria Zita', 'água-mel', 'Éclair', 'Bolos']) {
    const seller = await createTestUser(api, { isSeller: true, referredBy: partner });
    await createProductOnSale(api, { seller, salePlace: { name } });
    ids[name] = seller.id;
    if (name !== 'Bolos') await createOrder(await createTestUser(api), { seller });
    if (name === 'Éclair') await createOrder(await createTestUser(api), { seller });
  }
  const list = async (sort: ReferralSort, order: 'asc' | 'desc') => {
    const names: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const query = { sort, order, cursor, limit: 1 };
      const page: Reply<'listReferredSellers'> = await partner.call('listReferredSellers', { query });
      names.push(...page.data.map((seller) => seller.first_place));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    return names;
  };
  expect(await list('name', 'asc')).toEqual(['água-mel', 'Bolos', 'Éclair', 'Padaria Zita']);
  expect(await list('name', 'desc')).toEqual(['Padaria Zita', 'Éclair', 'Bolos', 'água-mel']);
  expect(await list('quantity', 'desc')).toEqual(['Éclair', 'água-mel', 'Padaria Zita', 'Bolos']);
  expect(await list('yours', 'asc')).toEqual(['Bolos', 'Padaria Zita', 'água-mel', 'Éclair']);
  expect(await list('created', 'asc')).toEqual(['Padaria Zita', 'água-mel', 'Éclair', 'Bolos']);
});

test.each([
  [
    'pt',
    'shares',
    '"Número";"Por";"Cliente ou vendedor";"Dia (recolha)";"Comprado";"Preço, EUR";"Exato, EUR";"Teu, EUR";"Estado";"Motivo";"Mês"',
    /"comprador";\d+;"2026-11-20";"2026-11-20 12:00";3,99;0,1935;0,19;"aprovada";"levantado";$/,
  ],
  [
    'en',
    'months',
    '"Month","Shares","Exact, EUR","Yours, EUR","Status"',
    /^"2026-11",1,0.1935,0.19,"still counting"$/,
  ],
  [
    'ru',
    'clients',
    '"Клиент";"Статус";"Пакеты";"Сумма, EUR";"Точно, EUR";"Твоё, EUR";"С какого дня"',
    /^\d+;"активен";1;3,99;0,1935;0,19;"2026-11-20"$/,
  ],
  [
    'en',
    'sellers',
    '"Seller","Shop","Name","Status","Packs","Total, EUR","Exact, EUR","Yours, EUR","Since"',
    /^$/,
  ],
] as const)('as a file in %s: %s', async (language, list, head, line) => {
  const partner = await createPartner();
  await createOrder(await createTestUser(api, { referredBy: partner }));
  const { text, headers } = await sendRequest(api, 'exportAffiliateCsv', {
    query: { list },
    token: partner.token,
    language,
  });
  const lines = text.split('\r\n');
  expect(lines[0]).toBe(`\ufeff${head}`);
  expect(lines[1]).toMatch(line);
  expect(headers['content-disposition']).toBe(`attachment; filename="wopack-${list}.csv"`);
});

test("the export has the partner's data; account deletion waits until shares are credited", async () => {
  const partner = await createPartner();
  await createOrder(await createTestUser(api, { referredBy: partner }));
  expect(await partner.call('exportAccount')).toMatchObject({
    shares: [{ side: 'buyer', hundredths: 1935, state: 'approved', reason: 'collected', credit_month: null }],
    share_credits: [],
    link_visits: [],
  });
  await expectApiError(partner.call('deleteAccount', { body: { password: 'sobras1' } }), 5, 'shares');
  await runCreditJobAt('2026-12-01T00:01:00Z');
  await expectApiError(partner.call('deleteAccount', { body: { password: 'sobras1' } }), 5, 'money');
});
