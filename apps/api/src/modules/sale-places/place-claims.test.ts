import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createDraftProduct,
  createJpeg,
  createProductOnSale,
  createTestUser,
  EVENING_SCHEDULE,
  expectApiError,
  SALE_PLACE_BODY,
  startPayment,
  TEST_PASSWORD,
  type TestUser,
} from '../../../test/support/builders.ts';
import { createTestOperator } from '../../../test/support/operators.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';
import { injectRequest } from '../../../test/support/test-request.ts';
import { listNearPlaces } from './look-alikes.queries.ts';

const api = useTestApp();
let spot = { latitude: 0, longitude: 0 };
let lastSpot = 0;

beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
  // Far from the places of other tests.
  spot = { latitude: 38 + ++lastSpot / 100, longitude: -8.5 };
});

const NAME = 'Pastelaria Violeta';
const CLAIM = { text: 'The lease is in our name since 1998.', phone: '+351 912 000 111' };
const REASON = 'The trade register names the claimant.';

async function createPlace(name = NAME, change: object = {}) {
  const seller = await createTestUser(api, { isSeller: true });
  const body = { ...SALE_PLACE_BODY, ...spot, name, address: 'Rua da Rosa 1', ...change };
  return { seller, id: (await seller.call('saveSalePlace', { body })).data.id };
}

const listPairs = async (...ids: number[]) =>
  (
    await api.db
      .selectFrom('look_alikes')
      .select(['id', 'sale_place_id', 'earlier_place_id', 'state'])
      .where('sale_place_id', 'in', ids)
      .orderBy('id')
      .execute()
  ).map(({ id: _, ...pair }) => pair);
const getPairId = async (salePlaceId: number) =>
  (
    await api.db
      .selectFrom('look_alikes')
      .select('id')
      .where('sale_place_id', '=', salePlaceId)
      .executeTakeFirstOrThrow()
  ).id;
const listMailsTo = ({ email }: TestUser) => api.mails.filter(({ to }) => to === email);
const isVisible = async (id: number) => {
  const { hidden_at } = await api.db
    .selectFrom('sale_places')
    .select('hidden_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return hidden_at === null;
};

describe('a sale place that looks like one that sells', () => {
  test('is created as specified, put before the operators, and its owner is told', async () => {
    const earlier = await createPlace();
    const later = await createPlace('A Violeta');
    expect(await listPairs(later.id)).toEqual([
      { sale_place_id: later.id, earlier_place_id: earlier.id, state: 'open' },
    ]);
    await api.jobs.runDue();
    const [mail, ...others] = listMailsTo(earlier.seller);
    expect(mail!.text).toContain(NAME);
    expect(mail!.text).not.toContain('A Violeta');
    expect(others).toEqual([]);
    expect(listMailsTo(later.seller)).toEqual([]);
  });

  test('its owner is told once a day, however many are registered', async () => {
    const earlier = await createPlace();
    for (let i = 0; i < 3; i++) await createPlace();
    await api.jobs.runDue();
    expect(listMailsTo(earlier.seller)).toHaveLength(1);
    api.clock.advance(25 * 60 * 60 * 1000);
    await createPlace();
    await api.jobs.runDue();
    expect(listMailsTo(earlier.seller)).toHaveLength(2);
  });

  test('another name, another street and a second one of the same seller are no such pair', async () => {
    const earlier = await createPlace();
    const other = await createPlace('Padaria Girassol');
    const away = await createPlace(NAME, { latitude: spot.latitude + 0.002 });
    const { data: again } = await earlier.seller.call('saveSalePlace', {
      body: { ...SALE_PLACE_BODY, ...spot, name: NAME },
    });
    expect(await listPairs(other.id, away.id, again.id)).toEqual([]);
  });

  test('one that was removed, or whose seller has left, is no earlier one', async () => {
    const removed = await createPlace();
    await removed.seller.call('deleteSalePlace', { params: { id: removed.id } });
    const left = await createPlace();
    await left.seller.call('deleteAccount', { body: { password: TEST_PASSWORD } });
    const stopped = await createPlace();
    await stopped.seller.call('updateSellerRole', { body: { is_owner: false } });
    const { seller, id } = await createPlace();
    expect(await listPairs(id)).toEqual([]);
    const query = { name: NAME, ...spot };
    const other = await createTestUser(api, { isSeller: true });
    expect((await other.call('findLookAlikes', { query })).data).toMatchObject([{ id }]);
    expect((await seller.call('findLookAlikes', { query })).data).toEqual([]);
  });

  test('one that is renamed or moved afterwards is compared again, once', async () => {
    const earlier = await createPlace();
    const renamed = await createPlace('Padaria Girassol');
    const moved = await createPlace(NAME, { latitude: spot.latitude + 0.002 });
    for (const { seller, id } of [renamed, moved, renamed]) {
      const body = { ...SALE_PLACE_BODY, ...spot, id, name: NAME };
      await seller.call('saveSalePlace', { body });
      await seller.call('saveSalePlace', { body: { ...body, phone: '+351 912 000 222' } });
    }
    const pairs = await listPairs(renamed.id, moved.id);
    expect(pairs.filter(({ earlier_place_id }) => earlier_place_id === earlier.id)).toHaveLength(2);
    expect(new Set(pairs.map((pair) => JSON.stringify(pair))).size).toBe(pairs.length);
  });

  test('is asked about before: name and street, never phone or owner, and not of hidden ones', async () => {
    const earlier = await createPlace();
    const seller = await createTestUser(api, { isSeller: true });
    const query = { name: 'violeta', ...spot };
    expect((await seller.call('findLookAlikes', { query })).data).toEqual([
      { id: earlier.id, name: NAME, address: 'Rua da Rosa 1' },
    ]);
    expect((await earlier.seller.call('findLookAlikes', { query })).data).toEqual([]);
    const catalogue = await createTestOperator(api, 'catalogue');
    await catalogue.call('hideSalePlace', { params: { id: earlier.id }, body: { reason: REASON } });
    expect((await seller.call('findLookAlikes', { query })).data).toEqual([]);
    // Registering it again is noticed all the same.
    expect(await listPairs((await createPlace()).id)).toHaveLength(1);
  });

  test('the search hands out no phone of a registered one, and says that it is one', async () => {
    const earlier = await createPlace('Pastelaria Xilofone');
    const search = async ({ call }: TestUser) =>
      (await call('searchEstablishments', { query: { query: 'xilofone' } })).filter(
        ({ is_city }) => !is_city,
      );
    const other = await createTestUser(api, { isSeller: true });
    expect(await search(other)).toMatchObject([{ phone: null, sale_place_id: earlier.id }]);
    expect(await search(earlier.seller)).toMatchObject([{ phone: null, sale_place_id: null }]);
  });

  test('the look-up uses the index of positions', async () => {
    await createPlace();
    const compiled: string[] = [];
    const nearPlaces = await api.db.connection().execute(async (connection) => {
      await connection.executeQuery({ sql: 'SET enable_seqscan = off', parameters: [] } as never);
      await connection.executeQuery({ sql: 'SET enable_bitmapscan = off', parameters: [] } as never);
      const { rows } = await connection.executeQuery<{ 'QUERY PLAN': string }>({
        sql: `EXPLAIN SELECT id FROM sale_places
          WHERE point(longitude, latitude) <@ box(point(-8.51, 38), point(-8.49, 38.1))`,
        parameters: [],
      } as never);
      await connection.executeQuery({ sql: 'RESET ALL', parameters: [] } as never);
      compiled.push(...rows.map((row) => row['QUERY PLAN']));
      return listNearPlaces(connection, spot, 100, 0);
    });
    expect(nearPlaces).toHaveLength(1);
    expect(compiled.join('\n')).toContain('sale_places_position');
  });
});

describe('an operator decides about look-alikes', () => {
  test('keeps both', async () => {
    await createPlace();
    const later = await createPlace();
    const catalogue = await createTestOperator(api, 'catalogue');
    const id = await getPairId(later.id);
    const { data } = await catalogue.call('getLookAlike', { params: { id } });
    const place = { id: later.id, name: NAME };
    expect(data).toMatchObject({ state: 'open', distance: 0, place, decided: null });
    const decide = { params: { id }, body: { decision: 'keep' as const, reason: REASON } };
    expect((await catalogue.call('decideLookAlike', decide)).data.decided).toMatchObject({ reason: REASON });
    expect(await isVisible(later.id)).toBe(true);
    await expectApiError(
      catalogue.call('decideLookAlike', { params: { id }, body: { decision: 'keep', reason: REASON } }),
      5,
    );
    const { items } = await catalogue.call('listLookAlikes', { query: { state: 'kept' } });
    expect(items.map((item) => item.id)).toContain(id);
  });

  test('hides the new one, whose seller gets the reason', async () => {
    const earlier = await createPlace();
    const later = await createPlace();
    const catalogue = await createTestOperator(api, 'catalogue');
    await catalogue.call('decideLookAlike', {
      params: { id: await getPairId(later.id) },
      body: { decision: 'hide_new', reason: REASON },
    });
    expect([await isVisible(earlier.id), await isVisible(later.id)]).toEqual([true, false]);
    await api.jobs.runDue();
    expect(listMailsTo(later.seller)[0]!.text).toContain(REASON);
    const audit = await api.db
      .selectFrom('audit_entries')
      .select(['action', 'reason'])
      .where('action', '=', 'decideLookAlike')
      .where('reason', '=', REASON)
      .execute();
    expect(audit.length).toBeGreaterThan(0);
  });

  test('hides the earlier one for the new one, but not while orders or holds there are open', async () => {
    const { seller, salePlaceId, productId } = await createProductOnSale(api, {
      salePlace: { ...spot, name: NAME },
      quantity: 3,
    });
    const later = await createPlace();
    const catalogue = await createTestOperator(api, 'catalogue');
    const id = await getPairId(later.id);
    const transfer = () =>
      catalogue.call('decideLookAlike', { params: { id }, body: { decision: 'transfer', reason: REASON } });
    const buyer = await createTestUser(api);
    const order = await buyProduct(buyer, productId);
    await expectApiError(transfer(), 5);
    expect(await isVisible(salePlaceId)).toBe(true);
    await seller.call('cancelSellerOrder', { params: { id: order.id }, body: { reason: 'Fechado' } });
    await startPayment(await createTestUser(api), productId);
    await expectApiError(transfer(), 5);
    api.clock.advance(60 * 60 * 1000);
    await api.jobs.runDue();
    expect((await transfer()).data.state).toBe('transferred');
    expect([await isVisible(salePlaceId), await isVisible(later.id)]).toEqual([false, true]);
    const nextId = await createDraftProduct(api, later.seller, later.id);
    await later.seller.call('updateSchedule', {
      body: { product_id: nextId, quantity: 3, schedule: EVENING_SCHEDULE },
    });
    const { data: place } = await buyer.call('getSalePlace', { params: { id: salePlaceId } });
    expect(place.id).toBe(later.id);
    await api.jobs.runDue();
    expect(listMailsTo(seller).some(({ text }) => text.includes(REASON))).toBe(true);
  });

  test('not in a case of the own', async () => {
    const earlier = await createPlace();
    const later = await createPlace();
    const operator = await createTestOperator(api, 'catalogue');
    await api.db.updateTable('users').set({ is_seller: true }).where('id', '=', operator.id).execute();
    for (const { seller, id } of [earlier, later]) {
      await api.db.updateTable('sale_places').set({ seller_id: operator.id }).where('id', '=', id).execute();
      await expectApiError(
        operator.call('decideLookAlike', {
          params: { id: await getPairId(later.id) },
          body: { decision: 'keep', reason: REASON },
        }),
        5,
      );
      await api.db.updateTable('sale_places').set({ seller_id: seller.id }).where('id', '=', id).execute();
    }
  });
});

describe('claims', () => {
  const claim = async ({ id }: { id: number }, seller?: TestUser) => {
    const claimant = seller ?? (await createTestUser(api, { isSeller: true }));
    const { data } = await claimant.call('claimSalePlace', { params: { id }, body: CLAIM });
    return { claimant, claimId: data.id };
  };
  const decide = async (claimId: number, decision: 'approve' | 'refuse') => {
    const catalogue = await createTestOperator(api, 'catalogue');
    return catalogue.call('decidePlaceClaim', {
      params: { id: claimId },
      body: { decision, reason: REASON },
    });
  };

  test('the owner is asked and answers once; the mail has no words of the claimant', async () => {
    const place = await createPlace();
    const { claimant, claimId } = await claim(place);
    await api.jobs.runDue();
    const [mail] = listMailsTo(place.seller);
    expect(mail!.blocks).toContainEqual({
      kind: 'button',
      label: 'Read and answer',
      url: expect.stringMatching(/\/seller\/claims$/),
    });
    expect(mail!.text).not.toContain(CLAIM.text);
    // The day first, as in Europe.
    expect(mail!.text).toMatch(/say so by \d{1,2} [A-Z][a-z]+ 20\d\d:/);
    const { data } = await place.seller.call('listMyPlaceClaims');
    expect(data).toMatchObject({ mine: [], of_others: [{ id: claimId, text: CLAIM.text, answer: null }] });
    const answer = (seller: TestUser) =>
      seller.call('answerPlaceClaim', { params: { id: claimId }, body: { text: 'We are here since 2010.' } });
    await expectApiError(answer(claimant), 4);
    await answer(place.seller);
    await expectApiError(answer(place.seller), 5);
    expect((await claimant.call('listMyPlaceClaims')).data.mine).toMatchObject([
      { id: claimId, state: 'open', reason: null },
    ]);
  });

  test('one at a time for a place, three in all, none for the own or a hidden one', async () => {
    const places = [];
    for (let i = 0; i < 4; i++) places.push(await createPlace(`Casa ${'ABCD'[i]}${'ABCD'[i]}`));
    const claimant = await createTestUser(api, { isSeller: true });
    const claimAgain = (id: number, seller = claimant) =>
      seller.call('claimSalePlace', { params: { id }, body: CLAIM });
    await claim(places[0]!, claimant);
    await expectApiError(claimAgain(places[0]!.id), 5);
    await claim(places[1]!, claimant);
    await claim(places[2]!, claimant);
    await expectApiError(claimAgain(places[3]!.id), 5);
    await expectApiError(claimAgain(places[3]!.id, places[3]!.seller), 5);
    await expectApiError(claimAgain(999_999), 4);
    const catalogue = await createTestOperator(api, 'catalogue');
    await catalogue.call('hideSalePlace', { params: { id: places[3]!.id }, body: { reason: REASON } });
    await expectApiError(claimAgain(places[3]!.id, await createTestUser(api, { isSeller: true })), 4);
    await expectApiError(
      claimant.call('claimSalePlace', { params: { id: places[0]!.id }, body: { ...CLAIM, text: ' ' } }),
      1,
      'text',
    );
  });

  test('is approved only after the answer or 14 days, and the claimant gets a paused place of their own', async () => {
    const { seller, salePlaceId, productId } = await createProductOnSale(api, {
      salePlace: { ...spot, name: NAME },
    });
    const { claimant, claimId } = await claim({ id: salePlaceId });
    await expectApiError(decide(claimId, 'approve'), 5);
    api.clock.advance(15 * 24 * 60 * 60 * 1000);
    await api.jobs.runDue();
    const { data } = await decide(claimId, 'approve');
    expect(data).toMatchObject({ state: 'approved', decided: { reason: REASON } });
    expect(await isVisible(salePlaceId)).toBe(false);
    const [mine] = (await claimant.call('listMySalePlaces')).data;
    expect(mine).toMatchObject({
      name: NAME,
      phone: CLAIM.phone,
      paused: true,
      rating_count: 0,
      description: '',
    });
    // Products and their orders stay with the business that sold them.
    expect((await claimant.call('listMyProducts')).data).toEqual([]);
    expect((await seller.call('listMyProducts')).data.map(({ id }) => id)).toEqual([productId]);
    await api.jobs.runDue();
    const [decided] = listMailsTo(claimant).filter(({ text }) => text.includes(REASON));
    expect(decided!.blocks).toContainEqual({ kind: 'quote', lines: [REASON] });
    expect(decided!.blocks).toContainEqual({
      kind: 'button',
      label: 'Your shops',
      url: expect.stringMatching(/\/seller$/),
    });
    expect(listMailsTo(seller).some(({ text }) => text.includes(REASON))).toBe(true);
    await expectApiError(decide(claimId, 'refuse'), 5);
  });

  test('those who follow its packs follow the first one of the next seller; ratings stay with the former', async () => {
    const { salePlaceId, productId } = await createProductOnSale(api, { salePlace: { ...spot, name: NAME } });
    await api.db
      .updateTable('sale_places')
      .set({ rating_sum: 5, rating_count: 1 })
      .where('id', '=', salePlaceId)
      .execute();
    const [follower, gone, other] = [
      await createTestUser(api, { isEmailVerified: true }),
      await createTestUser(api),
      await createTestUser(api),
    ];
    const follow = (user: TestUser) => user.call('toggleFavourite', { params: { id: productId }, body: {} });
    for (const user of [follower, gone, other]) await follow(user);
    await follow(other);
    const { claimant, claimId } = await claim({ id: salePlaceId });
    await follow(claimant);
    api.clock.advance(15 * 24 * 60 * 60 * 1000);
    await api.jobs.runDue();
    await decide(claimId, 'approve');
    await gone.call('deleteAccount', { body: { password: TEST_PASSWORD } });
    const listNames = async ({ call }: TestUser) =>
      (await call('listOffers', { query: { needFavourite: 'yes', ...spot } })).data.map(({ name }) => name);
    expect(await listNames(follower)).toEqual([]);
    await expectApiError(follower.call('getSalePlace', { params: { id: salePlaceId } }), 4);

    const notifyFollowers = async () => {
      await api.jobs.runScheduled('offers.notify-followers');
      await api.jobs.runDue();
    };
    const { id } = (await claimant.call('listMySalePlaces')).data[0]!;
    await claimant.call('pauseSalePlace', { params: { id }, body: { paused: false } });
    const nextId = await createDraftProduct(api, claimant, id, { name: 'Cesto da Violeta' });
    await notifyFollowers();
    expect(await listNames(follower)).toEqual([]);
    api.mails.length = 0;
    await claimant.call('updateSchedule', {
      body: { product_id: nextId, quantity: 3, schedule: EVENING_SCHEDULE },
    });
    await notifyFollowers();
    expect(await listNames(follower)).toEqual(['Cesto da Violeta']);
    // Who has the former address, from a sticker or a message, gets to the place as it is now.
    expect((await follower.call('getSalePlace', { params: { id: salePlaceId } })).data).toMatchObject({
      id,
      seller: { id: claimant.id },
    });
    for (const user of [other, claimant]) expect(await listNames(user)).toEqual([]);
    expect(listMailsTo(follower).map(({ text }) => text.includes('Cesto da Violeta'))).toEqual([true]);
    // Who stops to follow is not made to follow the second one.
    await follower.call('toggleFavourite', { params: { id: nextId }, body: {} });
    const secondId = await createDraftProduct(api, claimant, id, { name: 'Outro' });
    await claimant.call('updateSchedule', {
      body: { product_id: secondId, quantity: 3, schedule: EVENING_SCHEDULE },
    });
    await notifyFollowers();
    expect(await listNames(follower)).toEqual([]);
    expect((await claimant.call('listMySalePlaces')).data[0]).toMatchObject({
      rating: null,
      rating_count: 0,
    });
  });

  test('evidence in photos is for claimant and operators, and erased with time or the account', async () => {
    const place = await createPlace();
    const claimant = await createTestUser(api, { isSeller: true });
    const stranger = await createTestUser(api, { isSeller: true });
    const send = async (seller: TestUser) =>
      (await seller.call('uploadClaimPhoto', { file: await createJpeg(300, 900) })).data.path;
    const paths = [await send(claimant), await send(claimant)];
    const claimWith = (photos: string[]) =>
      claimant.call('claimSalePlace', { params: { id: place.id }, body: { ...CLAIM, photos } });
    await expectApiError(claimWith([await send(stranger)]), 1, 'photos');
    const { path: publicPath } = (
      await claimant.call('uploadProductPhoto', { file: await createJpeg(640, 360) })
    ).data;
    await expectApiError(claimWith([publicPath]), 1, 'photos');
    await expectApiError(claimWith([...paths, '/media/evidence/none-300.webp']), 1, 'photos');
    const { id: claimId } = (await claimWith(paths)).data;
    const shown = paths.map((path) => ({ path, srcset: expect.any(String) }));
    expect((await claimant.call('listMyPlaceClaims')).data.mine[0]).toMatchObject({
      text: CLAIM.text,
      photos: shown,
    });
    expect(JSON.stringify(await place.seller.call('listMyPlaceClaims'))).not.toContain('/media/');
    const catalogue = await createTestOperator(api, 'catalogue');
    expect((await catalogue.call('getPlaceClaim', { params: { id: claimId } })).data.photos).toEqual(shown);
    expect(JSON.stringify(await claimant.call('exportAccount'))).toContain(paths[0]!);
    const getStatus = async () => (await injectRequest(api, 'GET', paths[0]!)).status;
    expect(await getStatus()).toBe(200);

    await decide(claimId, 'refuse');
    const erase = async () => {
      await api.jobs.runScheduled('sale-places.erase-claim-photos');
      await api.jobs.runDue();
    };
    api.clock.advance(182 * 24 * 60 * 60 * 1000);
    await erase();
    expect(await getStatus()).toBe(200);
    api.clock.advance(2 * 24 * 60 * 60 * 1000);
    await erase();
    expect(await getStatus()).toBe(404);

    const { salePlacePersonalData } = await import('./sale-places.queries.ts');
    api.clock.set(FRIDAY_NOON);
    const again = await send(claimant);
    await claimWith([again]);
    const erased = await api.db
      .transaction()
      .execute((trx) =>
        salePlacePersonalData.erase!(trx, { id: claimant.id, businessIds: [claimant.id] }, api.clock.now()),
      );
    expect(erased.map(({ path }) => path)).toEqual([again]);
  });

  test('open orders keep a place with the business that sold them', async () => {
    const { seller, salePlaceId, productId } = await createProductOnSale(api, {
      salePlace: { ...spot, name: NAME },
    });
    const { claimant, claimId } = await claim({ id: salePlaceId });
    await seller.call('answerPlaceClaim', { params: { id: claimId }, body: { text: 'No.' } });
    await buyProduct(await createTestUser(api), productId);
    await expectApiError(decide(claimId, 'approve'), 5);
    expect(await isVisible(salePlaceId)).toBe(true);
    expect((await claimant.call('listMySalePlaces')).data).toEqual([]);
  });

  test('a refusal changes nothing and is mailed to both', async () => {
    const place = await createPlace();
    const { claimant, claimId } = await claim(place);
    expect((await decide(claimId, 'refuse')).data.state).toBe('refused');
    expect(await isVisible(place.id)).toBe(true);
    await api.jobs.runDue();
    expect(listMailsTo(claimant).some(({ text }) => text.includes(REASON))).toBe(true);
    expect(listMailsTo(place.seller).at(-1)!.text).toContain('stays yours');
    expect((await claimant.call('listMyPlaceClaims')).data.mine[0]!.reason).toBe(REASON);
    // Another try is possible.
    await claim(place, claimant);
  });

  test('nobody decides on a claim of their own', async () => {
    const place = await createPlace();
    const operator = await createTestOperator(api, 'catalogue');
    for (const column of ['claimant_id', 'owner_id'] as const) {
      const { claimId } = await claim(place);
      await api.db
        .updateTable('place_claims')
        .set({ [column]: operator.id })
        .where('id', '=', claimId)
        .execute();
      await expectApiError(
        operator.call('decidePlaceClaim', {
          params: { id: claimId },
          body: { decision: 'refuse', reason: REASON },
        }),
        5,
      );
    }
  });

  test('are exported, and their words are erased', async () => {
    const place = await createPlace();
    const { claimant, claimId } = await claim(place);
    await place.seller.call('answerPlaceClaim', {
      params: { id: claimId },
      body: { text: 'Ours since 2010.' },
    });
    const exportOf = async ({ call }: TestUser) => JSON.stringify(await call('exportAccount'));
    expect(await exportOf(claimant)).toContain(CLAIM.text);
    expect(await exportOf(place.seller)).toContain('Ours since 2010.');
    expect(await exportOf(place.seller)).not.toContain(CLAIM.text);
    const { salePlacePersonalData } = await import('./sale-places.queries.ts');
    await api.db.transaction().execute(async (trx) => {
      await salePlacePersonalData.erase!(
        trx,
        { id: claimant.id, businessIds: [claimant.id] },
        api.clock.now(),
      );
      await salePlacePersonalData.erase!(
        trx,
        { id: place.seller.id, businessIds: [place.seller.id] },
        api.clock.now(),
      );
    });
    const row = await api.db
      .selectFrom('place_claims')
      .select(['text', 'phone', 'answer'])
      .where('id', '=', claimId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ text: '', phone: '', answer: '' });
  });
});
