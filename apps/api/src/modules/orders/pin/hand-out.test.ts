import { endpoints } from '@wopack/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { buildWrongPin, createPaidOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp, waitUntilBlocked } from '../../../../test/support/test-app.ts';
import { injectRequest, sendRequest } from '../../../../test/support/test-request.ts';
import { protectPin } from './pins.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const getOrder = async (buyer: TestUser, id: number) =>
  (await buyer.call('getOrder', { params: { id } })).data;

describe('hand-out', () => {
  test.each([
    ['16:59:59', false],
    ['17:00:00', true],
    ['19:30:00', true],
    ['19:30:01', false],
  ])('at %s: %s', async (time, isAllowed) => {
    const { seller, id, pin, buyer } = await createPaidOrder(api);
    api.clock.set(`2026-11-20T${time}Z`);
    const [listedOrder] = (await seller.call('listSellerOrders')).data;
    expect(listedOrder!.can_hand_out).toBe(isAllowed);
    if (isAllowed)
      expect((await handOutOrder(seller, id, pin)).data).toMatchObject({
        id,
        state: 'collected',
        can_hand_out: false,
      });
    else await expectApiError(handOutOrder(seller, id, pin), 5);
    expect((await getOrder(buyer, id)).state).toBe(isAllowed ? 'collected' : 'paid');
  });

  test('is idempotent, also long after the window', async () => {
    const { seller, id, pin } = await createPaidOrder(api);
    api.clock.set('2026-11-20T18:00:00Z');
    const first = (await handOutOrder(seller, id, pin)).data;
    const all = await Promise.all(Array.from({ length: 5 }, () => handOutOrder(seller, id, pin)));
    api.clock.set('2026-11-25T12:00:00Z');
    const lateOrder = (await handOutOrder(seller, id, pin)).data;
    for (const { data } of all) expect(data).toEqual(first);
    expect(lateOrder).toMatchObject({ state: 'collected', collected_at: first.collected_at });
  });

  test('of several disputes one that is lost decides', async () => {
    const { seller, id, pin, buyer } = await createPaidOrder(api);
    api.clock.set('2026-11-20T18:00:00Z');
    const { payment_id } = await api.db
      .selectFrom('orders')
      .select('payment_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (const status of ['lost', 'won'] as const)
      await api.db
        .insertInto('disputes')
        .values({
          payment_id,
          provider_ref: `dp_${status}_${id}`,
          amount_cents: 100,
          reason: 'fraudulent',
          status,
          opened_at: api.clock.now(),
          checked_at: api.clock.now(),
        })
        .execute();
    expect(await getOrder(buyer, id)).toMatchObject({ dispute: 'lost', pin: null });
    await expectApiError(handOutOrder(seller, id, pin), 5);
  });

  test('waits for a dispute that is lost at this moment, and refuses', async () => {
    const { seller, id, pin, buyer } = await createPaidOrder(api);
    api.clock.set('2026-11-20T18:00:00Z');
    const isLocked = Promise.withResolvers<void>();
    const isBlocked = Promise.withResolvers<void>();
    const losing = api.db.transaction().execute(async (trx) => {
      const { payment_id } = await trx
        .selectFrom('orders')
        .select('payment_id')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('disputes')
        .values({
          payment_id,
          provider_ref: `dp_${id}`,
          amount_cents: 399,
          reason: 'fraudulent',
          status: 'lost',
          opened_at: api.clock.now(),
          checked_at: api.clock.now(),
        })
        .execute();
      isLocked.resolve();
      await isBlocked.promise;
    });
    await isLocked.promise;
    const call = handOutOrder(seller, id, pin);
    await waitUntilBlocked(api, 1, call);
    isBlocked.resolve();
    await losing;
    await expectApiError(call, 5);
    expect((await getOrder(buyer, id)).state).toBe('paid');
  });

  test('refuses the PIN of another order', async () => {
    const { seller, productId, id } = await createPaidOrder(api);
    const other = await buyProduct(await createTestUser(api), productId);
    api.clock.set('2026-11-20T18:00:00Z');
    await expectApiError(handOutOrder(seller, id, other.pin!), 1, 'pin');
  });

  test('by another seller reports the order as missing and counts no attempt', async () => {
    const { id, pin, seller } = await createPaidOrder(api);
    const other = (await createProductOnSale(api)).seller;
    api.clock.set('2026-11-20T18:00:00Z');
    for (let i = 0; i < 6; i++) await expectApiError(handOutOrder(other, id, buildWrongPin(pin)), 4);
    expect((await handOutOrder(seller, id, pin)).data.state).toBe('collected');
  });

  test('a scanned ticket of another shop or sale place, or of an order that is over, is no wrong try', async () => {
    const { seller, salePlaceId: placeId, id, pin, productId } = await createPaidOrder(api);
    const stranger = await createPaidOrder(api);
    const elsewhere = await createProductOnSale(api, { seller, salePlace: { name: 'Quiosque Aurora' } });
    const ofElsewhere = await buyProduct(await createTestUser(api), elsewhere.productId);
    const over = await buyProduct(await createTestUser(api), productId);
    api.clock.set('2026-11-20T18:00:00Z');
    await handOutOrder(seller, over.id, over.pin!);
    const scan = (order_id: number, ticketPin: string) =>
      seller.call('checkPin', { body: { sale_place_id: placeId, pin: ticketPin, order_id } });
    for (let time = 0; time < 6; time++) {
      await expectApiError(scan(stranger.id, stranger.pin), 4);
      await expectApiError(scan(ofElsewhere.id, ofElsewhere.pin!), 5);
      await expectApiError(scan(over.id, over.pin!), 5);
    }
    await expect(scan(ofElsewhere.id, ofElsewhere.pin!)).rejects.toMatchObject({
      message: expect.stringContaining('Quiosque Aurora'),
    });
    expect((await scan(id, pin)).data).toMatchObject({ id });
    // With a PIN that is not its own a ticket is one, so that PINs cannot be tried in this way.
    for (let time = 0; time < 5; time++) await expectApiError(scan(id, buildWrongPin(pin)), 1, 'pin');
    await expectApiError(scan(id, pin), 7);
  });

  test('a PIN finds its open order, not a collected one', async () => {
    const { seller, salePlaceId: placeId, id, pin } = await createPaidOrder(api);
    const checkPin = () => seller.call('checkPin', { body: { sale_place_id: placeId, pin } });
    expect((await checkPin()).data).toMatchObject({
      id,
      client: 'Marta S.',
      state: 'paid',
      product: { name: 'Cesto de fim de tarde' },
    });
    api.clock.set('2026-11-20T18:00:00Z');
    await handOutOrder(seller, id, pin);
    await expectApiError(checkPin(), 1, 'pin');
  });

  test.each(['', '123', '12345', 'abcd', ' 123', '１２３４'])(
    '%j is no PIN and counts no attempt',
    async (pin) => {
      const { seller, salePlaceId: placeId, id } = await createPaidOrder(api);
      for (let i = 0; i < 6; i++) await expectApiError(handOutOrder(seller, id, pin), 1, 'pin');
      await expectApiError(seller.call('checkPin', { body: { sale_place_id: placeId, pin } }), 1, 'pin');
    },
  );
});

describe('five wrong PINs block further attempts for a minute', () => {
  const waitSeconds = (tryHandOut: Promise<unknown>) =>
    tryHandOut.then(
      () => 0,
      ({ code, retryAfter }: { code: number; retryAfter: number }) => (code === 7 ? retryAfter : -1),
    );

  test('in sequence', async () => {
    const { seller, id, pin } = await createPaidOrder(api);
    api.clock.set('2026-11-20T18:00:00Z');
    for (let i = 0; i < 5; i++) await expectApiError(handOutOrder(seller, id, buildWrongPin(pin)), 1, 'pin');
    expect(await waitSeconds(handOutOrder(seller, id, pin))).toBe(60);
    api.clock.advance(59_000);
    expect(await waitSeconds(handOutOrder(seller, id, pin))).toBe(1);
    api.clock.advance(1000);
    expect((await handOutOrder(seller, id, pin)).data.state).toBe('collected');
  });

  test('concurrently: five are compared, the others wait', async () => {
    const { seller, id, pin, buyer } = await createPaidOrder(api);
    api.clock.set('2026-11-20T18:00:00Z');
    const tries = Array.from({ length: 30 }, () =>
      handOutOrder(seller, id, buildWrongPin(pin)).catch(({ code }: { code: number }) => code),
    );
    const codes = await Promise.all(tries);
    expect(codes.filter((code) => code === 1)).toHaveLength(5);
    expect(codes.filter((code) => code === 7)).toHaveLength(25);
    expect((await getOrder(buyer, id)).state).toBe('paid');
  });

  test('counted over both calls', async () => {
    const { seller, salePlaceId: placeId, id, pin } = await createPaidOrder(api);
    api.clock.set('2026-11-20T18:00:00Z');
    const checkPin = () =>
      seller.call('checkPin', { body: { sale_place_id: placeId, pin: buildWrongPin(pin) } });
    for (let i = 0; i < 3; i++) await expectApiError(checkPin(), 1, 'pin');
    for (let i = 0; i < 2; i++) await expectApiError(handOutOrder(seller, id, buildWrongPin(pin)), 1, 'pin');
    expect(await waitSeconds(checkPin())).toBe(60);
  });

  test('right PINs do not reset the count, nor does the PIN of a collected order', async () => {
    const { seller, salePlaceId: placeId, productId, id, pin } = await createPaidOrder(api);
    const collected = await buyProduct(await createTestUser(api), productId);
    api.clock.set('2026-11-20T18:00:00Z');
    await handOutOrder(seller, collected.id, collected.pin!);
    for (let i = 0; i < 4; i++) await expectApiError(handOutOrder(seller, id, buildWrongPin(pin)), 1, 'pin');
    expect((await seller.call('checkPin', { body: { sale_place_id: placeId, pin } })).data.id).toBe(id);
    expect((await handOutOrder(seller, collected.id, collected.pin!)).data.state).toBe('collected');
    expect((await handOutOrder(seller, id, pin)).data.state).toBe('collected');
    await expectApiError(handOutOrder(seller, id, buildWrongPin(pin)), 1, 'pin');
    expect(await waitSeconds(handOutOrder(seller, id, pin))).toBe(60);
  });

  test('right and wrong ones concurrently: five wrong ones are compared', async () => {
    const { seller, id, pin } = await createPaidOrder(api);
    api.clock.set('2026-11-20T18:00:00Z');
    const tries = Array.from({ length: 40 }, (_, i) =>
      handOutOrder(seller, id, i % 2 ? buildWrongPin(pin) : pin).then(
        () => 0,
        ({ code }: { code: number }) => code,
      ),
    );
    const codes = await Promise.all(tries);
    expect(codes.filter((code) => code === 1)).toHaveLength(5);
    expect(await waitSeconds(handOutOrder(seller, id, pin))).toBe(60);
  });

  test('only attempts of the last ten minutes count', async () => {
    const { seller, id, pin } = await createPaidOrder(api);
    const tryAt = (time: string, code: number) => {
      api.clock.set(`2026-11-20T${time}Z`);
      return expectApiError(handOutOrder(seller, id, buildWrongPin(pin)), code);
    };
    for (const time of ['18:00:00', '18:04:00', '18:08:00', '18:09:59']) await tryAt(time, 1);
    await tryAt('18:10:00', 1);
    await tryAt('18:13:59', 1);
    await tryAt('18:14:58', 7);
    for (const time of ['18:14:59', '18:15:00', '18:15:01', '18:15:02', '18:15:03']) await tryAt(time, 1);
    await tryAt('18:15:04', 7);
  });

  test('per sale place, not per seller', async () => {
    const first = await createPaidOrder(api);
    const second = await createPaidOrder(api, { seller: first.seller });
    api.clock.set('2026-11-20T18:00:00Z');
    for (let i = 0; i < 5; i++)
      await expectApiError(handOutOrder(first.seller, first.id, buildWrongPin(first.pin)), 1, 'pin');
    expect((await handOutOrder(second.seller, second.id, second.pin)).data.state).toBe('collected');
  });
});

test.each(['checkPin', 'handOut'] as const)('%s has a rate limit of its own', async (name) => {
  const { seller, salePlaceId: placeId, id, pin } = await createPaidOrder(api);
  api.clock.set('2026-11-20T18:00:00Z');
  const { method, path } = endpoints[name];
  const tryHandOut = () =>
    injectRequest(api, method, path.replace('{id}', String(id)), {
      payload: JSON.stringify({ sale_place_id: placeId, pin }),
      headers: { authorization: `Bearer ${seller.token}`, 'content-type': 'application/json' },
      remoteAddress: '203.0.113.24',
    });
  for (let i = 0; i < 30; i++) expect((await tryHandOut()).status).toBe(200);
  const refused = await tryHandOut();
  expect(refused).toMatchObject({ status: 429, body: { code: 7 } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('replies to sellers contain neither PIN nor more of the buyer than first name and initial', async () => {
  const { seller, salePlaceId: placeId, id, buyer, productId } = await createPaidOrder(api);
  // Four digits that occur nowhere else in the replies.
  const pin = '9041';
  const kept = protectPin(api.context.secrets, placeId, pin);
  await api.db.updateTable('orders').set(kept).where('id', '=', id).execute();
  api.clock.set('2026-11-20T18:00:00Z');
  const raw = [];
  const call: typeof sendRequest = (test, name, sending) =>
    sendRequest(test, name, { token: seller.token, ...sending });
  raw.push(
    await call(api, 'listSellerOrders'),
    await call(api, 'listSellerOrders', { query: { date: '2026-11-20', sale_place_id: placeId } }),
  );
  raw.push(
    await call(api, 'getSellerToday'),
    await call(api, 'listMyProducts'),
    await call(api, 'listMySalePlaces'),
  );
  raw.push(
    await call(api, 'getOffer', { params: { id: productId } }),
    await call(api, 'getOrder', { params: { id } }),
  );
  raw.push(await call(api, 'checkPin', { body: { sale_place_id: placeId, pin } }));
  raw.push(await call(api, 'handOut', { params: { id }, body: { pin: buildWrongPin(pin) } }));
  raw.push(
    await call(api, 'handOut', { params: { id }, body: { pin } }),
    await call(api, 'listSellerOrders'),
  );
  for (const { text } of raw) {
    expect(text).not.toMatch(new RegExp(`"pin":"|(?<!\\d)${pin}(?!\\d)`));
    for (const secret of [buyer.email, 'Salgado', buyer.token]) expect(text).not.toContain(secret);
  }
  expect(raw[0]!.text).toContain('Marta S.');
});

test('half an hour after the window an order counts as not collected, and the sale stands', async () => {
  const { buyer, seller, id, pin } = await createPaidOrder(api);
  api.clock.set('2026-11-20T19:30:00Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
  expect((await getOrder(buyer, id)).state).toBe('paid');
  api.clock.set('2026-11-20T19:30:01Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
  expect(await getOrder(buyer, id)).toMatchObject({ state: 'not_collected', pin: null, refunded_cents: 0 });
  await expectApiError(handOutOrder(seller, id, pin), 5);
  await api.jobs.runScheduled('orders.mark-not-collected');
  expect((await getOrder(buyer, id)).state).toBe('not_collected');
});
