import { beforeEach, describe, expect, test } from 'vitest';
import { buy, expectRefusal, type Person, person, shop } from '../../../test/builders.ts';
import { likeOrder } from '../../../test/referred.ts';
import { send } from '../../../test/send.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/test-app.ts';
import { post } from '../ledger/index.ts';
import { approveShares, reverseShares } from './index.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));
const DAY = 86_400_000;

const partner = () => person(api, { is_partner: true, verified: true });
const overview = async ({ call }: Person) => (await call('affiliateOverview')).data;

/** Somebody's order, paid now; collected at once when asked for. */
async function orderOf(
  buyer: Person,
  { collected = true, seller }: { collected?: boolean; seller?: Person } = {},
) {
  const { productId } = await shop(api);
  const sample = (await buy(await person(api), productId)).id;
  const reportUntil = new Date(api.clock.now().getTime() + 3 * DAY);
  const id = await likeOrder(api, sample, { buyer, seller, reportUntil });
  if (collected) await api.db.transaction().execute((trx) => approveShares(trx, id, api.clock.now()));
  return id;
}
const refund = (id: number) =>
  api.db.transaction().execute((trx) => reverseShares(trx, id, 'refunded', api.clock.now()));
const credit = async (at: string) => {
  api.clock.set(at);
  await api.jobs.tick('affiliates.credit');
};
/** As a payout would be booked. */
const payOut = ({ id }: Person, cents: number) =>
  api.db.transaction().execute((trx) =>
    post(trx, {
      kind: 'test_payout',
      reference: `partner:${id}:${cents}`,
      entries: [
        { account: `partner:${id}`, amountCents: cents },
        { account: 'provider', amountCents: -cents },
      ],
      now: api.clock.now(),
    }),
  );

test('a partner who has brought nobody has a link, and zeros', async () => {
  const ines = await partner();
  const nothing = { total: 0, month: 0 };
  const found = await overview(ines);
  expect(found).toEqual({
    ...{ is_partner: true, email_verified: true, ref_code: found.ref_code, month: '2026-11' },
    link: `http://localhost:3000/?ref=${found.ref_code}`,
    ...{ pending_hundredths: 0, approved_hundredths: 0, credited_cents: 0, owed_cents: 0 },
    ...{ next_credit: '2026-12-01', next_payout: '2026-12-05', payout_minimum_cents: 1000 },
    ...{ clients: 0, sellers: 0 },
    ...{ visits: nothing, sign_ups: nothing, buyers: nothing, orders: nothing },
  });
  expect(found.ref_code).toMatch(/^[2-9a-z]{8}$/);
  expect((await ines.call('affiliateMonths')).data).toMatchObject([
    { month: '2026-11', shares: 0, amount_cents: 0, state: 'open', credited_at: null },
  ]);
});

test('visits, sign-ups, first orders, orders: in all and this month', async () => {
  const ines = await partner();
  const { ref_code } = await overview(ines);
  const visit = (code: string) => api.client()('countVisit', { body: { ref_link: code } });
  api.clock.set('2026-10-31T23:59:59Z');
  await visit(ref_code);
  const early = await person(api, { broughtBy: ines });
  await orderOf(early);
  api.clock.set('2026-11-01T00:00:00Z');
  // A code told by word of mouth comes in any letters.
  await visit(ref_code.toUpperCase());
  await visit(ref_code);
  await visit('nobody99');
  await person(api, { broughtBy: ines });
  await orderOf(early);
  const seller = await person(api, { is_owner: true, broughtBy: ines });
  await orderOf(await person(api), { seller });
  await refund(await orderOf(early));
  expect(await overview(ines)).toMatchObject({
    visits: { total: 3, month: 2 },
    sign_ups: { total: 3, month: 2 },
    buyers: { total: 2, month: 1 },
    orders: { total: 3, month: 2 },
    ...{ clients: 2, sellers: 1 },
  });
});

test('visits to the link of somebody who is no partner are not counted', async () => {
  const plain = await person(api);
  const { ref_code } = await overview(plain);
  await api.client()('countVisit', { body: { ref_link: ref_code } });
  expect((await overview(plain)).visits.total).toBe(0);
});

test('what is pending, approved, credited and owed', async () => {
  const ines = await partner();
  const buyer = await person(api, { broughtBy: ines });
  await orderOf(buyer, { collected: false });
  await orderOf(buyer);
  await orderOf(buyer);
  expect(await overview(ines)).toMatchObject({ pending_hundredths: 1935, approved_hundredths: 3870 });
  await credit('2026-12-01T00:01:00Z');
  // The pending one was approved meanwhile, when nobody could report it any more.
  expect(await overview(ines)).toMatchObject({
    ...{ month: '2026-12', pending_hundredths: 0, approved_hundredths: 0 },
    ...{ credited_cents: 58, owed_cents: 58, next_credit: '2027-01-01', next_payout: '2026-12-05' },
  });
  await payOut(ines, 58);
  expect(await overview(ines)).toMatchObject({ credited_cents: 58, owed_cents: 0 });
});

test('months, newest first, with what became of each', async () => {
  const ines = await partner();
  const buyer = await person(api, { broughtBy: ines });
  const first = await orderOf(buyer);
  await credit('2026-12-01T00:01:00Z');
  await payOut(ines, 19);
  await refund(first);
  for (let i = 0; i < 3; i++) await orderOf(buyer);
  await credit('2027-01-01T00:01:00Z');
  await orderOf(buyer, { collected: false });
  const { data, next_cursor } = await ines.call('affiliateMonths');
  expect(data).toEqual([
    {
      ...{ month: '2027-01', shares: 1, amount_cents: 19, hundredths: 1935 },
      ...{ state: 'open', credited_at: null },
    },
    {
      ...{ month: '2026-12', shares: 4, amount_cents: 39, hundredths: 3870 },
      ...{ state: 'credited', credited_at: '2027-01-01T00:01:00.000Z' },
    },
    {
      ...{ month: '2026-11', shares: 1, amount_cents: 19, hundredths: 1935 },
      ...{ state: 'paid_out', credited_at: '2026-12-01T00:01:00.000Z' },
    },
  ]);
  expect(next_cursor).toBeNull();
  const page = await ines.call('affiliateMonths', { query: { limit: 2 } });
  expect(page.next_cursor).toBe('2026-12');
  const rest = await ines.call('affiliateMonths', { query: { cursor: page.next_cursor!, limit: 2 } });
  expect(rest).toMatchObject({ data: [{ month: '2026-11' }], next_cursor: null });
});

test('each share says its state and why', async () => {
  const ines = await partner();
  const buyer = await person(api, { broughtBy: ines });
  const back = await orderOf(buyer);
  await credit('2026-12-01T00:01:00Z');
  await refund(back);
  await refund(await orderOf(buyer));
  await orderOf(buyer);
  await orderOf(buyer, { collected: false });
  const { data } = await ines.call('affiliateShares', { query: { person_id: buyer.id } });
  expect(data.map(({ hundredths, state, reason }) => [hundredths, state, reason])).toEqual([
    [1935, 'pending', 'paid'],
    [1935, 'approved', 'collected'],
    [1935, 'reversed', 'refunded'],
    [-1935, 'approved', 'refunded'],
    [1935, 'credited', 'collected'],
  ]);
  const of = async (query: object) => (await ines.call('affiliateShares', { query })).data.length;
  expect(await of({ month: '2026-11' })).toBe(1);
  expect(await of({ month: '2026-12' })).toBe(3);
  expect(await of({ side: 'seller' })).toBe(0);
  await payOut(ines, 19);
  expect((await ines.call('affiliateShares', { query: { month: '2026-11' } })).data[0]?.state).toBe(
    'paid_out',
  );
});

describe('the people a partner brought', () => {
  test('clients with what they bought and what it earned; what was taken back counts no more', async () => {
    const ines = await partner();
    const buyer = await person(api, { broughtBy: ines });
    api.clock.set('2026-10-05T12:00:00Z');
    await orderOf(buyer);
    const back = await orderOf(buyer);
    await credit('2026-11-01T00:01:00Z');
    await refund(back);
    await refund(await orderOf(buyer));
    api.clock.set('2026-11-15T12:00:00Z');
    const fresh = await person(api, { broughtBy: ines });
    const { data, totals } = await ines.call('affiliateClients');
    expect(data).toEqual([
      {
        ...{ id: fresh.id, status: 'new', quantity: 0, total_cents: 0, yours_hundredths: 0 },
        ...{ created_at: '2026-11-15T12:00:00.000Z', last_order_at: null },
      },
      {
        ...{ id: buyer.id, status: 'paused', quantity: 1, total_cents: 399, yours_hundredths: 1935 },
        ...{ created_at: FRIDAY_NOON, last_order_at: '2026-10-05T12:00:00.000Z' },
      },
    ]);
    expect(totals).toEqual({ people: 2, quantity: 1, total_cents: 399, yours_hundredths: 1935 });
    expect((await ines.call('affiliateClient', { params: { id: buyer.id } })).data).toEqual(data[1]);
    await expectRefusal((await partner()).call('affiliateClient', { params: { id: buyer.id } }), 4);
  });

  test('sellers by the venue everybody sees; who buys too is among the clients as well', async () => {
    const ines = await partner();
    const seller = await person(api, { is_owner: true, broughtBy: ines });
    expect((await ines.call('affiliateSellers')).data).toMatchObject([
      { name: null, places: 0, status: 'new' },
    ]);
    expect((await ines.call('affiliateClients')).data).toEqual([]);
    await shop(api, { seller });
    await shop(api, { seller, place: { name: 'Aurora Café' } });
    await orderOf(await person(api), { seller });
    await orderOf(seller);
    expect((await ines.call('affiliateSellers')).data).toMatchObject([
      { id: seller.id, name: 'Padaria Aurora', places: 2, status: 'active', quantity: 1 },
    ]);
    expect((await ines.call('affiliateClients')).data).toMatchObject([{ id: seller.id, quantity: 1 }]);
  });

  test('page by page, none twice and none missing', async () => {
    const ines = await partner();
    const brought = [];
    for (let i = 0; i < 7; i++) brought.push((await person(api, { broughtBy: ines })).id);
    const seen: number[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await ines.call('affiliateClients', { query: { cursor, limit: 3 } });
      seen.push(...page.data.map(({ id }) => id));
      expect(page.totals === null).toBe(cursor !== undefined);
      cursor = page.next_cursor ?? undefined;
      pages++;
    } while (cursor);
    expect(seen).toEqual(brought.toReversed());
    expect(pages).toBe(3);
  });

  test('somebody who left is nobody', async () => {
    const ines = await partner();
    const buyer = await person(api, { broughtBy: ines });
    await orderOf(buyer);
    await api.db.updateTable('orders').set({ state: 'collected' }).where('user_id', '=', buyer.id).execute();
    await api.db
      .updateTable('users')
      .set({ deleted_at: api.clock.now(), name: '' })
      .where('id', '=', buyer.id)
      .execute();
    expect((await ines.call('affiliateClients')).data).toMatchObject([{ id: buyer.id, status: 'left' }]);
  });
});

test.each([
  [
    'pt',
    'shares',
    'Número,Por,Cliente ou vendedor,Desde,"Preço, EUR","Teu, EUR",Estado,Motivo,Mês',
    /comprador,\d+,2026-11-20T12:00:00.000Z,3.99,0.1935,aprovada,levantado,$/,
  ],
  [
    'en',
    'months',
    'Month,Shares,"Exact, EUR","Credited, EUR",State',
    /^2026-11,1,0.1935,0.19,still counting$/,
  ],
  [
    'ru',
    'clients',
    'Клиент,Статус,Пакеты,"Сумма, EUR","Твоё, EUR",С какого дня',
    /^\d+,активен,1,3.99,0.1935,/,
  ],
  ['en', 'sellers', 'Seller,Name,Status,Packs,"Total, EUR","Yours, EUR",Since', /^$/],
] as const)('as a file in %s: %s', async (language, list, head, line) => {
  const ines = await partner();
  await orderOf(await person(api, { broughtBy: ines }));
  const { text, headers } = await send(api, 'affiliateCsv', { query: { list }, token: ines.token, language });
  const lines = text.split('\r\n');
  expect(lines[0]).toBe(`\ufeff${head}`);
  expect(lines[1]).toMatch(line);
  expect(headers['content-disposition']).toBe(`attachment; filename="wopack-${list}.csv"`);
});

test('what is kept of a partner is theirs to take along; leaving waits until it is credited', async () => {
  const ines = await partner();
  await orderOf(await person(api, { broughtBy: ines }));
  expect(await ines.call('exportAccount')).toMatchObject({
    shares: [{ side: 'buyer', hundredths: 1935, state: 'approved', reason: 'collected', credit_month: null }],
    share_credits: [],
    link_visits: [],
  });
  await expectRefusal(ines.call('deleteAccount', { body: { password: 'sobras1' } }), 5, 'shares');
  await credit('2026-12-01T00:01:00Z');
  await expectRefusal(ines.call('deleteAccount', { body: { password: 'sobras1' } }), 5, 'money');
});
