import { errorCodes, hasMemberRight, memberRoles } from '@wopack/contract';
import type { Input } from '@wopack/contract/client';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  buyProduct,
  createMember,
  createProductOnSale,
  createTestUser,
  expectApiError,
  getOrCreateStatement,
  IBAN,
  TEST_PASSWORD,
  type TestUser,
} from '../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp, waitUntilBlocked } from '../../../test/support/test-app.ts';
import { sendRequest } from '../../../test/support/test-request.ts';
import { setHandedOver } from '../identity/index.ts';
import { postTransaction } from '../ledger/index.ts';
import { lockBusiness } from './businesses.queries.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const NOT_ALLOWED = errorCodes.notAllowed.code;
const proof = { password: TEST_PASSWORD };

/** A business with earnings, whose founder is paid as a partner too. */
async function createBusiness() {
  const founder = await createTestUser(api, { isSeller: true, isPartner: true, isEmailVerified: true });
  const { productId } = await createProductOnSale(api, { seller: founder });
  await buyProduct(await createTestUser(api), productId);
  await api.db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'adjustment',
      note: `shares of ${founder.id}`,
      entries: [
        { account: { kind: 'partner', userId: founder.id }, amountCents: -500 },
        { account: { kind: 'provider' }, amountCents: 500 },
      ],
      now: api.clock.now(),
    }),
  );
  await founder.call('updateBusiness', { body: BUSINESS_BODY });
  return founder;
}

const READS = [
  'listTransactions',
  'exportTransactions',
  'getPayoutDetails',
  'listStatements',
  'getBusiness',
] as const;

const read = async (user: TestUser, name: (typeof READS)[number], business_id?: number) => {
  const query = business_id === undefined ? {} : { business_id };
  const { status, body, text } = await sendRequest(api, name, { token: user.token, query });
  return { code: status === 200 ? 0 : body.code, text };
};

describe.each(READS)('%s of a business', (name) => {
  test.each(memberRoles)('by a member: %s', async (role) => {
    const founder = await createBusiness();
    const other = await createBusiness();
    const member = await createMember(api, founder, role);
    const isAllowed = hasMemberRight(role, 'money.view');
    expect((await read(member, name, founder.id)).code).toBe(isAllowed ? 0 : NOT_ALLOWED);
    for (const id of [other.id, member.id])
      expect((await read(member, name, id)).code, String(id)).toBe(NOT_ALLOWED);
    expect((await read(member, name)).code).toBe(0);
    const { salePlaceId } = await createProductOnSale(api, { seller: founder });
    if (role === 'owner') return;
    const scoped = await createMember(api, founder, role, { salePlaceIds: [salePlaceId] });
    expect((await read(scoped, name, founder.id)).code).toBe(NOT_ALLOWED);
  });
});

test('the accountant reads the seller side, nothing of what the founder is besides', async () => {
  const founder = await createBusiness();
  const accountant = await createMember(api, founder, 'accountant');
  const query = { business_id: founder.id };
  const mine = await founder.call('listTransactions', { query: {} });
  expect(mine.roles).toEqual(['partner', 'seller']);
  const shown = await accountant.call('listTransactions', { query });
  expect(shown.roles).toEqual(['seller']);
  expect(shown.data).toEqual(mine.data.filter(({ role }) => role === 'seller'));
  await expectApiError(
    accountant.call('listTransactions', { query: { ...query, role: 'partner' } }),
    1,
    'role',
  );
  const { accounts } = (await accountant.call('getPayoutDetails', { query })).data;
  expect(accounts.map(({ role }) => role)).toEqual(['seller']);
  expect((await accountant.call('getBusiness', { query })).data?.legal_name).toBe(BUSINESS_BODY.legal_name);
  // Without the parameter a call is about the own account, as for whoever knows no members.
  expect((await accountant.call('listTransactions', { query: {} })).data).toEqual([]);
  expect((await accountant.call('getBusiness')).data).toBeNull();
});

test('statements of the seller are read by number, in each form, by who may', async () => {
  const founder = await createBusiness();
  const ids = {
    seller: await getOrCreateStatement(api, founder),
    partner: await getOrCreateStatement(api, founder, 'partner'),
  };
  const accountant = await createMember(api, founder, 'accountant');
  const manager = await createMember(api, founder, 'manager');
  const list = await accountant.call('listStatements', { query: { business_id: founder.id } });
  expect(list.data.map(({ id }) => id)).toEqual([ids.seller]);
  for (const name of ['getStatement', 'exportStatementCsv', 'exportStatementPdf'] as const) {
    const status = async (user: TestUser, id: number) =>
      (await sendRequest(api, name, { token: user.token, params: { id } })).status;
    expect(await status(accountant, ids.seller), name).toBe(200);
    expect(await status(accountant, ids.partner), name).toBe(404);
    expect(await status(manager, ids.seller), name).toBe(404);
  }
});

describe('changes', () => {
  const changeAccount = (user: TestUser, body: Partial<Input<'updatePayoutDetails'>['body']>) =>
    user.call('updatePayoutDetails', { body: { iban: IBAN, holder: 'Aurora', ...body } });
  const changeDetails = (user: TestUser, body: Partial<Input<'updateBusiness'>['body']>) =>
    user.call('updateBusiness', { body: { ...BUSINESS_BODY, ...body } });

  test.each([
    ['payout account', changeAccount],
    ['business details', changeDetails],
  ])('%s: by an owner with the password, and all owners get a mail', async (_name, change) => {
    const founder = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    const owner = await createMember(api, founder, 'owner');
    for (const role of ['manager', 'counter', 'accountant'] as const) {
      const member = await createMember(api, founder, role);
      await expectApiError(change(member, { business_id: founder.id, ...proof }), NOT_ALLOWED);
    }
    await expectApiError(change(owner, { business_id: founder.id }), 1, 'code', 'password');
    await expectApiError(change(owner, { business_id: founder.id, password: 'wrong-1' }), 1, 'password');
    await founder.call('updateNotificationSettings', {
      body: { channel: 'none', reminder_minutes: 60, quiet_from: '22:00', quiet_to: '08:00' },
    });
    await api.jobs.runDue();
    api.mails.length = 0;
    await change(owner, { business_id: founder.id, ...proof });
    await api.jobs.runDue();
    expect(api.mails.map(({ to }) => to).sort()).toEqual([founder.email, owner.email].sort());
    const [entry] = (await owner.call('listActivity', { query: {} })).data;
    expect(entry).toMatchObject({ by: { id: owner.id } });
    expect(entry!.kind).toMatch(/payout_account_changed|business_details_changed/);
  });

  test.each([
    ['payout account', changeAccount],
    ['business details', changeDetails],
  ])(
    '%s: not by an owner, or the founder, whose part ends while the password is compared',
    async (_name, change) => {
      const founder = await createTestUser(api, { isSeller: true, isEmailVerified: true });
      await founder.call('updateBusiness', { body: BUSINESS_BODY });
      const owner = await createMember(api, founder, 'owner');
      await createMember(api, founder, 'owner');
      const { answers } = await api.db.transaction().execute(async (trx) => {
        await trx.selectFrom('users').select('id').where('id', '=', founder.id).forNoKeyUpdate().execute();
        await lockBusiness(trx, founder.id);
        const calls = [
          change(owner, { business_id: founder.id, ...BUSINESS_BODY, legal_name: 'Outra, Lda.', ...proof }),
          change(founder, { ...BUSINESS_BODY, legal_name: 'Outra, Lda.', ...proof }),
          change(founder, { business_id: founder.id, ...BUSINESS_BODY, legal_name: 'Outra, Lda.', ...proof }),
        ];
        for (const call of calls) call.catch(() => {});
        await waitUntilBlocked(api, calls.length, ...calls);
        await trx.deleteFrom('members').where('user_id', 'in', [owner.id, founder.id]).execute();
        await setHandedOver(trx, founder.id, api.clock.now());
        return { answers: calls };
      });
      await expectApiError(answers[0]!, NOT_ALLOWED);
      await expectApiError(answers[1]!, errorCodes.conflict.code);
      await expectApiError(answers[2]!, NOT_ALLOWED);
      const { rows } = await sql<{ accounts: number; name: string }>`select legal_name as name,
        (select count(*)::int from payout_details where user_id = ${founder.id}) as accounts
      from legal_identities where user_id = ${founder.id}`.execute(api.db);
      expect(rows).toEqual([{ accounts: 0, name: BUSINESS_BODY.legal_name }]);
    },
  );

  test('the account of a founder who is paid as a partner too is changed by the founder alone', async () => {
    const founder = await createBusiness();
    const owner = await createMember(api, founder, 'owner');
    await expectApiError(changeAccount(owner, { business_id: founder.id, ...proof }), 5);
    expect((await changeAccount(founder, proof)).data.iban).toBe('•••• 0154');
  });

  test('who sells alone, and knows no members, changes the details as before, without a mail', async () => {
    const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    await api.jobs.runDue();
    api.mails.length = 0;
    await changeDetails(seller, {});
    await api.jobs.runDue();
    expect(api.mails).toEqual([]);
  });
});
