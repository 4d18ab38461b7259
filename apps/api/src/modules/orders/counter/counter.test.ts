import { type Endpoint, type EndpointName, endpoints, errorCodes, hasMemberRight } from '@wopack/contract';
import { parseSignedTicket, verifyTicket } from '@wopack/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addMember,
  addTestCounter,
  buyProduct,
  createProductOnSale,
  createTestCounter,
  createTestUser,
  expectApiError,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../../../../test/support/sample-requests.ts';
import { useTestApp, waitUntilBlocked } from '../../../../test/support/test-app.ts';
import { sendRequest } from '../../../../test/support/test-request.ts';
import { insertTicketKey } from './counter.queries.ts';

const api = useTestApp();
const { conflict, notAllowed, notFound, notSignedIn, tooMany, validation } = errorCodes;

describe('pairing', () => {
  const createSeller = () => createProductOnSale(api, { seller: undefined });

  test('a code works once, in any spelling, for ten minutes', async () => {
    const { seller, salePlaceId } = await createSeller();
    const { data } = await seller.call('addCounter', {
      body: { name: 'Tablet da Trindade', sale_place_id: salePlaceId },
    });
    expect(data.code).toMatch(/^[A-HJ-NP-Z2-9]{6}$/);
    const code = `${data.code.slice(0, 3)} ${data.code.slice(3)}`.toLowerCase();
    const { token } = (await api.client()('pairCounter', { body: { code } })).data;
    expect((await api.client(token)('getCounter')).data).toMatchObject({
      device: { id: data.counter.id, name: 'Tablet da Trindade' },
      sale_place: { id: salePlaceId },
    });
    await expectApiError(api.client()('pairCounter', { body: { code } }), validation.code);
    const late = await addTestCounter(api, seller, salePlaceId);
    api.clock.advance(10 * 60_000);
    await expectApiError(api.client()('pairCounter', { body: { code: late.code } }), validation.code);
  });

  test('two counters of a shop have different names; one that was ended leaves its name free', async () => {
    const { seller, salePlaceId } = await createSeller();
    const add = (name: string, id = salePlaceId) =>
      seller.call('addCounter', { body: { name, sale_place_id: id } });
    const { counter } = (await add('Caixa 1')).data;
    await expectApiError(add(' caixa 1 '), validation.code, 'name');
    const other = await createProductOnSale(api, { seller, salePlace: { name: 'Quiosque' } });
    await add('Caixa 1', other.salePlaceId);
    await seller.call('endCounter', { params: { id: counter.id } });
    await add('Caixa 1');
  });

  test('a new code takes over from the device before; ending it refuses the next call', async () => {
    const { seller, salePlaceId } = await createSeller();
    const first = await createTestCounter(api, seller, salePlaceId);
    const params = { id: first.deviceId };
    const { code } = (await seller.call('renewCounterCode', { params })).data;
    await first.call('getCounter');
    const { token } = (await api.client()('pairCounter', { body: { code } })).data;
    await expectApiError(first.call('getCounter'), notSignedIn.code);
    await seller.call('endCounter', { params });
    await expectApiError(api.client(token)('getCounter'), notSignedIn.code);
    await expectApiError(seller.call('endCounter', { params }), notFound.code);
    expect((await seller.call('listCounters')).data).toEqual([]);
  });

  test('ends with its sale place, and so do its names', async () => {
    const { seller } = await createSeller();
    const { salePlaceId } = await createProductOnSale(api, { seller, salePlace: { name: 'Quiosque' } });
    const counter = await createTestCounter(api, seller, salePlaceId);
    const { counter: waiting, code } = (
      await seller.call('addCounter', { body: { name: 'Caixa', sale_place_id: salePlaceId } })
    ).data;
    await seller.call('addCounterName', { body: { name: 'Rosa', sale_place_id: salePlaceId } });
    await seller.call('deleteSalePlace', { params: { id: salePlaceId } });
    await expectApiError(counter.call('getCounter'), notSignedIn.code);
    await expectApiError(api.client()('pairCounter', { body: { code } }), validation.code);
    for (const id of [waiting.id, counter.deviceId])
      await expectApiError(seller.call('renewCounterCode', { params: { id } }), notFound.code);
    expect((await seller.call('listCounters')).data).toEqual([]);
    expect((await seller.call('listCounterNames')).data).toEqual([]);
    const ended = await api.db
      .selectFrom('devices')
      .select('id')
      .where('sale_place_id', '=', salePlaceId)
      .where('ended_at', 'is not', null)
      .execute();
    expect(ended).toHaveLength(2);
  });

  test('a name that is added twice at the same moment is on the list once', async () => {
    const { seller, salePlaceId } = await createSeller();
    const add = () => seller.call('addCounterName', { body: { name: 'Rosa', sale_place_id: salePlaceId } });
    const { answers } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('businesses').select('id').where('id', '=', seller.id).forUpdate().execute();
      const calls = [add(), add()];
      for (const call of calls) call.catch(() => {});
      await waitUntilBlocked(api, calls.length, ...calls);
      return { answers: calls };
    });
    const states = (await Promise.allSettled(answers)).map(({ status }) => status);
    expect(states.sort()).toEqual(['fulfilled', 'rejected']);
    expect((await seller.call('listCounterNames')).data).toHaveLength(1);
  });

  const pairFrom = (remoteAddress: string, code: string) =>
    api.app.inject({ method: 'POST', url: '/api/v1/counter/pair', payload: { code }, remoteAddress });

  test('twenty wrong codes an hour from one network', async () => {
    const { seller, salePlaceId } = await createSeller();
    const { code } = await addTestCounter(api, seller, salePlaceId);
    const pair = (text: string) => pairFrom('198.51.100.7', text);
    for (let count = 0; count < 20; count++) expect((await pair('AAAAAA')).statusCode).toBe(422);
    expect((await pair(code)).json()).toMatchObject({ code: tooMany.code });
  });

  test('the fifth wrong try ends the code whose first characters it has, from wherever it comes, and no other', async () => {
    const { seller, salePlaceId } = await createSeller();
    let added = 0;
    const add = async () => {
      const body = { name: `Caixa ${++added}`, sale_place_id: salePlaceId };
      return (await seller.call('addCounter', { body })).data;
    };
    const meant = await add();
    let other = await add();
    while (other.code.startsWith(meant.code.slice(0, 2))) other = await add();
    const wrongCode = meant.code.slice(0, 2) + (meant.code.endsWith('2222') ? '3333' : '2222');
    for (let count = 1; count <= 4; count++) await pairFrom(`198.51.100.${count}`, wrongCode);
    const find = async () =>
      (await seller.call('listCounters')).data.find(({ id }) => id === meant.counter.id)!;
    expect(await find()).toMatchObject({ has_wrong_tries: false, code_expires_at: expect.any(String) });
    await pairFrom('198.51.100.5', wrongCode);
    expect(await find()).toMatchObject({ has_wrong_tries: true, code_expires_at: null });
    expect((await pairFrom('198.51.100.6', meant.code)).statusCode).toBe(422);
    expect((await pairFrom('198.51.100.6', other.code)).statusCode).toBe(200);
    const { code } = (await seller.call('renewCounterCode', { params: { id: meant.counter.id } })).data;
    expect((await pairFrom('198.51.100.5', code)).statusCode).toBe(200);
    expect(await find()).toMatchObject({ has_wrong_tries: false, paired_at: expect.any(String) });
  });

  test('activity says who added, renewed and ended a device, and when it was paired', async () => {
    const { seller, salePlaceId } = await createSeller();
    const body = { name: 'Caixa', sale_place_id: salePlaceId };
    const { counter, code } = (await seller.call('addCounter', { body })).data;
    await api.client()('pairCounter', { body: { code } });
    await seller.call('renewCounterCode', { params: { id: counter.id } });
    const other = await createTestCounter(api, seller, salePlaceId);
    const query = { device_id: counter.id };
    const reply = await seller.call('listActivity', { query });
    expect(reply.devices.map(({ id }) => id)).toEqual([counter.id, other.deviceId]);
    await seller.call('endCounter', { params: { id: counter.id } });
    const { data } = await seller.call('listActivity', { query });
    expect(data.map(({ kind, by, device }) => [kind, by?.id ?? null, device])).toEqual([
      ['device_ended', seller.id, 'Caixa'],
      ['device_code_renewed', seller.id, 'Caixa'],
      ['device_paired', null, 'Caixa'],
      ['device_added', seller.id, 'Caixa'],
    ]);
    const { text } = await sendRequest(api, 'exportActivity', { token: seller.token, query });
    expect(text).toMatch(/"?Caixa"?,"?device paired"?,.*,"?Caixa"?,\r\n/);
  });
});

describe('a device calls what a counter person may, of its sale place, and nothing else', () => {
  let fixtures: Fixtures;
  beforeAll(async () => {
    fixtures = await createFixtures(api);
  });
  const names = Object.keys(endpoints) as EndpointName[];
  /** Their samples are of the seller's second product. */
  const OF_ANOTHER_SALE_PLACE: EndpointName[] = [
    'updateSlotQuantity',
    'markSlotSoldOut',
    'answerStockQuestion',
  ];

  test.each(names.filter((name) => endpoints[name].auth !== 'public'))('%s', async (name) => {
    const { auth, businessRight, devices }: Endpoint = endpoints[name];
    const isAllowed = auth === 'device' || (devices === true && hasMemberRight('counter', businessRight!));
    if (auth === 'device' || auth === 'member') expect(devices === true && !isAllowed).toBe(false);
    const request = await sampleRequests[name](fixtures, fixtures.counter);
    const { status, body } = await sendRequest(api, name, { ...request, token: fixtures.counter.token });
    if (auth === 'operator') expect(body.code).toBe(notSignedIn.code);
    else if (OF_ANOTHER_SALE_PLACE.includes(name)) expect(body.code).toBe(notFound.code);
    else if (isAllowed) expect(status).toBe(200);
    else expect(body.code).toBe(notAllowed.code);
  });

  test('the stock of its own sale place changes', async () => {
    const { call } = fixtures.counter;
    const week = (await call('getSellerWeek', { query: { sale_place_id: fixtures.salePlaceId } })).data;
    const slot = week.packs[0]!.days[0]!.slot!;
    const params = { id: slot.id };
    expect(
      (await call('updateSlotQuantity', { params, body: { quantity: slot.quantity + 1 } })).data.left,
    ).toBe(slot.left + 1);
    expect((await call('markSlotSoldOut', { params })).data).toMatchObject({ left: 0, sold_out: true });
  });

  test('orders of other days and of another sale place are not its', async () => {
    const { call } = fixtures.counter;
    await expectApiError(call('listSellerOrders', { query: { when: 'past' } }), notAllowed.code);
    const other = await createProductOnSale(api, { seller: fixtures.seller });
    await expectApiError(
      call('listSellerOrders', { query: { sale_place_id: other.salePlaceId } }),
      notFound.code,
    );
    const { data } = await call('listSellerOrders');
    expect(new Set(data.map(({ sale_place }) => sale_place.id))).toEqual(new Set([fixtures.salePlaceId]));
    expect(new Set(data.map(({ earning_cents }) => earning_cents))).toEqual(new Set([0]));
  });
});

test('limits are those of each device: neither another one nor the founder runs into them', async () => {
  const { seller, salePlaceId } = await createProductOnSale(api);
  const counter = await createTestCounter(api, seller, salePlaceId);
  const otherCounter = await createTestCounter(api, seller, salePlaceId);
  const check = async ({ token }: TestUser) =>
    (
      await api.app.inject({
        method: 'POST',
        url: '/api/v1/seller/orders/check_pin',
        headers: { authorization: `Bearer ${token}` },
        payload: { sale_place_id: 2_000_000_000, pin: '4827' },
        remoteAddress: '198.51.100.9',
      })
    ).json<{ code: number }>().code;
  for (let count = 0; count < 30; count++) expect(await check(counter)).toBe(notFound.code);
  expect(await check(counter)).toBe(tooMany.code);
  for (const caller of [otherCounter, seller]) expect(await check(caller)).toBe(notFound.code);
});

describe('tickets checked without a connection', () => {
  let seller: TestUser;
  let counter: Awaited<ReturnType<typeof createTestCounter>>;
  let salePlaceId: number;
  let productId: number;
  beforeAll(async () => {
    api.clock.set('2026-11-20T17:45:00Z');
    ({ seller, salePlaceId, productId } = await createProductOnSale(api, { quantity: 30 }));
    counter = await createTestCounter(api, seller, salePlaceId);
  });
  const handedOutAt = '2026-11-20T17:55:00.000Z';
  const NOT_HANDED_OUT = { handed_out_at: null, handed_out_by: null, handed_out_device: null };
  const buyTicket = async () => {
    const buyer = await createTestUser(api, { name: 'Marta Salgado', isEmailVerified: true });
    const { id } = await buyProduct(buyer, productId);
    const { ticket } = (await buyer.call('getOrder', { params: { id } })).data;
    return { buyer, id, ticket: ticket! };
  };
  const send = async (ticket: string, at = handedOutAt, sender: TestUser = counter) =>
    (await sender.call('sendCounterHandOuts', { body: { hand_outs: [{ ticket, handed_out_at: at }] } }))
      .data[0]!;
  const getOrder = async (id: number) =>
    (await seller.call('listSellerOrders')).data.find((order) => order.id === id)!;

  test('a ticket is verified with the keys that a device has, also after a rotation', async () => {
    const { id, ticket } = await buyTicket();
    const keys = (await counter.call('getCounter')).data.ticket_keys;
    expect(parseSignedTicket(ticket)).toMatchObject({
      orderId: id,
      salePlaceId,
      buyer: 'Marta S.',
      version: 1,
    });
    expect(await verifyTicket(ticket, keys)).toBe(true);
    await insertTicketKey(api.db, api.clock.now());
    const later = await buyTicket();
    expect(await verifyTicket(later.ticket, keys)).toBe(false);
    const newKeys = (await counter.call('getCounter')).data.ticket_keys;
    for (const text of [ticket, later.ticket]) expect(await verifyTicket(text, newKeys)).toBe(true);
  });

  test('a hand-out is recorded at the time of the counter, once', async () => {
    api.clock.set('2026-11-20T17:58:00Z');
    const { id, ticket } = await buyTicket();
    expect(await send(ticket)).toEqual({ order_id: id, result: 'recorded', message: null });
    expect(await getOrder(id)).toMatchObject({ state: 'collected', collected_at: handedOutAt });
    expect(await send(ticket, '2026-11-20T17:57:00Z')).toMatchObject({ result: 'already' });
    expect(await getOrder(id)).toMatchObject({ collected_at: handedOutAt });
  });

  test('after the window, and never later than the server’s own time', async () => {
    const { id, ticket } = await buyTicket();
    // A clock a day fast.
    expect(await send(ticket, '2026-11-21T17:58:00Z')).toMatchObject({ result: 'recorded' });
    expect(Date.parse((await getOrder(id)).collected_at!)).toBe(api.clock.now().getTime());
  });

  test.each<[string, (ticket: string) => string]>([
    ['an altered ticket', (ticket) => ticket.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
    ['the words of another code', () => 'WOPACK:10482:4827'],
    ['a ticket with another order in front', (ticket) => ticket.replace(/^WOPACK:\d+/, 'WOPACK:999')],
  ])('%s is refused, and nothing changes', async (_, change) => {
    const { id, ticket } = await buyTicket();
    expect(await send(change(ticket))).toMatchObject({ result: 'refused', message: expect.any(String) });
    expect(await getOrder(id)).toMatchObject({ state: 'paid' });
  });

  test('cancelled meanwhile, of yesterday, of another sale place, of a former PIN: refused', async () => {
    const { id, ticket } = await buyTicket();
    expect(await send(ticket, '2026-11-19T17:55:00Z')).toMatchObject({ result: 'refused' });
    const elsewhere = await createProductOnSale(api, { seller });
    const otherCounter = await createTestCounter(api, seller, elsewhere.salePlaceId);
    expect(await send(ticket, handedOutAt, otherCounter)).toMatchObject({ result: 'refused' });
    await api.db.updateTable('orders').set({ ticket_version: 2 }).where('id', '=', id).execute();
    expect(await send(ticket)).toMatchObject({ result: 'refused' });
    expect((await counter.call('getCounter')).data.voided).toContainEqual({
      ...{ order_id: id, version: 1, ...NOT_HANDED_OUT },
      handed_out: false,
    });
    await seller.call('refundSellerOrder', { params: { id }, body: { reason: 'oven broken' } });
    expect(await send(ticket)).toMatchObject({ order_id: id, result: 'refused' });
    expect((await counter.call('getCounter')).data.voided).toContainEqual({
      ...{ order_id: id, version: 2, ...NOT_HANDED_OUT },
      handed_out: false,
    });
  });

  test('a bag that is gone against its order is shown to the manager once, until somebody dealt with it', async () => {
    const { id, ticket } = await buyTicket();
    await seller.call('refundSellerOrder', { params: { id }, body: { reason: 'oven broken' } });
    for (let count = 0; count < 2; count++) expect(await send(ticket)).toMatchObject({ result: 'refused' });
    const conflict = { device: 'Tablet da Trindade', reason: 'cancelled', handed_out_at: handedOutAt };
    expect((await getOrder(id)).hand_out_conflicts).toEqual([{ ...conflict, is_open: true }]);
    const { data: activity } = await seller.call('listActivity', { query: { kind: 'hand_out_conflict' } });
    expect(activity.filter(({ order_id }) => order_id === id)).toMatchObject([
      { device_id: counter.deviceId, at: handedOutAt, by: null, after: { reason: 'cancelled' } },
    ]);
    const listIds = async () => (await seller.call('listHandOutConflicts')).data.map((order) => order.id);
    const countOpen = async () => (await seller.call('getSellerTaskCounts')).data.hand_out_conflicts;
    expect(await listIds()).toContain(id);
    const count = await countOpen();
    const { data } = await seller.call('closeHandOutConflicts', { params: { id } });
    expect(data.hand_out_conflicts).toEqual([{ ...conflict, is_open: false }]);
    expect(await send(ticket)).toMatchObject({ result: 'refused' });
    expect(await listIds()).not.toContain(id);
    expect(await countOpen()).toBe(count - 1);
  });

  test('handed out elsewhere by a device or by PIN: the other device refuses it once it knows, else it is a conflict', async () => {
    const otherCounter = await createTestCounter(api, seller, salePlaceId);
    const byDevice = await buyTicket();
    expect(await send(byDevice.ticket, handedOutAt, otherCounter)).toMatchObject({ result: 'recorded' });
    const byPin = await buyTicket();
    const { pin } = (await byPin.buyer.call('getOrder', { params: { id: byPin.id } })).data;
    await seller.call('handOut', { params: { id: byPin.id }, body: { pin: pin! } });
    const { voided } = (await counter.call('getCounter')).data;
    const atDevice = {
      handed_out_at: handedOutAt,
      handed_out_by: null,
      handed_out_device: 'Tablet da Trindade',
    };
    const byMember = {
      handed_out_at: (await getOrder(byPin.id)).collected_at,
      handed_out_by: 'Rui F.',
      handed_out_device: null,
    };
    for (const [{ id, ticket }, by, details] of [
      [byDevice, atDevice, '17:55 · Tablet da Trindade).'],
      [byPin, byMember, ' · Rui F.).'],
    ] as const) {
      expect(voided).toContainEqual({ order_id: id, version: 1, handed_out: true, ...by });
      const answer = await send(ticket, '2026-11-20T17:57:00.000Z');
      expect(answer).toEqual({
        order_id: id,
        result: 'already',
        message: expect.stringContaining('elsewhere'),
      });
      expect(answer.message).toContain(details);
      expect((await getOrder(id)).hand_out_conflicts).toMatchObject([{ reason: 'handed_out_elsewhere' }]);
    }
    // Whoever recorded it sends it again.
    expect(await send(byDevice.ticket, handedOutAt, otherCounter)).toMatchObject({
      result: 'already',
      message: null,
    });
    expect((await getOrder(byDevice.id)).hand_out_conflicts).toHaveLength(1);
  });

  test('the scanned ticket of a bag that is gone says when, by whom and where; to a device by short names', async () => {
    const { id, buyer } = await buyTicket();
    const { pin } = (await buyer.call('getOrder', { params: { id } })).data;
    await seller.call('handOut', { params: { id }, body: { pin: pin! } });
    const body = { sale_place_id: salePlaceId, pin: pin!, order_id: id };
    const scan = (caller: TestUser) => caller.call('checkPin', { body });
    const refusal = {
      code: conflict.code,
      message: expect.stringMatching(/already \(Fri 20 Nov .* · Rui Fontes\)\./),
    };
    await expect(scan(seller)).rejects.toMatchObject(refusal);
    const forDevice = {
      code: conflict.code,
      message: expect.stringMatching(/already \(Fri 20 Nov .* · Rui F\.\)\./),
    };
    await expect(scan(counter)).rejects.toMatchObject(forDevice);
  });

  describe('a device that asks who is there', () => {
    const list = async () => (await counter.call('getCounter')).data.people!;
    const addName = async (name: string) =>
      (await seller.call('addCounterName', { body: { name, sale_place_id: salePlaceId } })).data.id;
    const ask = (asksName: boolean) =>
      seller.call('updateCounter', { params: { id: counter.deviceId }, body: { asks_name: asksName } });
    let member: TestUser;
    beforeAll(async () => {
      api.clock.set('2026-11-20T17:58:00Z');
      member = await createTestUser(api, { name: 'Teresa Pinto', isEmailVerified: true });
      await addMember(api, { businessId: seller.id, userId: member.id, salePlaceIds: [salePlaceId] });
      const accountant = await createTestUser(api, { name: 'Helena Castro' });
      await addMember(api, { businessId: seller.id, userId: accountant.id, role: 'accountant' });
      expect((await counter.call('getCounter')).data.people).toBeNull();
      await ask(true);
    });
    afterAll(() => ask(false));

    test('offers who may hand out there, by short names alone, and the names of its sale place', async () => {
      const id = await addName('Rosa');
      const { salePlaceId: elsewhere } = await createProductOnSale(api, { seller });
      await seller.call('addCounterName', { body: { name: 'Bruno', sale_place_id: elsewhere } });
      await expectApiError(
        seller.call('addCounterName', { body: { name: ' Rosa ', sale_place_id: salePlaceId } }),
        validation.code,
        'name',
      );
      const people = await list();
      expect(people).toContainEqual({ kind: 'member', id: member.id, name: 'Teresa P.' });
      expect(people).toContainEqual({ kind: 'name', id, name: 'Rosa' });
      expect(people.filter(({ kind }) => kind === 'member').map((person) => person.id)).toEqual([
        seller.id,
        member.id,
      ]);
      await seller.call('removeCounterName', { params: { id } });
      expect((await list()).filter(({ kind }) => kind === 'name')).toEqual([]);
    });

    test('hands nothing out for nobody; order and activity name the chosen one', async () => {
      const { id, buyer } = await buyTicket();
      const { pin } = (await buyer.call('getOrder', { params: { id } })).data;
      const handOut = (person?: { kind: 'member' | 'name'; id: number }) =>
        counter.call('handOut', { params: { id }, body: { pin: pin!, ...(person && { person }) } });
      await expectApiError(handOut(), validation.code, 'person');
      await expectApiError(handOut({ kind: 'member', id: buyer.id }), validation.code, 'person');
      const { data } = await handOut({ kind: 'member', id: member.id });
      expect(data).toMatchObject({ handed_out_by: 'Teresa P.', handed_out_device: 'Tablet da Trindade' });
      expect(await getOrder(id)).toMatchObject({ handed_out_by: 'Teresa Pinto' });
      const { data: activity } = await seller.call('listActivity', { query: { user_id: member.id } });
      expect(activity).toMatchObject([
        {
          kind: 'handed_out',
          order_id: id,
          by: { name: 'Teresa Pinto' },
          device_id: counter.deviceId,
          sent_at: null,
        },
      ]);
    });

    test('a name stays with a hand-out that arrives after it was taken off the list', async () => {
      const { id, ticket } = await buyTicket();
      const nameId = await addName('Rosa');
      await seller.call('removeCounterName', { params: { id: nameId } });
      const hand_outs = [
        { ticket, handed_out_at: handedOutAt, person: { kind: 'name' as const, id: nameId } },
      ];
      expect((await counter.call('sendCounterHandOuts', { body: { hand_outs } })).data).toMatchObject([
        { result: 'recorded' },
      ]);
      expect(await getOrder(id)).toMatchObject({ handed_out_by: 'Rosa' });
      const { data: activity } = await seller.call('listActivity', { query: { kind: 'handed_out' } });
      expect(activity.find(({ order_id }) => order_id === id)).toMatchObject({
        by: null,
        counter_name: 'Rosa',
        at: handedOutAt,
        sent_at: api.clock.now().toISOString(),
      });
      api.clock.advance(30 * 86_400_000);
      await api.jobs.runScheduled('businesses.delete-expired-data');
      api.clock.set('2026-11-20T17:58:00Z');
      expect(await getOrder(id)).toMatchObject({ handed_out_by: null });
    });

    test('nobody hands out an own order', async () => {
      const { id } = await buyProduct(member, productId);
      const { ticket, pin } = (await member.call('getOrder', { params: { id } })).data;
      const person = { kind: 'member' as const, id: member.id };
      await expectApiError(
        counter.call('handOut', { params: { id }, body: { pin: pin!, person } }),
        notAllowed.code,
      );
      const hand_outs = [{ ticket: ticket!, handed_out_at: handedOutAt, person }];
      expect((await counter.call('sendCounterHandOuts', { body: { hand_outs } })).data).toMatchObject([
        { result: 'refused' },
      ]);
      expect((await getOrder(id)).hand_out_conflicts).toMatchObject([{ reason: 'own_order' }]);
    });
  });

  test('a hand-out that arrives when the window is over counts', async () => {
    const { id, ticket } = await buyTicket();
    api.clock.set('2026-11-20T22:00:00Z');
    await api.jobs.runDue();
    await api.db.updateTable('orders').set({ state: 'not_collected' }).where('id', '=', id).execute();
    expect(await send(ticket)).toMatchObject({ result: 'recorded' });
  });
});
