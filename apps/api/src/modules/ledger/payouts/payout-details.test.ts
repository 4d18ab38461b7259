import { describe, expect, test } from 'vitest';
import {
  BUSINESS_BODY,
  createProductOnSale,
  createProofCode,
  createTestUser,
  expectApiError,
  getOrCreateStatement,
  IBAN_DE,
  LOGIN_CODE,
  postTestPayout,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { runInTransaction } from '../../../../test/support/run-in-transaction.ts';
import { MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { postTransaction } from '../post-transaction.ts';
import { createPayoutRun } from './payout-runs.ts';

const api = useTestApp();
const DAY = 24 * 60 * MINUTE;
const ACCOUNT_BODY = {
  iban: 'PT50 0002 0123 1234 5678 9015 4',
  holder: 'Fontes & Filha, Lda.',
  password: TEST_PASSWORD,
};

const createSeller = async () => {
  const user = (await createProductOnSale(api)).seller;
  const verification = { email_verified_at: api.clock.now() };
  await api.db.updateTable('users').set(verification).where('id', '=', user.id).execute();
  await user.call('updateBusiness', { body: BUSINESS_BODY });
  await user.call('updatePayoutDetails', { body: ACCOUNT_BODY });
  return user;
};
const findStoredDetails = ({ id }: TestUser) =>
  api.db.selectFrom('payout_details').selectAll().where('user_id', '=', id).executeTakeFirst();
const postEarning = ({ id }: TestUser, cents: number, name = 'earning') =>
  api.db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'adjustment',
      note: `${name} of ${id}`,
      entries: [
        { account: { kind: 'provider' }, amountCents: cents },
        { account: { kind: 'seller', userId: id }, amountCents: -cents },
      ],
      now: api.clock.now(),
    }),
  );
const deleteAccount = (user: TestUser) => user.call('deleteAccount', { body: { password: TEST_PASSWORD } });
async function eraseAccount(user: TestUser) {
  await deleteAccount(user);
  api.clock.advance(30 * DAY);
  await api.jobs.runScheduled('identity.purge-deleted-accounts');
}
async function runCleanupAt(instant: string) {
  api.clock.set(instant);
  await api.jobs.runScheduled('ledger.delete-expired-data');
}

test('the export has the full IBAN', async () => {
  const user = await createTestUser(api);
  expect((await user.call('exportAccount')).payout_details).toBeNull();
  const seller = await createSeller();
  expect(await seller.call('exportAccount')).toMatchObject({
    payout_details: { iban: 'PT50000201231234567890154', holder: ACCOUNT_BODY.holder },
    payouts: [],
  });
});

test('the bank account of a payout is retained for ten calendar years, its amount without limit', async () => {
  const seller = await createSeller();
  const statement_id = await getOrCreateStatement(api, seller);
  const payoutRow = {
    user_id: seller.id,
    role: 'seller',
    amount_cents: 270,
    iban: ACCOUNT_BODY.iban,
    holder: ACCOUNT_BODY.holder,
  };
  const state = { state: 'confirmed', return_reason: null } as const;
  const created_at = new Date('2026-12-05T06:00:00Z');
  const run = { month: null, created_at, sent_at: created_at, file: '<Document>Fontes</Document>' };
  const { id: run_id } = await api.db
    .insertInto('payout_runs')
    .values(run)
    .returning('id')
    .executeTakeFirstOrThrow();
  await api.db
    .insertInto('payouts')
    .values({ ...payoutRow, ...state, run_id, statement_id, changed_at: created_at } as never)
    .execute();
  const loadStored = async () => [
    await api.db.selectFrom('payouts').selectAll().where('run_id', '=', run_id).executeTakeFirst(),
    await api.db.selectFrom('payout_runs').select('file').where('id', '=', run_id).executeTakeFirst(),
  ];
  await runCleanupAt('2036-12-31T03:27:00Z');
  expect(await loadStored()).toMatchObject([payoutRow, { file: run.file }]);
  await runCleanupAt('2037-01-01T03:27:00Z');
  expect(await loadStored()).toMatchObject([{ amount_cents: 270, iban: '', holder: '' }, { file: null }]);
  // Removes the rows inserted above, which have no postings.
  await api.db.deleteFrom('payouts').where('run_id', '=', run_id).execute();
});

describe('invalid payout details are refused', () => {
  test.each([
    ['nothing', { iban: ' ' }, 'iban'],
    ['a wrong check digit', { iban: 'PT51 0002 0123 1234 5678 9015 4' }, 'iban'],
    ['a digit too few', { iban: 'PT50 0002 0123 1234 5678 9015' }, 'iban'],
    ['a country that has none', { iban: 'US50 0002 0123 1234 5678 9015 4' }, 'iban'],
    ['one that SEPA does not reach', { iban: 'TR33 0006 1005 1978 6457 8413 26' }, 'iban'],
    ['no holder', { holder: '  ' }, 'holder'],
    ['a holder of signs only', { holder: '/' }, 'holder'],
    ['a picture as the holder', { holder: ' 🙂 ' }, 'holder'],
    ['a picture beside the holder', { holder: '🙂 Maria' }, 'holder'],
    ['a holder longer than banks take', { holder: 'x'.repeat(71) }, 'holder'],
  ])('with %s', async (_what, change, field) => {
    const seller = await createSeller();
    await expectApiError(
      seller.call('updatePayoutDetails', { body: { ...ACCOUNT_BODY, ...change } }),
      1,
      field,
    );
    expect(await findStoredDetails(seller)).toMatchObject({
      iban: 'PT50000201231234567890154',
      holder: ACCOUNT_BODY.holder,
    });
  });

  test('with an unverified address', async () => {
    const seller = await createTestUser(api, { isSeller: true });
    await expectApiError(seller.call('updatePayoutDetails', { body: ACCOUNT_BODY }), 5);
    expect(await findStoredDetails(seller)).toBeUndefined();
    expect((await seller.call('getPayoutDetails')).data.missing).toEqual(['email', 'business', 'iban']);
  });

  test('in the language of the request, at the field', async () => {
    const seller = await createSeller();
    const refusal = api.client(seller.token, 'pt')('updatePayoutDetails', {
      body: { ...ACCOUNT_BODY, iban: 'PT00' },
    });
    await expect(refusal).rejects.toMatchObject({ errors: { iban: [expect.stringMatching(/IBAN/)] } });
  });
});

describe('saving payout details requires reauthentication', () => {
  const unchanged = { iban: 'PT50000201231234567890154', holder: ACCOUNT_BODY.holder };
  const to = { iban: IBAN_DE, holder: ACCOUNT_BODY.holder };

  test.each([
    ['neither password nor code', {}, ['code', 'password']],
    ['a wrong password', { password: 'sobras2' }, ['password']],
    ['a wrong code', { code: '000000' }, ['code']],
  ] as const)('%s', async (_what, proof, fields) => {
    const seller = await createSeller();
    await createProofCode(api, seller, 'payout');
    await expectApiError(seller.call('updatePayoutDetails', { body: { ...to, ...proof } }), 1, ...fields);
    expect(await findStoredDetails(seller)).toMatchObject(unchanged);
  });

  test('also for the first save', async () => {
    const seller = await createTestUser(api, { isSeller: true, isEmailVerified: true });
    await expectApiError(seller.call('updatePayoutDetails', { body: to }), 1, 'code', 'password');
    expect(await findStoredDetails(seller)).toBeUndefined();
    await seller.call('updatePayoutDetails', { body: { ...to, password: TEST_PASSWORD } });
    expect(await findStoredDetails(seller)).toMatchObject({
      iban: IBAN_DE.replaceAll(' ', ''),
      held_until: null,
    });
  });

  test('a code is accepted once from an account without a password', async () => {
    const seller = await createSeller();
    await api.db.updateTable('users').set({ password_hash: null }).where('id', '=', seller.id).execute();
    await expectApiError(
      seller.call('updatePayoutDetails', { body: { ...to, password: TEST_PASSWORD } }),
      1,
      'password',
    );
    await createProofCode(api, seller, 'payout');
    await seller.call('updatePayoutDetails', { body: { ...to, code: LOGIN_CODE } });
    expect(await findStoredDetails(seller)).toMatchObject({ iban: IBAN_DE.replaceAll(' ', '') });
    await expectApiError(
      seller.call('updatePayoutDetails', { body: { ...ACCOUNT_BODY, password: '', code: LOGIN_CODE } }),
      1,
      'code',
    );
  });

  test('all field errors are reported at once without consuming the code', async () => {
    const seller = await createSeller();
    const wrong = { iban: '', holder: ' ', password: 'sobras2' };
    await expectApiError(
      seller.call('updatePayoutDetails', { body: wrong }),
      1,
      'holder',
      'iban',
      'password',
    );
    await expectApiError(
      seller.call('updatePayoutDetails', { body: { iban: '', holder: '' } }),
      1,
      'code',
      'holder',
      'iban',
      'password',
    );
    await createProofCode(api, seller, 'payout');
    await expectApiError(
      seller.call('updatePayoutDetails', { body: { ...to, iban: 'DE00', code: LOGIN_CODE } }),
      1,
      'iban',
    );
    await seller.call('updatePayoutDetails', { body: { ...to, code: LOGIN_CODE } });
  });
});

describe('a change is reported by mail', () => {
  const listMailsTo = async ({ email }: TestUser) => {
    await api.jobs.runDue();
    return api.mails.filter(({ to }) => to === email).map(({ subject, text }) => `${subject}\n${text}`);
  };

  test.each(['pt', 'en', 'ru'] as const)(
    'with only the last four digits of the old and new IBAN: %s',
    async (language) => {
      api.clock.set('2026-11-20T12:00:00Z');
      const seller = await createSeller();
      const [first] = await listMailsTo(seller);
      expect(first).toContain('0154');
      await api.db.updateTable('users').set({ language }).where('id', '=', seller.id).execute();
      await seller.call('updatePayoutDetails', { body: { ...ACCOUNT_BODY, iban: IBAN_DE } });
      const changed = (await listMailsTo(seller)).at(-1)!;
      expect(changed).toMatch(/3000.*0154/);
      expect(changed).toContain('/account/password');
      for (const forbiddenDigits of ['PT50', 'DE89', '2013 00', '201300', '9015 4', '90154', TEST_PASSWORD])
        expect(changed + first).not.toContain(forbiddenDigits);
    },
  );

  test('no mail when the account stays the same', async () => {
    const seller = await createSeller();
    const before = (await listMailsTo(seller)).length;
    await seller.call('updatePayoutDetails', { body: { ...ACCOUNT_BODY, holder: 'Fontes' } });
    expect(await listMailsTo(seller)).toHaveLength(before);
    expect(await findStoredDetails(seller)).toMatchObject({ holder: 'Fontes', held_until: null });
  });
});

describe('a change skips the next payout', () => {
  const getPayoutState = (user: TestUser) => user.call('getPayoutDetails').then(({ data }) => data);
  const runSettlementAt = async (instant: string) => {
    api.clock.set(instant);
    await api.jobs.runScheduled('ledger.settle-months');
  };
  const listPaidOut = ({ id }: TestUser) =>
    api.db.selectFrom('payouts').select(['amount_cents', 'iban']).where('user_id', '=', id).execute();

  test('once, and the following run pays the whole amount to the new account', async () => {
    api.context.config.operator.iban = 'PT50003300004555698867005';
    await runSettlementAt('2026-11-10T12:00:00Z');
    const [seller, otherSeller] = [await createSeller(), await createSeller()];
    for (const one of [seller, otherSeller]) await postEarning(one, 1500);
    api.clock.set('2026-11-28T12:00:00Z');
    expect(await getPayoutState(seller)).toMatchObject({ held_until: null, next_payout: '2026-12-05' });
    const saved = await seller.call('updatePayoutDetails', { body: { ...ACCOUNT_BODY, iban: IBAN_DE } });
    expect(saved.data).toMatchObject({ held_until: '2027-01-05', next_payout: '2027-01-05' });
    // The affiliate overview shows the same day.
    expect((await seller.call('getAffiliateOverview')).data.next_payout).toBe('2027-01-05');
    expect((await otherSeller.call('getAffiliateOverview')).data.next_payout).toBe('2026-12-05');

    await runSettlementAt('2026-12-05T09:00:00Z');
    expect(await listPaidOut(otherSeller)).toEqual([
      { amount_cents: 1500, iban: 'PT50000201231234567890154' },
    ]);
    expect(await listPaidOut(seller)).toEqual([]);
    // A manual run skips it as well.
    api.clock.set('2026-12-20T09:00:00Z');
    await runInTransaction(api.context, createPayoutRun, null);
    expect(await listPaidOut(seller)).toEqual([]);
    expect((await getPayoutState(seller)).accounts).toMatchObject([{ role: 'seller', balance_cents: 1500 }]);

    await runSettlementAt('2027-01-05T09:00:00Z');
    expect(await listPaidOut(seller)).toEqual([{ amount_cents: 1500, iban: IBAN_DE.replaceAll(' ', '') }]);
    expect(await getPayoutState(seller)).toMatchObject({ held_until: null, next_payout: '2027-02-05' });
  });

  test('a change on the payout day before the run skips that run', async () => {
    api.context.config.operator.iban = 'PT50003300004555698867005';
    api.clock.set('2027-03-05T00:30:00Z');
    const seller = await createSeller();
    const { data } = await seller.call('updatePayoutDetails', { body: { ...ACCOUNT_BODY, iban: IBAN_DE } });
    expect(data.held_until).toBe('2027-04-05');
    await runSettlementAt('2027-03-05T09:00:00Z');
    const after = await seller.call('updatePayoutDetails', { body: ACCOUNT_BODY });
    expect(after.data.held_until).toBe('2027-05-05');
  });
});

test('the IBAN is shown by its last four digits; spaces and lower case are accepted', async () => {
  const seller = await createSeller();
  const change = { iban: 'de89 3704 0044 0532 0130 00', holder: ' Rui ' };
  await seller.call('updatePayoutDetails', { body: { ...ACCOUNT_BODY, ...change } });
  expect((await seller.call('getPayoutDetails')).data).toMatchObject({
    iban: '•••• 3000',
    holder: 'Rui',
    missing: [],
  });
  expect(await findStoredDetails(seller)).toMatchObject({ iban: 'DE89370400440532013000' });
});

describe('when the account is deleted', () => {
  test('payout details of a user without earnings are deleted', async () => {
    const seller = await createSeller();
    await deleteAccount(seller);
    expect(await findStoredDetails(seller)).toBeDefined();
    api.clock.advance(30 * DAY);
    await api.jobs.runScheduled('identity.purge-deleted-accounts');
    expect(await findStoredDetails(seller)).toBeUndefined();
  });

  test('payout details of a user with earnings stay locked for ten calendar years', async () => {
    api.clock.set('2026-11-20T12:00:00Z');
    const seller = await createSeller();
    await postEarning(seller, 270);
    await postTestPayout(api, seller, 270);
    await eraseAccount(seller);
    expect(await findStoredDetails(seller)).toMatchObject({ retain_until: new Date('2037-01-01T00:00:00Z') });
    await runCleanupAt('2036-12-31T03:27:00Z');
    expect(await findStoredDetails(seller)).toBeDefined();
    await runCleanupAt('2037-01-01T03:27:00Z');
    expect(await findStoredDetails(seller)).toBeUndefined();
  });

  test('payout details stay longer while a balance is due, e.g. after a returned payout', async () => {
    api.clock.set('2026-11-20T12:00:00Z');
    const otherSeller = await createSeller();
    await postEarning(otherSeller, 270);
    await postTestPayout(api, otherSeller, 270);
    await eraseAccount(otherSeller);
    await postEarning(otherSeller, 270, 'test_return');
    await runCleanupAt('2037-01-01T03:27:00Z');
    expect(await findStoredDetails(otherSeller)).toBeDefined();
  });
});
