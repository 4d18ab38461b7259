import { type Endpoint, endpoints } from '@wopack/contract';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  createProductOnSale,
  createTestUser,
  expectApiError,
  IBAN,
  IBAN_DE,
  setUpPayouts,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator, grantOperatorRole } from '../../../../test/support/operators.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../../../../test/support/sample-requests.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { sendRequest } from '../../../../test/support/test-request.ts';
import { CASE_KINDS, type ChangeName } from './own-cases.ts';

const api = useTestApp();

type Person = 'buyer' | 'seller' | 'partner';

const ORDER: Person[] = ['buyer', 'seller', 'partner'];

/** Whom each call concerns, by the data of its sample request. Those without a row concern nobody. */
const CONCERNED: Partial<Record<ChangeName, Person[]>> = {
  refundAdminOrder: ORDER,
  cancelAdminOrder: ORDER,
  askSeller: ORDER,
  decideProblem: ORDER,
  decideObjection: ORDER,
  hideReview: ORDER,
  unhideReview: ORDER,
  hideReviewReply: ORDER,
  unhideReviewReply: ORDER,
  hideProduct: ['seller'],
  unhideProduct: ['seller'],
  updateProductTypes: ['seller'],
  updateSalePlaceTypes: ['seller'],
  hideSalePlace: ['seller'],
  unhideSalePlace: ['seller'],
  decideContentReport: ['seller'],
  decidePlaceClaim: ['seller'],
  repeatRefund: ORDER,
  settleRefund: ORDER,
  restoreSale: ORDER,
  decideRefundTransfer: ORDER,
};

const changes = (Object.entries(endpoints) as [string, Endpoint][])
  .filter(([, { auth, method }]) => auth === 'operator' && method === 'POST')
  .map(([name]) => name as ChangeName);

test('each changing call of the console says whom it is about', () => {
  expect(Object.keys(CASE_KINDS).toSorted()).toEqual(changes.toSorted());
});

/** Calls that concern nobody in particular, or only the operator's own access. */
const ABOUT_NOBODY: ChangeName[] = [
  'createAdminCode',
  'stopAdminCode',
  'endCredit',
  'endOperatorSession',
  'stepUpOperator',
  'renewRecoveryCodes',
  'inviteOperator',
  'updateOperatorRole',
  'removeOperator',
  'resetOperatorTotp',
  'endOperatorSessions',
  'resendTicket',
  'createPriceTier',
  'updatePriceTier',
  'retirePriceTier',
  'restorePriceTier',
  'createProductType',
  'updateProductType',
  'retireProductType',
  'restoreProductType',
  'retryJob',
  'giveUpJob',
  'retryMail',
  'giveUpMail',
  'retryCommissionInvoice',
  'lookUpCommissionInvoice',
  'closeCommissionInvoice',
  'tryAdminTransfer',
  'computeTaxYear',
  'checkLaunch',
  'announceLegalText',
];

test('what is about nobody is so on purpose', () => {
  expect(changes.filter((name) => CASE_KINDS[name] === null).toSorted()).toEqual(ABOUT_NOBODY.toSorted());
});

/** Tested with a run, and with pairs of sale places: money.test.ts, and below. */
const TESTED_ELSEWHERE: ChangeName[] = [
  'createPayoutRun',
  'markPayoutRunSent',
  'confirmPayoutRun',
  'returnAdminPayout',
  'decideLookAlike',
];
/** Their sample requests are about a user of their own. */
const ABOUT_A_USER = changes.filter((name) => {
  const kind = CASE_KINDS[name];
  return kind === 'user' || kind === 'seller';
});

test('each call about somebody is tested', () => {
  const withSubject = changes.filter((name) => CASE_KINDS[name] !== null);
  expect([...Object.keys(CONCERNED), ...TESTED_ELSEWHERE, ...ABOUT_A_USER].toSorted()).toEqual(
    withSubject.toSorted(),
  );
});

async function expectOwnCase(fixtures: Fixtures, person: Person, name: ChangeName): Promise<void> {
  const testRequest = await sampleRequests[name](fixtures, null);
  const { token, id } = await createTestOperator(api, 'owner', { user: fixtures[person] });
  const { status, body } = await sendRequest(api, name, { ...testRequest, token });
  expect({ person, status, message: body.message }).toEqual({
    person,
    status: 409,
    message: 'This concerns you: another operator decides it.',
  });
  const entries = await api.db
    .selectFrom('audit_entries')
    .select('after')
    .where('operator_id', '=', id)
    .where('action', '=', name)
    .execute();
  expect(entries).toEqual([{ after: { refused: 'own_case' } }]);
}

describe('nobody decides on a case of their own', () => {
  let fixtures: Fixtures;
  // What is refused changes nothing, so that all calls share them.
  beforeAll(async () => {
    fixtures = await createFixtures(api);
  });
  beforeEach(async () => {
    await createTestOperator(api, 'owner', { name: 'Paula Reis' });
  });

  test.each(Object.entries(CONCERNED) as [ChangeName, Person[]][])('%s', async (name, people) => {
    for (const person of people) await expectOwnCase(fixtures, person, name);
  });

  test.each(ABOUT_A_USER)('%s', async (name) => {
    const testRequest = await sampleRequests[name](fixtures, null);
    const { token, id } = await createTestOperator(api, 'owner');
    const { status } = await sendRequest(api, name, { ...testRequest, params: { id }, token });
    expect(status).toBe(409);
  });

  test('decideLookAlike', async () => {
    const { id, seller, earlierSeller } = await createPair();
    for (const user of [seller, earlierSeller]) {
      const operator = await createTestOperator(api, 'owner', { user });
      const body = { decision: 'keep' as const, reason: 'Two counters.' };
      await expectApiError(operator.call('decideLookAlike', { params: { id }, body }), 5);
      expect((await operator.call('getCase', { params: { kind: 'look_alike', id } })).data).toMatchObject({
        is_own: true,
        alone_with: [],
      });
    }
  });

  test('an operator who cannot enter, or has not the right, is nobody else', async () => {
    const { id } = fixtures.order;
    await api.db.deleteFrom('operators').execute();
    const own = await createTestOperator(api, 'owner', { user: fixtures.seller });
    const getCase = async () => (await own.call('getCase', { params: { kind: 'order', id } })).data;
    const rights = ['orders.refund', 'problems.decide'];
    expect(await getCase()).toEqual({
      is_own: true,
      alone_with: rights,
      waits_for: [],
      reader_languages: ['en'],
    });
    await api.db.updateTable('users').set({ language: 'ru' }).where('id', '=', fixtures.buyer.id).execute();
    expect((await getCase()).reader_languages.toSorted()).toEqual(['en', 'ru']);
    await createTestOperator(api, 'catalogue');
    await createTestOperator(api, 'support', { user: fixtures.buyer });
    const blocked = await createTestOperator(api, 'finance');
    await api.db
      .updateTable('users')
      .set({ blocked_at: api.clock.now() })
      .where('id', '=', blocked.id)
      .execute();
    await grantOperatorRole(api, await createTestUser(api), 'support', { isConfirmed: false });
    expect((await getCase()).alone_with).toEqual(rights);
    await createTestOperator(api, 'support');
    expect((await getCase()).alone_with).toEqual([]);
  });
});

async function deleteOperators() {
  await api.db.deleteFrom('operator_recovery_codes').execute();
  await api.db.deleteFrom('operator_sessions').execute();
  await api.db.deleteFrom('operators').execute();
}

/** What support refunds alone, until the test ends. */
function limitSupport(cents: number) {
  const { operator } = api.context.config;
  const before = operator.supportRefundLimitCents;
  onTestFinished(() => {
    operator.supportRefundLimitCents = before;
  });
  operator.supportRefundLimitCents = cents;
}

const REASONS = { reason_for_buyer: 'The shop was closed.', reason_for_seller: 'The shop was closed.' };

/** Each way to give back all of an order of one unit, 3.99. */
test.each([
  ['refundAdminOrder', { refunded_total_cents: 399, reason: 'The shop was closed.' }],
  ['refundAdminOrder', { packs: 1, reason: 'The shop was closed.' }],
  ['cancelAdminOrder', { reason: 'The shop was closed.' }],
  ['decideProblem', { decision: 'all', ...REASONS }],
  ['decideProblem', { decision: 'part', packs: 1, ...REASONS }],
] as const)('support whose limit a refund exceeds is nobody else: %s %j', async (name, body) => {
  const fixtures = await createFixtures(api);
  await deleteOperators();
  const testRequest = await sampleRequests[name](fixtures, null);
  const own = await createTestOperator(api, 'owner', { user: fixtures.seller });
  const support = await createTestOperator(api, 'support');
  const send = async ({ token }: { token: string }) =>
    (await sendRequest(api, name, { ...testRequest, body, token })).status;
  expect(await send(own)).toBe(409);
  limitSupport(300);
  const kind = { kind: 'order' as const, id: testRequest.params!.id as number };
  expect((await own.call('getCase', { params: kind })).data.alone_with).toEqual([
    'orders.refund',
    'problems.decide',
  ]);
  expect(await send(support)).toBe(422);
  expect(await send(own)).toBe(200);
});

test('of a problem that is decided without a refund, support is somebody else whatever its limit', async () => {
  const fixtures = await createFixtures(api);
  await deleteOperators();
  const { params } = await sampleRequests.decideProblem(fixtures, null);
  const own = await createTestOperator(api, 'owner', { user: fixtures.seller });
  await createTestOperator(api, 'support');
  limitSupport(300);
  const body = { decision: 'nothing', refunded_total_cents: 399, packs: 1, ...REASONS } as const;
  await expectApiError(own.call('decideProblem', { params: params as { id: number }, body }), 5);
});

/** The two sale places are of two sellers. */
async function createPair() {
  const [earlier, later] = [await createProductOnSale(api), await createProductOnSale(api)];
  // Made already, if the two have the same name.
  const pair = { sale_place_id: later.salePlaceId, earlier_place_id: earlier.salePlaceId };
  const { id } = await api.db
    .insertInto('look_alikes')
    .values({ ...pair, created_at: api.clock.now() })
    .onConflict((conflict) => conflict.columns(['sale_place_id', 'earlier_place_id']).doUpdateSet(pair))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, seller: later.seller, earlierSeller: earlier.seller };
}

test('who reported without signing in, by the own address, is concerned', async () => {
  const { productId } = await createProductOnSale(api);
  const reporter = await createTestUser(api, { isEmailVerified: true });
  const operator = await createTestOperator(api, 'owner', { user: reporter });
  const other = await createTestOperator(api, 'owner');
  const { email } = reporter;
  const report = { subject_kind: 'product', subject_id: productId, ground: 'other' } as const;
  const { id } = (await api.client()('reportContent', { body: { ...report, text: 'Not ours.', email } }))
    .data;
  const decide = ({ call }: TestUser) =>
    call('decideContentReport', { params: { id }, body: { decision: 'keep', reason: 'It is allowed.' } });
  await expectApiError(decide(operator), 5);
  await decide(other);
  const decision = await api.db
    .selectFrom('decisions')
    .select('id')
    .where('content_report_id', '=', id)
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const params = { kind: 'decision', id: decision.id } as const;
  expect((await operator.call('getCase', { params })).data.is_own).toBe(true);
});

test('who is paid to the bank account of somebody concerned is concerned, too', async () => {
  const fixtures = await createFixtures(api);
  await setUpPayouts(api, fixtures.seller, IBAN_DE);
  const [same, another] = [await createTestUser(api), await createTestUser(api)];
  await setUpPayouts(api, same, IBAN_DE);
  await setUpPayouts(api, another, IBAN);
  const sharer = await createTestOperator(api, 'owner', { user: same });
  const other = await createTestOperator(api, 'owner', { user: another });
  const params = { id: fixtures.order.id };
  const getCase = async ({ call }: TestUser) =>
    (await call('getCase', { params: { kind: 'order', ...params } })).data;
  expect(await getCase(sharer)).toMatchObject({ is_own: true, alone_with: [] });
  const body = { refunded_total_cents: 100, reason: 'Less than described.' };
  await expectApiError(sharer.call('refundAdminOrder', { params, body }), 5);
  expect(await getCase(other)).toMatchObject({ is_own: false });
  await other.call('refundAdminOrder', { params, body });
});

describe('where nobody else can decide, the audit log says that an operator did so alone', () => {
  beforeEach(async () => {
    await api.db.deleteFrom('operator_recovery_codes').execute();
    await api.db.deleteFrom('operator_sessions').execute();
    await api.db.deleteFrom('operators').execute();
  });

  const expectAlone = async (name: ChangeName, operatorId: number) => {
    const entries = await api.db
      .selectFrom('audit_entries')
      .select('after')
      .where('operator_id', '=', operatorId)
      .where('action', '=', name)
      .execute();
    expect(entries).toMatchObject([{ after: { alone: true } }]);
  };

  test.each(Object.entries(CONCERNED) as [ChangeName, Person[]][])('%s', async (name, people) => {
    // Each sample is about something new.
    const fixtures = await createFixtures(api);
    for (const person of people) {
      const testRequest = await sampleRequests[name](fixtures, null);
      await api.db.deleteFrom('operator_sessions').execute();
      await api.db.deleteFrom('operators').execute();
      const { token, id } = await createTestOperator(api, 'owner', { user: fixtures[person] });
      const { status, body } = await sendRequest(api, name, { ...testRequest, token });
      expect({ status, body }).toMatchObject({ status: 200 });
      await expectAlone(name, id);
    }
  });

  test('also of payouts that are due', async () => {
    const fixtures = await createFixtures(api);
    const operator = await createTestOperator(api, 'owner', { user: fixtures.seller });
    expect((await operator.call('getCase', { params: { kind: 'due_payouts', id: 1 } })).data).toEqual({
      is_own: false,
      alone_with: [],
      waits_for: [],
      reader_languages: [],
    });
  });

  test('and whoever reads the decision, too', async () => {
    const { order, buyer, seller } = await createFixtures(api);
    const sole = await createTestOperator(api, 'owner', { user: seller });
    api.mails.length = 0;
    await sole.call('refundAdminOrder', {
      params: { id: order.id },
      body: { refunded_total_cents: 100, reason: 'Less than described.' },
    });
    await api.jobs.runDue();
    const mail = api.mails.find(({ to }) => to === buyer.email)!;
    expect(mail.text).toContain(ALONE);
    const key = /\/decisions#([0-9a-f-]+)/.exec(mail.text)![1]!;
    const readDecision = async () => (await api.client()('getDecision', { body: { key } })).data;
    expect(await readDecision()).toMatchObject({ decided_alone: true, objection: null });
    await api.client()('objectToDecision', { body: { key, text: 'All of it was stale.' } });
    const { items } = await sole.call('listObjections', { query: { state: 'open' } });
    const objection = items.find(({ user_id }) => user_id === buyer.id)!;
    api.mails.length = 0;
    await sole.call('decideObjection', {
      params: { id: objection.id },
      body: { outcome: 'upheld', reason: 'The half was fresh.' },
    });
    await api.jobs.runDue();
    expect(api.mails.find(({ to }) => to === buyer.email)!.text).toContain(ALONE);
    expect(await readDecision()).toMatchObject({ objection: { outcome: 'upheld', decided_alone: true } });
    await expectAlone('decideObjection', sole.id);
  });

  test('a decision of somebody whom it does not concern says nothing of the kind', async () => {
    const { order, buyer } = await createFixtures(api);
    const sole = await createTestOperator(api, 'owner');
    api.mails.length = 0;
    await sole.call('refundAdminOrder', {
      params: { id: order.id },
      body: { refunded_total_cents: 100, reason: 'Less than described.' },
    });
    await api.jobs.runDue();
    const mail = api.mails.find(({ to }) => to === buyer.email)!;
    expect(mail.text).not.toContain(ALONE);
  });
});

const ALONE = 'This was decided by an operator whom it concerns: WoPack has nobody else who could.';
