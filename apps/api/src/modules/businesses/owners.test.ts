import { errorCodes } from '@wopack/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  buyProduct,
  createInvitation,
  createMember,
  createProductOnSale,
  createTestCounter,
  createTestUser,
  expectApiError,
  getAvailableQuantity,
  IBAN_DE,
  setUpPayouts,
  TEST_PASSWORD,
  type TestUser,
} from '../../../test/support/builders.ts';
import { createTestOperator } from '../../../test/support/operators.ts';
import { FRIDAY_NOON, MINUTE, useTestApp, waitUntilBlocked } from '../../../test/support/test-app.ts';
import { lockBusiness } from './businesses.queries.ts';

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

  test('is handed on: another owner does what the founder does', async () => {
    const { seller, salePlaceId } = await createProductOnSale(api);
    const manager = await createMember(api, seller, 'manager', { salePlaceIds: [salePlaceId] });
    const change = { role: 'owner', sale_place_ids: null } as const;
    await seller.call('updateMember', { params: { id: manager.memberId }, body: { ...change, ...proof } });
    expect(await isOwner(manager)).toBe(true);
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

  test.each(['updateMember', 'endMember'] as const)(
    'of two who take it from each other at the same moment one keeps it: %s',
    async (name) => {
      const { seller } = await createProductOnSale(api);
      await setUpPayouts(api, seller);
      const second = await createMember(api, seller, 'owner');
      const founderId = (await seller.call('listMembers')).data.members[0]!.id;
      const take = (by: TestUser, id: number) => {
        const input = { params: { id }, body: { role: 'counter', sale_place_ids: null, ...proof } } as const;
        return by.call(name, input);
      };
      const answers = await Promise.allSettled([take(seller, second.memberId), take(second, founderId)]);
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const refused = answers.find((answer) => answer.status === 'rejected')!;
      expect([errorCodes.notAllowed.code, errorCodes.conflict.code]).toContain(refused.reason.code);
      const owners = await api.db
        .selectFrom('members')
        .select('user_id')
        .where('business_id', '=', seller.id)
        .where('role', '=', 'owner')
        .execute();
      expect(owners).toHaveLength(1);
    },
  );

  test.each<[string, (second: TestUser, businessId: number) => Promise<unknown>]>([
    ['delete their accounts', (second) => second.call('deleteAccount', { body: proof })],
    ['leave and delete', (second, id) => second.call('leaveBusiness', { params: { id } })],
    ['stop selling and delete', (second) => second.call('updateSellerRole', { body: { is_owner: false } })],
  ])('a business ends with the last one, also when both %s at the same moment', async (_, leave) => {
    const { seller } = await createProductOnSale(api);
    await setUpPayouts(api, seller);
    const second = await createMember(api, seller, 'owner');
    const answers = await api.db.transaction().execute(async (trx) => {
      await lockBusiness(trx, seller.id);
      const started = [seller.call('deleteAccount', { body: proof }), leave(second, seller.id)];
      for (const call of started) call.catch(() => {});
      await waitUntilBlocked(api, started.length, ...started);
      return { started };
    });
    await Promise.allSettled(answers.started);
    const { is_selling, owners } = await api.db
      .selectFrom('businesses')
      .select('is_selling')
      .select(
        sql<number>`(select count(*)::int from members where business_id = businesses.id and role = 'owner')`.as(
          'owners',
        ),
      )
      .where('id', '=', seller.id)
      .executeTakeFirstOrThrow();
    expect(is_selling && owners === 0).toBe(false);
    expect(owners).toBe(1);
  });

  test('is not left to somebody whom an operator has blocked', async () => {
    const { seller } = await createProductOnSale(api);
    await setUpPayouts(api, seller);
    const second = await createMember(api, seller, 'owner');
    const own = (await seller.call('listMembers')).data.members.find(({ is_me }) => is_me)!;
    const block = (at: Date | null) =>
      api.db.updateTable('users').set({ blocked_at: at }).where('id', '=', second.id).execute();
    const leave = () => seller.call('endMember', { params: { id: own.id }, body: proof });
    await block(api.clock.now());
    await expectApiError(leave(), errorCodes.conflict.code);
    await block(null);
    await leave();
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

describe('a founder who leaves', () => {
  const reason = { body: { reason: 'Closed today.' } };

  /** A business with something earned, whose founder may leave it to another owner. */
  async function createBusiness() {
    const { seller, salePlaceId, productId } = await createProductOnSale(api);
    await setUpPayouts(api, seller);
    const { id: orderId } = await buyProduct(await createTestUser(api), productId);
    const owner = await createMember(api, seller, 'owner', { name: 'Ana Costa' });
    const leave = async () => {
      const me = (await seller.call('listMembers')).data.members.find(({ is_me }) => is_me)!;
      return seller.call('endMember', { params: { id: me.id }, body: proof });
    };
    return { seller, salePlaceId, productId, orderId, owner, leave };
  }
  const eraseDeletedAccounts = async () => {
    api.clock.advance(40 * 24 * 60 * MINUTE);
    await api.jobs.runScheduled('identity.purge-deleted-accounts');
  };
  const findPhone = async (salePlaceId: number) =>
    (
      await api.db
        .selectFrom('sale_places')
        .select('phone')
        .where('id', '=', salePlaceId)
        .executeTakeFirstOrThrow()
    ).phone;

  test('keeps nothing of the business, which goes on with every figure', async () => {
    const { seller, owner, productId, orderId, leave } = await createBusiness();
    const query = { business_id: seller.id };
    const before = await owner.call('listTransactions', { query });
    const { data: statistics } = await owner.call('getSellerToday');
    await leave();

    expect(await isOwner(seller)).toBe(false);
    await expectApiError(seller.call('getSellerToday'), errorCodes.notAllowed.code);
    expect((await seller.call('getBusiness', { query: {} })).data).toBeNull();
    expect(await seller.call('listTransactions', { query: {} })).toMatchObject({ data: [], roles: [] });
    expect((await seller.call('listStatements', { query: {} })).data).toEqual([]);
    expect((await seller.call('getPayoutDetails', { query: {} })).data).toMatchObject({
      iban: null,
      accounts: [],
    });
    const refused = [
      () => seller.call('updateBusiness', { body: BUSINESS_BODY }),
      () => seller.call('updateSellerRole', { body: { is_owner: true } }),
      () => seller.call('updatePartnerRole', { body: { is_partner: true } }),
    ];
    for (const call of refused) await expectApiError(call(), errorCodes.conflict.code);

    expect(await owner.call('listTransactions', { query })).toEqual(before);
    expect((await owner.call('getSellerToday')).data).toEqual(statistics);
    expect((await owner.call('getBusiness', { query })).data).toMatchObject({
      legal_name: BUSINESS_BODY.legal_name,
    });
    // The bank account was the founder's.
    const payout = (await owner.call('getPayoutDetails', { query })).data;
    expect(payout).toMatchObject({ iban: null, missing: ['iban'] });
    expect(payout.accounts).toMatchObject([{ role: 'seller' }]);
    await api.jobs.runScheduled('ledger.delete-expired-data');
    expect(
      await api.db.selectFrom('payout_details').select('iban').where('user_id', '=', seller.id).execute(),
    ).toEqual([]);
    expect(await getAvailableQuantity(await createTestUser(api), productId)).toBe(2);
    await owner.call('cancelSellerOrder', { params: { id: orderId }, ...reason });
  });

  test('has entered the legal details before, so that the business has a name, and proves who they are', async () => {
    const { seller } = await createProductOnSale(api);
    await createMember(api, seller, 'owner');
    const [me] = (await seller.call('listMembers')).data.members;
    const params = { id: me!.id };
    await expectApiError(seller.call('endMember', { params, body: proof }), errorCodes.conflict.code);
    await seller.call('updateBusiness', { body: BUSINESS_BODY });
    for (const call of [
      () => seller.call('leaveBusiness', { params: { id: seller.id } }),
      () => seller.call('updateSellerRole', { body: { is_owner: false } }),
    ])
      await expectApiError(call(), errorCodes.conflict.code);
    await expectApiError(
      seller.call('endMember', { params, body: { password: 'another' } }),
      errorCodes.validation.code,
    );
    expect(await isOwner(seller)).toBe(true);
    expect((await seller.call('endMember', { params, body: proof })).data.members).toEqual([]);
    expect(await isOwner(seller)).toBe(false);
  });

  test('is no partner, who would be paid to the account of the business', async () => {
    const { seller, leave } = await createBusiness();
    await seller.call('updatePartnerRole', { body: { is_partner: true } });
    await expectApiError(leave(), errorCodes.conflict.code);
    const other = await createProductOnSale(api);
    const referred = await createTestUser(api, { referredBy: seller });
    const { id: orderId } = await buyProduct(referred, other.productId);
    await seller.call('updatePartnerRole', { body: { is_partner: false } });
    // Their share of the order is credited later.
    await expectApiError(leave(), errorCodes.conflict.code);
    await other.seller.call('cancelSellerOrder', { params: { id: orderId }, ...reason });
    await leave();
    expect(await isOwner(seller)).toBe(false);
  });

  test('may be made a manager by another owner, and stays in the team', async () => {
    const { seller, owner } = await createBusiness();
    const [founder] = (await owner.call('listMembers')).data.members;
    await owner.call('updateMember', {
      params: { id: founder!.id },
      body: { role: 'manager', sale_place_ids: null, ...proof },
    });
    expect(await isOwner(seller)).toBe(false);
    expect((await seller.call('getSellerToday')).data).toBeDefined();
    await expectApiError(
      seller.call('listTransactions', { query: { business_id: seller.id } }),
      errorCodes.notAllowed.code,
    );
  });

  test('leaves it to the other owner, who closes it by switching selling off, and opens it again', async () => {
    const { seller, owner, productId, orderId, leave } = await createBusiness();
    await leave();
    expect(await isOwner(seller)).toBe(false);
    expect(await isOwner(owner)).toBe(true);
    await expectApiError(
      owner.call('updateSellerRole', { body: { is_owner: false } }),
      errorCodes.conflict.code,
    );
    await owner.call('cancelSellerOrder', { params: { id: orderId }, ...reason });
    await owner.call('updateSellerRole', { body: { is_owner: false } });
    expect(await isOwner(owner)).toBe(false);
    const buyer = await createTestUser(api);
    expect(await getAvailableQuantity(buyer, productId)).toBe(0);
    await owner.call('updateSellerRole', { body: { is_owner: true } });
    expect(await isOwner(owner)).toBe(true);
    expect(await getAvailableQuantity(buyer, productId)).toBeGreaterThan(0);
  });

  test('by deleting the account: nothing of the business is exported or erased', async () => {
    const { seller, owner, salePlaceId, leave } = await createBusiness();
    const query = { business_id: seller.id };
    const claimant = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    const claim = await claimant.call('claimSalePlace', {
      params: { id: salePlaceId },
      body: { text: 'Our lease is from 1998.', phone: '+351 912 000 000' },
    });
    const answer = 'We have been here since 2010.';
    await seller.call('answerPlaceClaim', { params: { id: claim.data.id }, body: { text: answer } });
    await createInvitation(api, seller, 'invited@example.com');
    const beforeLeaving = await seller.call('exportAccount');
    expect(beforeLeaving.place_claims).toMatchObject([{ text: answer }]);
    expect(beforeLeaving.invitations).toMatchObject([{ email: 'invited@example.com' }]);
    await leave();
    const exported = await seller.call('exportAccount');
    expect(exported).toMatchObject({ business: null, sale_places: [], products: [], sales: [], ledger: [] });
    expect(exported).toMatchObject({ place_claims: [], invitations: [] });
    await seller.call('deleteAccount', { body: proof });
    await eraseDeletedAccounts();
    expect((await owner.call('getBusiness', { query })).data).toMatchObject({
      legal_name: BUSINESS_BODY.legal_name,
    });
    expect((await owner.call('listMySalePlaces')).data.map(({ id }) => id)).toEqual([salePlaceId]);
    expect(await findPhone(salePlaceId)).not.toBe('');
    expect((await owner.call('listMyPlaceClaims')).data.of_others).toMatchObject([{ answer }]);
  });

  test('deleting the account without leaving first hands the business over too', async () => {
    const { seller, owner } = await createBusiness();
    await seller.call('deleteAccount', { body: proof });
    expect(await isOwner(owner)).toBe(true);
    expect(await listTeam(owner)).toEqual([[owner.id, 'owner']]);
  });

  test('deleting the account of the last owner who is not blocked suspends the business until another is', async () => {
    const { seller, owner, productId } = await createBusiness();
    const operator = await createTestOperator(api, 'owner');
    const params = { id: owner.id };
    await operator.call('blockUser', { params, body: { reason: 'Complaints of buyers.' } });
    await seller.call('deleteAccount', { body: proof });
    const view = async () => (await operator.call('getAdminSeller', { params: { id: seller.id } })).data;
    expect(await view()).toMatchObject({ state: 'suspended', is_blocked: true, email: owner.email });
    const buyer = await createTestUser(api);
    await expectApiError(getAvailableQuantity(buyer, productId), errorCodes.notFound.code);
    await operator.call('unblockUser', { params, body: { reason: 'They were answered.' } });
    expect((await view()).state).toBe('new');
    expect(await getAvailableQuantity(buyer, productId)).toBeGreaterThan(0);
  });

  test('the last owner’s deletion ends the business and erases its words', async () => {
    const { seller, owner, orderId, salePlaceId, leave } = await createBusiness();
    await leave();
    await expectApiError(owner.call('deleteAccount', { body: proof }), errorCodes.conflict.code);
    await owner.call('cancelSellerOrder', { params: { id: orderId }, ...reason });
    await api.jobs.runDue();
    await owner.call('deleteAccount', { body: proof });
    await eraseDeletedAccounts();
    expect(await findPhone(salePlaceId)).toBe('');
    expect(
      await api.db.selectFrom('members').select('id').where('business_id', '=', seller.id).execute(),
    ).toEqual([]);
  });

  describe('once they are a member again', () => {
    /** The founder is a manager in a business that another owner has. */
    async function createHandedOver() {
      const { seller, owner } = await createBusiness();
      const [founder] = (await owner.call('listMembers')).data.members;
      const setRole = (role: 'owner' | 'manager') =>
        owner.call('updateMember', {
          params: { id: founder!.id },
          body: { role, sale_place_ids: null, ...proof },
        });
      await setRole('manager');
      api.clock.advance(MINUTE);
      const query = { business_id: seller.id };
      await owner.call('updatePayoutDetails', {
        body: { iban: IBAN_DE, holder: 'Ana Costa', ...query, ...proof },
      });
      api.clock.advance(MINUTE);
      const expectAccountOfBusiness = async () => {
        await api.jobs.runScheduled('ledger.delete-expired-data');
        const { data } = await owner.call('getPayoutDetails', { query });
        expect(data).toMatchObject({ holder: 'Ana Costa', missing: [] });
      };
      return { seller, setRole, expectAccountOfBusiness };
    }

    test('their account may be deleted: the bank account of the business stays', async () => {
      const { seller, expectAccountOfBusiness } = await createHandedOver();
      await seller.call('deleteAccount', { body: proof });
      await expectAccountOfBusiness();
    });

    test('they may be an owner and leave again: nothing is handed over a second time', async () => {
      const { setRole, expectAccountOfBusiness } = await createHandedOver();
      await setRole('owner');
      await expectAccountOfBusiness();
      api.clock.advance(MINUTE);
      await setRole('manager');
      await expectAccountOfBusiness();
    });
  });

  test('members see that it is suspended', async () => {
    const { seller, owner } = await createBusiness();
    const operator = await createTestOperator(api, 'owner');
    const params = { id: seller.id };
    const isSuspended = async () =>
      (await owner.call('listMyBusinesses')).data.map((row) => row.is_suspended);
    expect(await isSuspended()).toEqual([false]);
    await operator.call('suspendSeller', { params, body: { reason: 'Complaints of buyers.' } });
    expect(await isSuspended()).toEqual([true]);
    await operator.call('reinstateSeller', { params, body: { reason: 'They were answered.' } });
    expect(await isSuspended()).toEqual([false]);
  });

  test('a block of the former founder does not touch it; one of its only owner does', async () => {
    const { seller, owner, leave } = await createBusiness();
    const operator = await createTestOperator(api, 'owner');
    const body = { reason: 'Complaints of buyers.' };
    await leave();
    await operator.call('blockUser', { params: { id: seller.id }, body });
    expect(await isOwner(owner)).toBe(true);
    const view = await operator.call('getAdminSeller', { params: { id: seller.id } });
    expect(view.data).toMatchObject({ email: owner.email, state: 'new', is_blocked: false });
    await operator.call('blockUser', { params: { id: owner.id }, body });
    expect((await operator.call('getAdminSeller', { params: { id: seller.id } })).data).toMatchObject({
      state: 'suspended',
      is_blocked: true,
    });
    await operator.call('unblockUser', { params: { id: owner.id }, body });
    expect((await operator.call('getAdminSeller', { params: { id: seller.id } })).data.state).toBe('new');
  });
});

describe('the console', () => {
  let url: string;
  beforeAll(async () => {
    url = await api.app.listen({ port: 0, host: '127.0.0.1' });
    await waitUntilListening();
  });
  afterAll(() => api.app.close());

  /** The server listens from its first stream on; who may still read is verified then, and this stream ends either way. */
  async function waitUntilListening() {
    const { seller, salePlaceId } = await createProductOnSale(api);
    const counter = await createTestCounter(api, seller, salePlaceId);
    const { ended } = await watchStream(counter);
    await seller.call('endCounter', { params: { id: counter.deviceId } });
    await ended;
  }

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
