import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createAllocationBuilders } from '../../../test/support/allocation-builders.ts';
import {
  buyProduct,
  createDraftProduct,
  createMember,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  GOOD_CARD,
  SALE_PLACE_BODY,
  startPayment,
  type TestUser,
} from '../../../test/support/builders.ts';
import { expectConsistentData } from '../../../test/support/consistency.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../test/support/test-app.ts';
import { runDraw } from './run-draw.ts';

const api = useTestApp();
const OTHER_CARD = { ...GOOD_CARD, number: '5555 5555 5555 4444' };

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

const { runJobs, getOffer, getMine, createPerson, createDrawnProduct } = createAllocationBuilders(api);

async function passMinutes(minutes: number) {
  api.clock.advance(minutes * MINUTE);
  await runJobs();
}

const createPeople = (count: number) => Promise.all(Array.from({ length: count }, createPerson));
const enter = async (user: TestUser, id: number) =>
  (await user.call('enterDraw', { params: { id }, body: { random: randomBytes(16).toString('hex') } })).data;

async function sortByRank(people: TestUser[], productId: number) {
  const ranked = await Promise.all(
    people.map(async (user) => ({ user, rank: (await getMine(user, productId))?.rank ?? 0 })),
  );
  return ranked.sort((a, b) => a.rank - b.rank).map(({ user }) => user);
}

test('members who chose so are told that a draw is over, once', async () => {
  const { seller, drawId } = await createDrawnProduct();
  const counter = await createMember(api, seller, 'counter');
  const body = { sold: 'none', last_sold: 'none', cancelled: 'none', report: 'none', draw: 'mail' } as const;
  await counter.call('updateSellerNotificationSettings', { body });
  for (const user of await createPeople(3)) await enter(user, drawId);
  await passMinutes(60);
  await passMinutes(1);
  const drawMails = api.mails.filter(({ subject }) => subject.startsWith('Drawn: '));
  expect(drawMails.map(({ to }) => to)).toEqual([counter.email]);
  expect(drawMails[0]!.text).toContain('took part: 3\nPacks drawn: 2');
});

test('three people, two units: two win and pay, the third is first in line', async () => {
  const { productId, drawId, slotId } = await createDrawnProduct();
  const people = await createPeople(3);
  for (const user of people)
    expect(await enter(user, drawId)).toMatchObject({ state: 'entered', entries: expect.any(Number) });
  const open = await getOffer(people[0]!, productId);
  expect(open).toMatchObject({
    quantity: 2,
    allocation: {
      mode: 'draw',
      draw: { state: 'open', entries: 3, units: 2, closes_at: '2026-11-20T13:00:00.000Z' },
    },
  });
  expect(open.allocation!.mine).toMatchObject({ state: 'entered', rank: null });
  await expectApiError(startPayment(people[0]!, productId), 5);
  await passMinutes(60);

  const [first, second, third] = await sortByRank(people, productId);
  for (const winner of [first!, second!])
    expect(await getMine(winner, productId)).toMatchObject({
      state: 'offered',
      offer_expires_at: '2026-11-20T13:30:00.000Z',
    });
  expect(await getMine(third!, productId)).toMatchObject({ state: 'waiting', rank: 3, place: 1 });
  expect(await getOffer(third!, productId)).toMatchObject({
    quantity: 0,
    allocation: { mode: 'waitlist', waiting: 1 },
  });
  await expectConsistentData(api.db);

  const order = await buyProduct(first!, productId);
  expect(order.state).toBe('paid');
  expect(await getMine(first!, productId)).toMatchObject({ state: 'bought' });
  await buyProduct(second!, productId, { card: OTHER_CARD });
  await expectApiError(startPayment(third!, productId), 5);
  await expectConsistentData(api.db);
  const sent = api.mails.map(({ to, subject }) => [to, subject]);
  expect(sent).toContainEqual([first!.email, 'It is yours until 13:30: Cesto de fim de tarde']);
  expect(sent).toContainEqual([third!.email, 'Not this time: Cesto de fim de tarde']);
  expect(api.mails.find(({ to }) => to === first!.email)!.text).toContain(
    `/offers/${productId}?pay=${slotId}`,
  );
});

test('a lapsed win goes to the next for ten minutes, and to public sale when the ranking is exhausted', async () => {
  const { productId, drawId } = await createDrawnProduct({ quantity: 1 });
  const people = await createPeople(2);
  for (const user of people) await enter(user, drawId);
  await passMinutes(60);
  const [first, second] = await sortByRank(people, productId);
  await passMinutes(30);
  expect(await getMine(first!, productId)).toMatchObject({ state: 'lapsed' });
  expect(await getMine(second!, productId)).toMatchObject({
    state: 'offered',
    offer_expires_at: '2026-11-20T13:40:00.000Z',
  });
  await expectConsistentData(api.db);
  await passMinutes(10);
  const offer = await getOffer(first!, productId);
  expect(offer).toMatchObject({
    quantity: 1,
    allocation: { mode: 'sale', draw: { id: drawId, state: 'drawn' } },
  });
  await buyProduct(await createPerson(), productId);
  await expectConsistentData(api.db);
});

test('who gives a win up passes it on at once; a refused card costs nothing but time', async () => {
  const { productId, drawId, slotId } = await createDrawnProduct({ quantity: 1 });
  const people = await createPeople(2);
  for (const user of people) await enter(user, drawId);
  await passMinutes(60);
  const [first, second] = await sortByRank(people, productId);
  const { token } = await startPayment(first!, productId);
  await first!.call('failPayment', { body: { token, code: 'card_declined', description: 'declined' } });
  expect(await getMine(first!, productId)).toMatchObject({ state: 'offered' });
  await first!.call('leaveWaitlist', { params: { id: slotId } });
  await first!.call('leaveWaitlist', { params: { id: slotId } });
  await api.jobs.runDue();
  expect(await getMine(first!, productId)).toMatchObject({ state: 'left' });
  expect(await getMine(second!, productId)).toMatchObject({ state: 'offered' });
  await expectConsistentData(api.db);
});

test('one win a card: the second is refused with the reason, not charged, and can be paid by another card', async () => {
  const { productId, drawId } = await createDrawnProduct({ quantity: 2 });
  const people = await createPeople(2);
  for (const user of people) await enter(user, drawId);
  await passMinutes(60);
  await buyProduct(people[0]!, productId);
  const refusal = await buyProduct(people[1]!, productId).catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code: 6,
    message: expect.stringContaining('already paid for a pack of this draw'),
  });
  const charged = await api.db
    .selectFrom('sandbox_intents')
    .innerJoin('payments', 'payments.token', 'sandbox_intents.idempotency_key')
    .select(['user_id', 'status'])
    .where('payments.product_id', '=', productId)
    .execute();
  expect(charged).toContainEqual({ user_id: people[1]!.id, status: 'canceled' });
  await api.jobs.runDue();
  expect(await getMine(people[1]!, productId)).toMatchObject({ state: 'offered' });
  const order = await buyProduct(people[1]!, productId, { card: OTHER_CARD });
  expect(order.state).toBe('paid');
  await expectConsistentData(api.db);
});

test('a server that dies between authorising and charging charges once, when it is back', async () => {
  const { productId, drawId } = await createDrawnProduct({ quantity: 1 });
  const person = await createPerson();
  await enter(person, drawId);
  await passMinutes(60);
  const { client_secret } = await startPayment(person, productId);
  const { capture } = api.provider;
  api.provider.capture = async () => {
    throw new Error('the process ended');
  };
  await person.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  await api.jobs.runDue({ mayFail: true });
  api.provider.capture = capture;
  await api.jobs.runScheduled('checkout.sync-holds');
  expect(await getMine(person, productId)).toMatchObject({ state: 'bought' });
  await expectConsistentData(api.db);
});

test('an authorised card whose hold ended is not charged', async () => {
  const { productId, drawId } = await createDrawnProduct({ quantity: 1 });
  const person = await createPerson();
  await enter(person, drawId);
  await passMinutes(60);
  const { token, client_secret } = await startPayment(person, productId);
  const { retrieve } = api.provider;
  api.provider.retrieve = async () => {
    throw new Error('away');
  };
  await person.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  api.clock.advance(30 * MINUTE);
  await api.jobs.runDue({ mayFail: true });
  api.provider.retrieve = retrieve;
  await expectApiError(person.call('completePayment', { body: { token } }), 6);
  const [intent] = await api.db
    .selectFrom('sandbox_intents')
    .select('status')
    .where('client_secret', '=', client_secret)
    .execute();
  expect(intent!.status).toBe('canceled');
  await runJobs();
  await expectConsistentData(api.db);
});

test('a card that was authorised in time is charged when the time is over and nobody completed it', async () => {
  const { productId, drawId } = await createDrawnProduct({ quantity: 1 });
  const people = await createPeople(2);
  for (const user of people) await enter(user, drawId);
  await passMinutes(60);
  const [winner, second] = await sortByRank(people, productId);
  const { client_secret } = await startPayment(winner!, productId);
  const { retrieve } = api.provider;
  api.provider.retrieve = async () => {
    throw new Error('away');
  };
  await winner!.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  await api.jobs.runDue({ mayFail: true });
  api.provider.retrieve = retrieve;
  await passMinutes(30);
  expect(await getMine(winner!, productId)).toMatchObject({ state: 'bought' });
  expect(await getMine(second!, productId)).toMatchObject({ state: 'waiting', place: 1 });
  await expectConsistentData(api.db);
});

test('the answer to a refused card is lost: the next attempt says why, and another card can pay', async () => {
  const { productId, drawId } = await createDrawnProduct({ quantity: 2 });
  const people = await createPeople(2);
  for (const user of people) await enter(user, drawId);
  await passMinutes(60);
  await buyProduct(people[0]!, productId);
  const loseAnswers = () => {
    const { cancel } = api.provider;
    api.provider.cancel = async (ref) => {
      await cancel(ref);
      throw new Error('the answer was lost');
    };
    return () => Object.assign(api.provider, { cancel });
  };
  let restore = loseAnswers();
  const { token, client_secret } = await startPayment(people[1]!, productId);
  const confirm = (secret: string, card = GOOD_CARD) =>
    people[1]!.call('confirmSandboxPayment', { body: { client_secret: secret, card } });
  await confirm(client_secret);
  const complete = () => people[1]!.call('completePayment', { body: { token } });
  await expectApiError(complete(), 9);
  restore();
  await expect(complete()).rejects.toMatchObject({
    code: 6,
    message: expect.stringContaining('already paid for a pack of this draw'),
  });

  // The same again, without another attempt to complete: a report of the form's failure heals it too.
  restore = loseAnswers();
  const secondTry = await startPayment(people[1]!, productId);
  await confirm(secondTry.client_secret);
  await expectApiError(complete(), 9);
  restore();
  expect((await confirm(secondTry.client_secret, OTHER_CARD)).status).toBe('failed');
  await people[1]!.call('failPayment', { body: { token, code: 'payment_intent_unexpected_state' } });
  const order = await buyProduct(people[1]!, productId, { card: OTHER_CARD });
  expect(order.state).toBe('paid');
  await expectConsistentData(api.db);
});

test('a win that was given up while its card was checked blocks the card for nobody', async () => {
  const { productId, drawId, slotId } = await createDrawnProduct({ quantity: 2 });
  const people = await createPeople(2);
  for (const user of people) await enter(user, drawId);
  await passMinutes(60);
  const { token, client_secret } = await startPayment(people[0]!, productId);
  await people[0]!.call('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  const { retrieve } = api.provider;
  api.provider.retrieve = async (ref) => {
    const intent = await retrieve(ref);
    api.provider.retrieve = retrieve;
    await people[0]!.call('leaveWaitlist', { params: { id: slotId } });
    return intent;
  };
  await expectApiError(people[0]!.call('completePayment', { body: { token } }), 6);
  await api.jobs.runDue();
  expect((await buyProduct(people[1]!, productId)).state).toBe('paid');
  await expectConsistentData(api.db);
});

test('a win can be paid after its seller paused the product; nobody else gets a unit', async () => {
  const { seller, productId, slotId, drawId } = await createDrawnProduct({ quantity: 1 });
  const person = await createPerson();
  await enter(person, drawId);
  await passMinutes(60);
  await seller.call('pauseProduct', { params: { id: productId }, body: { paused: true } });
  expect(await getOffer(person, productId)).toMatchObject({
    slot_id: slotId,
    allocation: { mine: { state: 'offered' } },
  });
  const stranger = await createPerson();
  expect(await getOffer(stranger, productId)).toMatchObject({ slot_id: null, allocation: null });
  await expectApiError(startPayment(stranger, productId), 4);
  const hold = await person.call('initiatePayment', {
    body: { amount: 3.99, currency: 'EUR', productId, slot_id: slotId },
  });
  await person.call('confirmSandboxPayment', {
    body: { client_secret: hold.client_secret, card: GOOD_CARD },
  });
  const { data } = await person.call('completePayment', { body: { token: hold.token } });
  expect(data.order.state).toBe('paid');
  await expectConsistentData(api.db);
});

test('a product does not move to another sale place under those who entered', async () => {
  const { seller, productId, drawId } = await createDrawnProduct({ quantity: 1 });
  const { data: otherPlace } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
  const { data: product } = await seller.call('getMyProduct', { params: { id: productId } });
  const move = () =>
    seller.call('saveProduct', {
      body: {
        id: productId,
        sale_place_id: otherPlace.id,
        name: product.name,
        price: product.price,
        description: product.description,
        categories: product.categories.map(({ id }) => id),
        photo: product.photos.map(({ path }) => path),
      },
    });
  const people = await createPeople(2);
  for (const user of people) await enter(user, drawId);
  await expect(move()).rejects.toMatchObject({
    code: 5,
    errors: { sale_place_id: [expect.stringContaining('entered a draw')] },
  });
  await passMinutes(60);
  await buyProduct((await sortByRank(people, productId))[0]!, productId);
  api.clock.set('2026-11-20T20:00:00Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
  await runJobs();
  expect((await move()).data.id).toBe(productId);
});

describe('entries', () => {
  test('need a verified address; are one a person; can be taken back while the draw is open', async () => {
    const { seller, productId, drawId } = await createDrawnProduct();
    const unverified = await createTestUser(api);
    await expectApiError(enter(unverified, drawId), 3);
    await expectApiError(enter(seller, drawId), 3);
    const person = await createPerson();
    const { entry_id } = await enter(person, drawId);
    expect((await enter(person, drawId)).entry_id).toBe(entry_id);
    await person.call('withdrawFromDraw', { params: { id: drawId } });
    await person.call('withdrawFromDraw', { params: { id: drawId } });
    expect(await getMine(person, productId)).toBeNull();
    await enter(person, drawId);
    await passMinutes(60);
    await expectApiError(person.call('withdrawFromDraw', { params: { id: drawId } }), 5);
    await expectApiError(enter(await createPerson(), drawId), 5);
    await expectApiError(enter(person, 999_999), 4);
  });

  test('are listed for their person', async () => {
    const { productId, drawId } = await createDrawnProduct();
    const person = await createPerson();
    await enter(person, drawId);
    expect((await person.call('listMyEntries')).data).toMatchObject([
      {
        state: 'entered',
        draw_id: drawId,
        draw_state: 'open',
        product: { id: productId },
        entries: 1,
        units: 2,
      },
    ]);
  });
});

test('anybody can check a draw from what is published, and nothing is published early', async () => {
  const { drawId } = await createDrawnProduct({ quantity: 1 });
  const people = await createPeople(5);
  for (const user of people) await enter(user, drawId);
  const getDraw = async () => (await api.client()('getDraw', { params: { id: drawId } })).data;
  const open = await getDraw();
  expect(open).toMatchObject({
    state: 'open',
    entries: 5,
    list: null,
    list_hash: null,
    seed: null,
    key: null,
  });
  await passMinutes(60);
  const draw = await getDraw();
  const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
  expect(draw.seed_hash).toBe(open.seed_hash);
  expect(sha256(Buffer.from(draw.seed!, 'hex'))).toBe(draw.seed_hash);
  expect(sha256(draw.list!.map(({ id, random }) => `${id} ${random}\n`).join(''))).toBe(draw.list_hash);
  expect(sha256(Buffer.from(draw.seed! + draw.list_hash!, 'hex'))).toBe(draw.key);
  const ranking = draw
    .list!.map(({ id }) => ({
      id,
      hmac: createHmac('sha256', Buffer.from(draw.key!, 'hex')).update(id).digest('hex'),
    }))
    .sort((a, b) => (a.hmac < b.hmac ? -1 : 1));
  expect(draw.list!.toSorted((a, b) => a.rank! - b.rank!).map(({ id, hmac }) => ({ id, hmac }))).toEqual(
    ranking,
  );
});

test('the seed is not readable in the database before it is drawn', async () => {
  const { drawId } = await createDrawnProduct();
  const row = await api.db.selectFrom('draws').selectAll().where('id', '=', drawId).executeTakeFirstOrThrow();
  const seed = api.context.secrets.decrypt('draw-seed', row.sealed_seed)!;
  expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest()).toEqual(row.seed_hash);
  expect(row.seed).toBeNull();
  expect(JSON.stringify(row)).not.toContain(seed);
});

test('drawing twice at once, and again later, ranks once', async () => {
  const { productId, drawId } = await createDrawnProduct({ quantity: 2 });
  const people = await createPeople(6);
  for (const user of people) await enter(user, drawId);
  api.clock.advance(60 * MINUTE);
  await Promise.all([1, 2, 3].map(() => api.jobs.runScheduled('allocation.sweep')));
  await Promise.all([runDraw(api.context, drawId), runDraw(api.context, drawId), api.jobs.runDue()]);
  const before = await api.client()('getDraw', { params: { id: drawId } });
  await runDraw(api.context, drawId);
  await runJobs();
  expect(await api.client()('getDraw', { params: { id: drawId } })).toEqual(before);
  const states = await Promise.all(people.map((user) => getMine(user, productId)));
  expect(states.filter((mine) => mine?.state === 'offered')).toHaveLength(2);
  await expectConsistentData(api.db);
});

test('a slot that starts too soon is sold first come', async () => {
  api.clock.set('2026-11-20T16:20:00Z');
  const { productId } = await createDrawnProduct();
  const person = await createPerson();
  expect((await getOffer(person, productId)).allocation).toBeNull();
  await buyProduct(person, productId);
});

test('the next slot opens its draw when the one before ends', async () => {
  const { productId } = await createDrawnProduct();
  const person = await createPerson();
  api.clock.set('2026-11-20T19:00:00Z');
  // Before any job: nobody can be faster.
  await expectApiError(startPayment(person, productId), 5);
  expect((await getOffer(person, productId)).allocation).toMatchObject({ mode: 'draw', draw: null });
  await runJobs();
  expect((await getOffer(person, productId)).allocation).toMatchObject({
    draw: { state: 'open', closes_at: '2026-11-20T20:00:00.000Z', entries: 0 },
  });
  await passMinutes(60);
  // Nobody entered: everything is on public sale.
  await buyProduct(person, productId);
});

test('a slot taken off sale cancels its draw, and everybody is told', async () => {
  const { seller, productId, drawId } = await createDrawnProduct();
  const person = await createPerson();
  await enter(person, drawId);
  await seller.call('updateDateOverride', {
    params: { id: productId, date: '2026-11-20' },
    body: { plan: 'closed' },
  });
  await runJobs();
  expect((await api.client()('getDraw', { params: { id: drawId } })).data.state).toBe('cancelled');
  expect((await person.call('listMyEntries')).data[0]).toMatchObject({ state: 'ended' });
  expect(api.mails).toContainEqual(
    expect.objectContaining({ to: person.email, subject: 'No draw: Cesto de fim de tarde' }),
  );
});

describe('automatic', () => {
  /** Sells the slot on sale within a minute of the end of the one before, and goes on to the next. */
  async function sellFast(productId: number) {
    api.clock.advance(MINUTE);
    await buyProduct(await createPerson(), productId);
    await api.jobs.runDue();
    api.clock.set(
      new Date(
        new Date((await getOffer(await createPerson(), productId)).pickup_end!).getTime(),
      ).toISOString(),
    );
    await api.jobs.runScheduled('products.generate-slots');
    await runJobs();
  }

  test('draws after three slots that were taken at once, and goes back after two poor draws', {
    timeout: 120_000,
  }, async () => {
    const seller = await createTestUser(api, { isSeller: true });
    const { data: salePlace } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
    const productId = await createDraftProduct(api, seller, salePlace.id);
    await seller.call('updateSchedule', {
      body: { product_id: productId, quantity: 1, schedule: EVENING_SCHEDULE },
    });
    const getPlan = async () => (await seller.call('listSellerAllocations')).data[0]!;
    expect((await getPlan()).next).toMatchObject({ mode: 'first_come', reason: 'not_sold_fast' });
    for (let slot = 0; slot < 3; slot++) await sellFast(productId);
    const plan = await getPlan();
    expect(plan.next).toMatchObject({ mode: 'draw' });
    expect(plan.slot).toMatchObject({ mode: 'draw', draw: { state: 'open' }, quantity: 1, left: 1, sold: 0 });
    for (let draw = 0; draw < 2; draw++) {
      expect((await getPlan()).slot!.draw).toMatchObject({ state: 'open' });
      await passMinutes(60);
      api.clock.set((await getPlan()).slot!.pickup_end);
      await api.jobs.runScheduled('products.generate-slots');
      await runJobs();
    }
    expect((await getPlan()).next).toMatchObject({ mode: 'first_come', reason: 'few_entries' });
    expect((await getPlan()).slot!.mode).toBe('sale');
  });
});

test('wanted against sold counts each person once', async () => {
  const { seller, productId, drawId } = await createDrawnProduct({ quantity: 2 });
  const people = await createPeople(5);
  for (const user of people) await enter(user, drawId);
  await passMinutes(60);
  const [first] = await sortByRank(people, productId);
  await buyProduct(first!, productId);
  const { data } = await seller.call('getDemand', { query: { product_id: productId } });
  expect(data[0]!.slots.at(-1)).toMatchObject({
    mode: 'draw',
    draw_id: drawId,
    quantity: 2,
    sold: 1,
    wanted: 5,
  });
});

describe('with a beacon', () => {
  const beacon = { isDown: false, wrongValue: false };
  const signature = Buffer.alloc(48, 7);
  const server = createServer((request, response) => {
    const round = Number(/public\/(\d+)$/.exec(request.url!)?.[1]);
    if (beacon.isDown) response.writeHead(503).end();
    else if (!round) response.end(JSON.stringify({ genesis_time: 1_700_000_000, period: 30 }));
    else {
      const randomness = createHash('sha256')
        .update(beacon.wrongValue ? 'x' : signature)
        .digest('hex');
      response.end(JSON.stringify({ round, randomness, signature: signature.toString('hex') }));
    }
  });
  afterAll(() => void server.close());

  test('its first round after closing becomes part of the key; without an answer the draw waits, then goes on', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    api.context.config.drandUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const getDraw = async (id: number) => (await api.client()('getDraw', { params: { id } })).data;
    const { drawId } = await createDrawnProduct();
    await enter(await createPerson(), drawId);
    beacon.isDown = true;
    api.clock.advance(60 * MINUTE);
    await api.jobs.runDue({ mayFail: true });
    expect(await getDraw(drawId)).toMatchObject({ state: 'closed', entries: 1, seed: null });
    beacon.isDown = false;
    beacon.wrongValue = true;
    api.clock.advance(MINUTE);
    await api.jobs.runDue({ mayFail: true });
    expect((await getDraw(drawId)).state).toBe('closed');
    beacon.wrongValue = false;
    api.clock.advance(MINUTE);
    await api.jobs.runDue();
    const draw = await getDraw(drawId);
    const value = createHash('sha256').update(signature).digest('hex');
    expect(draw).toMatchObject({ state: 'drawn', beacon: { round: expect.any(Number), value } });
    const key = createHash('sha256').update(Buffer.from(draw.seed! + draw.list_hash! + value, 'hex'));
    expect(draw.key).toBe(key.digest('hex'));
    const closedAt = new Date(draw.closed_at!).getTime() / 1000;
    const roundAt = 1_700_000_000 + (draw.beacon!.round - 1) * 30;
    expect(roundAt - closedAt).toBeGreaterThan(0);
    expect(roundAt - closedAt).toBeLessThanOrEqual(30);

    beacon.isDown = true;
    api.clock.set(FRIDAY_NOON);
    const other = await createDrawnProduct();
    await enter(await createPerson(), other.drawId);
    api.clock.advance(60 * MINUTE);
    await api.jobs.runDue({ mayFail: true });
    expect((await getDraw(other.drawId)).state).toBe('closed');
    await passMinutes(10);
    expect(await getDraw(other.drawId)).toMatchObject({ state: 'drawn', beacon: null });
    api.context.config.drandUrl = null;
  });
});
