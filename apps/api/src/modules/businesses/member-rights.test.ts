import {
  type Endpoint,
  type EndpointName,
  endpoints,
  errorCodes,
  hasMemberRight,
  memberRoles,
} from '@wopack/contract';
import type { Input } from '@wopack/contract/client';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  addMember,
  createMember,
  createProductOnSale,
  expectApiError,
  signInAgain,
  TEST_PASSWORD,
  type TestUser,
} from '../../../test/support/builders.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../../../test/support/sample-requests.ts';
import { MINUTE, useTestApp } from '../../../test/support/test-app.ts';
import { sendRequest } from '../../../test/support/test-request.ts';

const api = useTestApp();

const names = (Object.keys(endpoints) as EndpointName[]).filter((name) => endpoints[name].auth === 'member');

function getRight(name: EndpointName) {
  return (endpoints[name] as Endpoint).businessRight!;
}

/** Nothing in them belongs to a sale place, or the caller names none. */
const WITHOUT_SALE_PLACE: readonly EndpointName[] = [
  ...names.filter((name) => getRight(name) === 'members.manage' || getRight(name) === 'business.manage'),
  'getSellerNotificationSettings',
  'updateSellerNotificationSettings',
  'listPriceTiers',
  'uploadProductPhoto',
  'findLookAlikes',
];

/** Only whoever made an import goes on with it, with the photos that they sent. */
const OF_ITS_MEMBER: readonly EndpointName[] = [
  'addImportPhotos',
  'startProductImport',
  'discardProductImport',
];

async function call(name: EndpointName, fixtures: Fixtures, caller: TestUser) {
  const request = await sampleRequests[name](fixtures, caller);
  const { status, body } = await sendRequest(api, name, { ...request, token: caller.token });
  return { code: status === 200 ? 0 : (body.code ?? status), text: JSON.stringify(body) };
}

test('there is something to test', () => {
  expect(names.length).toBeGreaterThan(45);
  expect(WITHOUT_SALE_PLACE.length).toBeLessThan(names.length / 2);
});

describe.each(names)('%s', (name) => {
  let fixtures: Fixtures;
  beforeAll(async () => {
    fixtures = await createFixtures(api);
  });

  test.each(memberRoles)('by a member with all sale places: %s', async (role) => {
    const member = await createMember(api, fixtures.seller, role);
    const isAllowed = hasMemberRight(role, getRight(name));
    const allowedCode = OF_ITS_MEMBER.includes(name) ? errorCodes.notFound.code : 0;
    expect((await call(name, fixtures, member)).code).toBe(
      isAllowed ? allowedCode : errorCodes.notAllowed.code,
    );
  });

  test('by a manager of another business: as by its owner', async () => {
    const manager = await createMember(api, fixtures.otherSeller, 'manager');
    if (!hasMemberRight('manager', getRight(name))) return;
    const byOwner = await call(name, fixtures, fixtures.otherSeller);
    expect((await call(name, fixtures, manager)).code).toBe(byOwner.code);
  });

  const role = memberRoles.find((other) => other !== 'owner' && hasMemberRight(other, getRight(name)));
  test.skipIf(!role || WITHOUT_SALE_PLACE.includes(name))(
    'by a member of another sale place of the business: nothing of the first one',
    async () => {
      const { salePlaceId: otherPlaceId } = await createProductOnSale(api, { seller: fixtures.seller });
      const member = await createMember(api, fixtures.seller, role!, { salePlaceIds: [otherPlaceId] });
      const { code, text } = await call(name, fixtures, member);
      const { salePlaceId, productId, spareProductId, order } = fixtures;
      expect(text).not.toMatch(new RegExp(`"sale_place(_id)?":({"id":)?${salePlaceId}\\b`));
      expect(text).not.toMatch(new RegExp(`"product(_id)?":({"id":)?(${productId}|${spareProductId})\\b`));
      expect(text).not.toContain(order.pin);
      expect(text).not.toMatch(/"(sold|to_hand_out|reports|price_cents)":[1-9]/);
      // A table is answered row by row.
      if (endpoints[name].method === 'POST' && name !== 'createProductImport') expect(code).not.toBe(0);
    },
  );
});

test('what has ended, or was changed, acts on the next call', async () => {
  const { seller } = await createFixtures(api);
  const { memberId, call: callAs } = await createMember(api, seller, 'manager');
  expect((await callAs('listMyProducts')).data).toHaveLength(2);
  const proof = { password: TEST_PASSWORD };
  await seller.call('updateMember', {
    params: { id: memberId },
    body: { role: 'accountant', sale_place_ids: null, ...proof },
  });
  await expectApiError(callAs('listMyProducts'), errorCodes.notAllowed.code);
  await callAs('getSalesStatistics');
  await seller.call('endMember', { params: { id: memberId }, body: proof });
  await expectApiError(callAs('getSalesStatistics'), errorCodes.notAllowed.code);
  expect((await callAs('listMyBusinesses')).data).toEqual([]);
});

test('a page of a business acts for that one alone, whichever the device works for by now', async () => {
  const { seller, otherSeller } = await createFixtures(api);
  const memberId = await addMember(api, { businessId: otherSeller.id, userId: seller.id, role: 'owner' });
  const invite = async (business: number | null, language = 'en') => {
    const { statusCode, payload } = await api.app.inject({
      method: 'POST',
      url: '/api/v1/seller/members/invite',
      headers: {
        authorization: `Bearer ${seller.token}`,
        'accept-language': language,
        ...(business !== null && { 'wopack-business': String(business) }),
      },
      payload: {
        email: `ana-${business}@example.com`,
        role: 'owner',
        sale_place_ids: null,
        password: TEST_PASSWORD,
      },
    });
    return { status: statusCode, message: JSON.parse(payload).message as string | undefined };
  };
  const invited = async () => (await seller.call('listMembers')).data.invitations.map(({ email }) => email);
  // Chosen in another tab.
  await seller.call('chooseBusiness', { params: { id: otherSeller.id } });
  expect(await invite(seller.id)).toMatchObject({
    status: 403,
    message: expect.stringContaining('business'),
  });
  expect((await invite(otherSeller.id)).status).toBe(200);
  await seller.call('endMember', { params: { id: memberId }, body: { password: TEST_PASSWORD } });
  // The own business is what the device works for now, but not what the page shows.
  expect((await invite(otherSeller.id)).status).toBe(403);
  const messages = await Promise.all(
    ['pt', 'en', 'ru'].map(async (language) => (await invite(otherSeller.id, language)).message),
  );
  expect(new Set(messages).size).toBe(3);
  expect(await invited()).toEqual([]);
  // A client that knows of no businesses.
  expect((await invite(null)).status).toBe(200);
  expect(await invited()).toEqual(['ana-null@example.com']);
});

test('owners see when a member last acted for the business, not what they do on WoPack else', async () => {
  const { seller } = await createProductOnSale(api);
  const manager = await createMember(api, seller, 'manager');
  const getLastVisit = async () =>
    (await seller.call('listMembers')).data.members.find(({ id }) => id === manager.memberId)!.last_seen_at;
  await manager.call('getMe');
  expect(await getLastVisit()).toBeNull();
  await manager.call('getSellerToday');
  const at = api.clock.now().toISOString();
  expect(await getLastVisit()).toBe(at);
  api.clock.advance(4 * MINUTE);
  await manager.call('getSellerToday');
  expect(await getLastVisit()).toBe(at);
  api.clock.advance(MINUTE);
  await manager.call('getMe');
  expect(await getLastVisit()).toBe(at);
  await manager.call('getSellerToday');
  expect(await getLastVisit()).toBe(api.clock.now().toISOString());
});

test('who hands out sees the orders of today alone, and no earnings', async () => {
  const { seller, order } = await createFixtures(api);
  const counter = await createMember(api, seller, 'counter');
  const list = (query: Input<'listSellerOrders'>['query']) => counter.call('listSellerOrders', { query });
  expect((await list({})).data.map(({ id }) => id)).toContain(order.id);
  const { data: day } = await counter.call('getSellerToday', {});
  expect(day.sold).toBeGreaterThan(0);
  expect([day.price_cents, day.earning_cents, day.month_earning_cents]).toEqual([0, 0, 0]);
  expect((await seller.call('getSellerToday', {})).data.month_earning_cents).toBeGreaterThan(0);
  for (const query of [{ when: 'past' }, { when: 'upcoming' }, { date: '2026-11-19' }] as const)
    await expectApiError(list(query), errorCodes.notAllowed.code);
});

test('a member acts for the business that the device works for', async () => {
  const { seller, otherSeller } = await createFixtures(api);
  const member = await createMember(api, seller, 'manager');
  await api.db
    .insertInto('members')
    .values({ business_id: otherSeller.id, user_id: member.id, role: 'counter', joined_at: api.clock.now() })
    .execute();
  const list = async () =>
    (await member.call('listMyBusinesses')).data.map(({ id, is_current }) => [id, is_current]);
  expect(await list()).toEqual([
    [seller.id, true],
    [otherSeller.id, false],
  ]);
  await member.call('chooseBusiness', { params: { id: otherSeller.id } });
  expect(await list()).toEqual([
    [seller.id, false],
    [otherSeller.id, true],
  ]);
  await expectApiError(member.call('getSalesStatistics'), errorCodes.notAllowed.code);
  expect((await member.call('getMe')).data.business).toEqual({ id: otherSeller.id, role: 'counter' });
  // Another device of the same person still works for the first one.
  const elsewhere = await signInAgain(api, member);
  await elsewhere.call('getSalesStatistics');
  await expectApiError(
    member.call('chooseBusiness', { params: { id: member.id } }),
    errorCodes.notFound.code,
  );
});
