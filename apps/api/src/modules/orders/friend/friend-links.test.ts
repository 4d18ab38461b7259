import { errorCodes } from '@wopack/contract';
import { parseSignedTicket, verifyTicket } from '@wopack/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestCounter,
  createTestUser,
  expectApiError,
  payHold,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { createPaidOrder, handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp, waitUntilBlocked } from '../../../../test/support/test-app.ts';
import { isTakenPinError } from '../pin/pins.queries.ts';
import { renewPins } from '../pin/pins.ts';

const api = useTestApp();
const { conflict, notFound, validation } = errorCodes;
const IN_WINDOW = '2026-11-20T18:00:00Z';
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

const anybody = () => api.client();
const send = async (buyer: TestUser, id: number) =>
  new URL((await buyer.call('createFriendLink', { params: { id } })).url).hash.slice(1);
const takeBack = (buyer: TestUser, id: number) => buyer.call('takeBackFriendLink', { params: { id } });
const look = async (key: string) => (await anybody()('getFriendOrder', { body: { key } })).data;
const open = async (key: string) => (await anybody()('openFriendOrder', { body: { key } })).data;
const getOrder = async (buyer: TestUser, id: number) =>
  (await buyer.call('getOrder', { params: { id } })).data;

/** In the order in which they were sent. */
const mailsTo = async ({ email }: TestUser) => {
  await api.jobs.runDue();
  return api.mails.filter(({ to }) => to === email);
};

/** A paid order of Marta with the key of its link. */
async function createSentOrder(product: Parameters<typeof createPaidOrder>[1] = {}) {
  const order = await createPaidOrder(api, product);
  return { ...order, key: await send(order.buyer, order.id) };
}

describe('a friend', () => {
  test('looks without an account and without a trace; has no PIN before opening', async () => {
    const { key, buyer, id, pin } = await createSentOrder({ product: { allergens: ['gluten', 'milk'] } });
    expect(await look(key)).toMatchObject({
      state: 'unopened',
      from: 'Marta S.',
      product: { name: 'Cesto de fim de tarde', local_name: null },
      sale_place: { name: 'Padaria Aurora', time_zone: 'Europe/Lisbon' },
      allergens: ['gluten', 'milk'],
      pickup_end: '2026-11-20T19:00:00.000Z',
      opened_at: null,
    });
    const text = JSON.stringify(await look(key));
    for (const secret of ['"pin"', 'ticket', 'Salgado', buyer.email]) expect(text).not.toContain(secret);
    expect(await getOrder(buyer, id)).toMatchObject({ pin, friend: { opened_at: null } });
  });

  test('gets a new PIN and code; those of the buyer are void, and both are told', async () => {
    const { key, buyer, id, pin, seller, salePlaceId } = await createSentOrder();
    const { ticket: formerTicket } = await getOrder(buyer, id);
    const friendOrder = await open(key);
    expect(friendOrder).toMatchObject({ state: 'opened', pin: expect.stringMatching(/^\d{4}$/) });
    expect(friendOrder.pin).not.toBe(pin);
    expect(parseSignedTicket(friendOrder.ticket!)).toMatchObject({
      orderId: id,
      version: parseSignedTicket(formerTicket!)!.version + 1,
    });

    const order = await getOrder(buyer, id);
    expect(order).toMatchObject({ state: 'paid', pin: null, friend: { opened_at: FRIDAY_NOON } });
    expect(order.ticket).toBeUndefined();
    expect(order.can_send_to_friend).toBeUndefined();
    const mailsOfOpening = await mailsTo(buyer);
    expect(mailsOfOpening.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Your friend has it now: Cesto de fim de tarde']),
    );
    for (const { text } of mailsOfOpening) expect(text).not.toContain(friendOrder.pin!);

    const counter = await createTestCounter(api, seller, salePlaceId);
    const { voided, ticket_keys } = (await counter.call('getCounter')).data;
    expect(voided).toContainEqual(expect.objectContaining({ order_id: id, version: 1, handed_out: false }));
    expect(await verifyTicket(friendOrder.ticket!, ticket_keys)).toBe(true);
    api.clock.set(IN_WINDOW);
    await expectApiError(handOutOrder(seller, id, pin), validation.code, 'pin');
    const hand_outs = [{ ticket: formerTicket!, handed_out_at: IN_WINDOW }];
    expect((await counter.call('sendCounterHandOuts', { body: { hand_outs } })).data).toMatchObject([
      { result: 'refused' },
    ]);
    expect((await handOutOrder(seller, id, friendOrder.pin!)).data.state).toBe('collected');
    expect((await mailsTo(buyer)).at(-1)!.text).toContain('Your friend has collected');
    expect(await open(key)).toMatchObject({
      state: 'collected',
      pin: null,
      collected_at: expect.any(String),
    });
    expect(await getOrder(buyer, id)).toMatchObject({ state: 'collected', can_rate: true, can_report: true });
  });

  test('is expected at the counter, once the link is opened', async () => {
    const { key, seller, id } = await createSentOrder();
    const isWithFriend = async () =>
      (await seller.call('listSellerOrders', { query: {} })).data.find((order) => order.id === id)!
        .is_with_friend;
    expect(await isWithFriend()).toBeUndefined();
    await open(key);
    expect(await isWithFriend()).toBe(true);
  });

  test('who comes again, or was forwarded the link, sees the same PIN', async () => {
    const { key, buyer, id } = await createSentOrder();
    const { calendar: _, ...first } = await open(key);
    api.clock.advance(3_600_000);
    expect(await open(key)).toMatchObject(first);
    expect(await look(key)).toMatchObject({ state: 'opened', opened_at: FRIDAY_NOON });
    const mails = await mailsTo(buyer);
    expect(mails.filter(({ subject }) => subject.startsWith('Your friend has it'))).toHaveLength(1);
    expect((await getOrder(buyer, id)).friend).toMatchObject({ opened_at: FRIDAY_NOON });
  });

  test('adds the pickup to a calendar without PIN, key or the page of the buyer', async () => {
    const { key, id } = await createSentOrder();
    const { calendar, pin } = await open(key);
    const { body: file, statusCode } = await api.app.inject({ url: calendar! });
    expect(statusCode).toBe(200);
    expect(file.replaceAll('\r\n ', '')).toContain('From a friend. The PIN is on the page of the link.');
    for (const secret of [pin!, key, `/orders/${id}`]) expect(file).not.toContain(secret);
    api.clock.set(IN_WINDOW);
    expect((await open(key)).calendar).toBeUndefined();
  });

  test('reads in their own language, whatever that of the buyer is', async () => {
    const { key } = await createSentOrder();
    const reply = await api.app.inject({
      method: 'POST',
      url: '/api/v1/friend/order',
      payload: { key },
      headers: { 'accept-language': 'ru' },
    });
    expect(reply.json().data.pickup).toMatch(/[а-я]/);
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['an unknown key', async () => 'A'.repeat(43)],
    ['none', async () => ''],
    [
      'one that was taken back',
      async () => {
        const { key, buyer, id } = await createSentOrder();
        await takeBack(buyer, id);
        return key;
      },
    ],
    [
      'one that was replaced',
      async () => {
        const { key, buyer, id } = await createSentOrder();
        await send(buyer, id);
        return key;
      },
    ],
  ])('with %s gets one answer', async (_, createKey) => {
    const key = await createKey();
    for (const call of [look, open])
      await expect(call(key)).rejects.toMatchObject({
        code: notFound.code,
        message: expect.stringMatching(/^This link does not work: it was taken back or replaced/),
      });
  });

  test.each([
    ['cancelOrder', 'cancelled_by_buyer'],
    ['cancelSellerOrder', 'cancelled_by_store'],
  ] as const)('of an order that was called off by %s is told so, opened or not', async (name, state) => {
    for (const isOpened of [true, false]) {
      const { key, buyer, seller, id } = await createSentOrder();
      if (isOpened) await open(key);
      if (name === 'cancelOrder') await buyer.call(name, { params: { id }, body: {} });
      else await seller.call(name, { params: { id }, body: { reason: 'No bread.' } });
      expect(await look(key)).toMatchObject({ state });
      expect(await open(key)).toMatchObject({ state, pin: null });
      expect(await getOrder(buyer, id)).toMatchObject({ refunded_cents: 399 });
    }
  });

  test('has as many packs as the buyer has not given back, with the same PIN', async () => {
    const { productId } = await createProductOnSale(api);
    const buyer = await createTestUser(api);
    const body = { amount: '11.97', currency: 'EUR' as const, productId, quantity: 3 };
    const { id } = await payHold(buyer, await buyer.call('initiatePayment', { body }));
    const key = await send(buyer, id);
    const former = await open(key);
    expect(former).toMatchObject({ quantity: 3 });
    await buyer.call('cancelOrder', { params: { id }, body: { quantity: 1, of: 3 } });
    const { pin, ticket, quantity } = await open(key);
    expect({ pin, quantity }).toEqual({ pin: former.pin, quantity: 2 });
    expect(parseSignedTicket(ticket!)).toMatchObject({
      quantity: 2,
      version: parseSignedTicket(former.ticket!)!.version + 1,
    });
  });

  test('a link ends with the window, what it opened with the hand-out', async () => {
    const { key, buyer, id } = await createSentOrder();
    const other = await createSentOrder();
    await open(other.key);
    api.clock.set('2026-11-20T19:00:00Z');
    expect(await look(key)).toMatchObject({ state: 'unopened' });
    api.clock.advance(1);
    expect(await open(key)).toMatchObject({ state: 'ended', pin: null, opened_at: null });
    await expectApiError(send(buyer, id), conflict.code);
    expect(await open(other.key)).toMatchObject({ state: 'opened', pin: expect.any(String) });
    api.clock.set('2026-11-20T19:30:00.001Z');
    expect(await open(other.key)).toMatchObject({ state: 'ended', pin: null });
    await api.jobs.runScheduled('orders.mark-not-collected');
    expect(await look(other.key)).toMatchObject({ state: 'ended' });
  });
});

describe('the buyer', () => {
  test('of another order cannot send it or take it back', async () => {
    const { id } = await createSentOrder();
    const stranger = await createTestUser(api);
    await expectApiError(send(stranger, id), notFound.code);
    await expectApiError(takeBack(stranger, id), notFound.code);
  });

  test('takes it back while it is unopened, also twice; then it can be sent again', async () => {
    const { buyer, id, key } = await createSentOrder();
    for (let time = 0; time < 2; time++) {
      const { data } = await takeBack(buyer, id);
      expect(data.friend).toBeUndefined();
      expect(data).toMatchObject({ can_send_to_friend: true, pin: expect.any(String) });
    }
    const next = await send(buyer, id);
    expect(next).not.toBe(key);
    await open(next);
    await expectApiError(takeBack(buyer, id), conflict.code);
    await expectApiError(send(buyer, id), conflict.code);
  });

  test('cannot hand over what a draw or waitlist gave them', async () => {
    const { buyer, id } = await createPaidOrder(api);
    const payment = api.db.selectFrom('orders').select('payment_id').where('id', '=', id);
    await api.db.updateTable('payments').set({ is_offer: true }).where('id', '=', payment).execute();
    expect((await getOrder(buyer, id)).can_send_to_friend).toBeUndefined();
    await expect(send(buyer, id)).rejects.toMatchObject({
      code: conflict.code,
      message: expect.stringContaining('a draw or a waitlist'),
    });
  });

  test('cannot send what was collected or cancelled', async () => {
    const { buyer, seller, id, pin, productId } = await createPaidOrder(api);
    const other = await buyProduct(buyer, productId);
    await buyer.call('cancelOrder', { params: { id: other.id }, body: {} });
    api.clock.set(IN_WINDOW);
    await handOutOrder(seller, id, pin);
    for (const order of [id, other.id]) await expectApiError(send(buyer, order), conflict.code);
  });

  test('and what became of their links are in the time line of the console', async () => {
    const { buyer, id } = await createSentOrder();
    await takeBack(buyer, id);
    await open(await send(buyer, id));
    const support = await createTestOperator(api, 'support');
    const { time_line: events } = (await support.call('getAdminOrder', { params: { id } })).data;
    const kinds = events.map(({ kind }) => kind).filter((kind) => kind.includes('friend'));
    expect(kinds.sort()).toEqual(['friend_link_void', 'friend_opened', 'sent_to_friend', 'sent_to_friend']);
  });

  test('is not reminded of what a friend collects, and gets the receipt without a PIN', async () => {
    const { buyer, id, key } = await createSentOrder();
    const { pin } = await open(key);
    const mail = (await mailsTo(buyer)).find(({ text }) => text.includes('PIN:'))!;
    expect(mail.text).toContain('PIN: your friend has it');
    api.clock.set('2026-11-20T17:00:00Z');
    const subjects = (await mailsTo(buyer)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.startsWith('Time for your pack'))).toEqual([]);
    const data = await buyer.call('exportAccount');
    const exported = data.orders!.find((order) => order.id === id)!;
    expect(exported).toMatchObject({ pin: '', friend_links: [{ opened_at: FRIDAY_NOON }] });
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`"${pin}"`));
  });

  test('has the order again when PINs are renewed, because keys of links are lost with the key', async () => {
    const { buyer, id, key } = await createSentOrder();
    await open(key);
    await renewPins(api.context);
    const order = await getOrder(buyer, id);
    expect(order).toMatchObject({ pin: expect.any(String), can_send_to_friend: true });
    expect(order.friend).toBeUndefined();
    await expectApiError(look(key), notFound.code);
  });
});

describe('at the same moment', () => {
  /** Both wait for the order, and get it in this sequence. */
  async function race(
    orderId: number,
    first: () => Promise<unknown>,
    second: () => Promise<unknown>,
  ): Promise<PromiseSettledResult<unknown>['status'][]> {
    const calls: Promise<unknown>[] = [];
    await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('orders').select('id').where('id', '=', orderId).forUpdate().execute();
      for (const call of [first, second]) {
        const running = call();
        running.catch(() => {});
        calls.push(running);
        await waitUntilBlocked(api, calls.length, running);
      }
    });
    return (await Promise.allSettled(calls)).map(({ status }) => status);
  }

  test('opened twice: one new PIN, and the buyer is told once', async () => {
    const { key, id, buyer } = await createSentOrder();
    const pins: (string | null)[] = [];
    const openOnce = async () => pins.push((await open(key)).pin);
    expect(await race(id, openOnce, openOnce)).toEqual(['fulfilled', 'fulfilled']);
    expect(new Set(pins).size).toBe(1);
    const { ticket_version: version } = await api.db
      .selectFrom('orders')
      .select('ticket_version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(version).toBe(2);
    const mails = await mailsTo(buyer);
    expect(mails.filter(({ subject }) => subject.startsWith('Your friend has it'))).toHaveLength(1);
  });

  test('opened and taken back: who comes first has it', async () => {
    const opened = await createSentOrder();
    expect(
      await race(
        opened.id,
        () => open(opened.key),
        () => takeBack(opened.buyer, opened.id),
      ),
    ).toEqual(['fulfilled', 'rejected']);
    expect((await getOrder(opened.buyer, opened.id)).pin).toBeNull();
    const kept = await createSentOrder();
    expect(
      await race(
        kept.id,
        () => takeBack(kept.buyer, kept.id),
        () => open(kept.key),
      ),
    ).toEqual(['fulfilled', 'rejected']);
    expect(await getOrder(kept.buyer, kept.id)).toMatchObject({ pin: kept.pin });
  });

  test('opened and handed out by the old PIN: one of them', async () => {
    const opened = await createSentOrder();
    const collected = await createSentOrder();
    api.clock.set(IN_WINDOW);
    const handOutFormer = ({ seller, id, pin }: typeof opened) => handOutOrder(seller, id, pin);
    expect(
      await race(
        opened.id,
        () => open(opened.key),
        () => handOutFormer(opened),
      ),
    ).toEqual(['fulfilled', 'rejected']);
    expect((await getOrder(opened.buyer, opened.id)).state).toBe('paid');
    expect(
      await race(
        collected.id,
        () => handOutFormer(collected),
        () => open(collected.key),
      ),
    ).toEqual(['fulfilled', 'fulfilled']);
    expect(await open(collected.key)).toMatchObject({ state: 'collected', pin: null, opened_at: null });
  });

  test('opened and cancelled: the money goes back either way, and the friend has no PIN', async () => {
    for (const isOpenedFirst of [true, false]) {
      const { key, buyer, id } = await createSentOrder();
      const cancel = () => buyer.call('cancelOrder', { params: { id }, body: {} });
      const calls = [() => open(key), cancel] as const;
      await (isOpenedFirst ? race(id, ...calls) : race(id, calls[1], calls[0]));
      expect(await open(key)).toMatchObject({ state: 'cancelled_by_buyer', pin: null });
      expect(await getOrder(buyer, id)).toMatchObject({ state: 'cancelled_by_buyer', refunded_cents: 399 });
    }
  });

  test('made twice: the later one lives', async () => {
    const { buyer, id } = await createPaidOrder(api);
    const keys: string[] = [];
    const sendOnce = async () => keys.push(await send(buyer, id));
    expect(await race(id, sendOnce, sendOnce)).toEqual(['fulfilled', 'fulfilled']);
    const answers = await Promise.allSettled(keys.map(look));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

test('a PIN that another order gets at the same moment is drawn again', async () => {
  const { productId, id } = await createPaidOrder(api);
  const other = await buyProduct(await createTestUser(api), productId);
  const taken = api.db.selectFrom('orders').select('pin_hash').where('id', '=', id);
  const change = api.db.updateTable('orders').set({ pin_hash: taken }).where('id', '=', other.id).execute();
  await expect(change).rejects.toSatisfy(isTakenPinError);
  expect(isTakenPinError(new Error('other'))).toBe(false);
});

test('a buyer without a surname is shown by the first name alone', async () => {
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api, { name: 'João' });
  const { id } = await buyProduct(buyer, productId);
  expect(await look(await send(buyer, id))).toMatchObject({ from: 'João' });
});
