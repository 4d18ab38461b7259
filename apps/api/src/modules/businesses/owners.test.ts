import { errorCodes } from '@wopack/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createMember,
  createProductOnSale,
  createTestCounter,
  expectApiError,
  TEST_PASSWORD,
  type TestUser,
} from '../../../test/support/builders.ts';
import { createTestOperator } from '../../../test/support/operators.ts';
import { FRIDAY_NOON, useTestApp } from '../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const proof = { password: TEST_PASSWORD };
const isOwner = async (user: TestUser) => (await user.call('getMe')).data.is_owner;
const listTeam = async (user: TestUser) =>
  (await user.call('listMembers')).data.members.map(({ user_id, role }) => [user_id, role]);

describe('ownership', () => {
  test('is_owner is true for owners alone, whoever founded the business', async () => {
    const { seller } = await createProductOnSale(api);
    expect(await isOwner(seller)).toBe(true);
    expect(await isOwner(await createMember(api, seller, 'owner'))).toBe(true);
    for (const role of ['manager', 'counter', 'accountant'] as const)
      expect(await isOwner(await createMember(api, seller, role)), role).toBe(false);
  });

  test('is handed on: another owner does what the founder does, and the founder stays', async () => {
    const { seller, salePlaceId } = await createProductOnSale(api);
    const manager = await createMember(api, seller, 'manager', { salePlaceIds: [salePlaceId] });
    const change = { role: 'owner', sale_place_ids: null } as const;
    await seller.call('updateMember', { params: { id: manager.memberId }, body: { ...change, ...proof } });
    expect(await isOwner(manager)).toBe(true);
    const [founder] = (await manager.call('listMembers')).data.members;
    const params = { id: founder!.id };
    await expectApiError(manager.call('endMember', { params, body: proof }), errorCodes.conflict.code);
    await expectApiError(
      seller.call('leaveBusiness', { params: { id: seller.id } }),
      errorCodes.conflict.code,
    );
    expect(await listTeam(manager)).toEqual([
      [seller.id, 'owner'],
      [manager.id, 'owner'],
    ]);
  });

  test('ends with selling switched off by who did not found the business, which goes on', async () => {
    const { seller } = await createProductOnSale(api);
    const other = await createProductOnSale(api);
    const owner = await createMember(api, seller, 'owner');
    await createMember(api, other.seller, 'owner');
    await api.jobs.runDue();
    api.mails.length = 0;
    await owner.call('updateSellerRole', { body: { is_owner: false } });
    // A repeated call finds nothing to end.
    await owner.call('updateSellerRole', { body: { is_owner: false } });
    await api.jobs.runDue();
    expect(api.mails.map(({ to }) => to).sort()).toEqual([seller.email, owner.email].sort());
    expect(await isOwner(owner)).toBe(false);
    expect(await isOwner(seller)).toBe(true);
    expect(await listTeam(seller)).toEqual([[seller.id, 'owner']]);
    const [entry] = (await seller.call('listActivity', { query: {} })).data;
    expect(entry).toMatchObject({ kind: 'member_ended', by: { id: owner.id }, member: { id: owner.id } });
    expect(await listTeam(other.seller)).toHaveLength(2);
  });

  test('and membership end with the account', async () => {
    const { seller } = await createProductOnSale(api);
    const owner = await createMember(api, seller, 'owner');
    await owner.call('deleteAccount', { body: proof });
    expect(await listTeam(seller)).toEqual([[seller.id, 'owner']]);
    const [entry] = (await seller.call('listActivity', { query: {} })).data;
    expect(entry).toMatchObject({
      kind: 'member_ended',
      member: { id: owner.id },
      before: { role: 'owner' },
    });
  });
});

describe('the console', () => {
  let url: string;
  beforeAll(async () => {
    url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => api.app.close());

  /** Resolves at the end of the stream; the server's word is that the client opens it again. */
  async function watchStream({ token }: TestUser) {
    const response = await fetch(`${url}/api/v1/seller/live`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(200);
    return { ended: response.text() };
  }

  const body = { reason: 'Complaints of buyers.' };

  test('shows who acts for the business', async () => {
    const { seller, salePlaceId } = await createProductOnSale(api);
    const counter = await createMember(api, seller, 'counter', {
      name: 'Rita Nunes',
      salePlaceIds: [salePlaceId],
    });
    const operator = await createTestOperator(api, 'owner');
    const { members } = (await operator.call('getAdminSeller', { params: { id: seller.id } })).data;
    expect(members).toMatchObject([
      { id: seller.id, role: 'owner', sale_places: null, is_founder: true },
      { id: counter.id, name: 'Rita Nunes', role: 'counter', sale_places: 1, is_founder: false },
    ]);
  });

  test.each(['suspendSeller', 'reinstateSeller', 'blockUser'] as const)(
    '%s ends the open streams of all members and counter devices',
    async (name) => {
      const { seller, salePlaceId } = await createProductOnSale(api);
      const members = [
        seller,
        await createMember(api, seller, 'counter'),
        await createMember(api, seller, 'owner'),
      ];
      const counter = await createTestCounter(api, seller, salePlaceId);
      const operator = await createTestOperator(api, 'owner');
      const params = { id: seller.id };
      if (name === 'reinstateSeller') await operator.call('suspendSeller', { params, body });
      const streams = await Promise.all([...members, counter].map(watchStream));
      await operator.call(name, { params, body });
      await Promise.all(streams.map(({ ended }) => ended));
      if (name !== 'blockUser') return;
      // Without its founder the business acts no more.
      for (const member of members.slice(1)) {
        await expectApiError(member.call('getSellerToday'), errorCodes.notAllowed.code);
        expect(await isOwner(member)).toBe(false);
      }
      await expectApiError(counter.call('getCounter'), errorCodes.notSignedIn.code);
    },
  );

  test('a stream of a counter device ends with its sale place; the device of another one goes on', async () => {
    const { seller, salePlaceId } = await createProductOnSale(api);
    const { salePlaceId: otherPlaceId } = await createProductOnSale(api, { seller });
    const counter = await createTestCounter(api, seller, salePlaceId);
    const otherCounter = await createTestCounter(api, seller, otherPlaceId);
    // From here the server listens, and has heard of the pairings, each of which ends streams too.
    const ended = await createTestCounter(api, seller, salePlaceId);
    const endedStream = await watchStream(ended);
    await seller.call('endCounter', { params: { id: ended.deviceId } });
    await endedStream.ended;
    const stream = await watchStream(counter);
    await api.db
      .updateTable('sale_places')
      .set({ removed_at: api.clock.now() })
      .where('id', '=', salePlaceId)
      .execute();
    await stream.ended;
    await expectApiError(counter.call('getCounter'), errorCodes.notSignedIn.code);
    await otherCounter.call('getCounter');
  });
});
