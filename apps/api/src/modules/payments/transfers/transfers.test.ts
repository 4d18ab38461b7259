import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStripeHarness } from '../../../../test/payment-providers/provider-harness.ts';
import {
  BUSINESS_BODY,
  createMember,
  createProductOnSale,
  createTestUser,
  IBAN,
  markEmailVerified,
  setUpPayouts,
  startPayment,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { expectConsistentData, findBalance } from '../../../../test/support/consistency.ts';
import { runInTransaction } from '../../../../test/support/run-in-transaction.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { createGrant } from '../../credit/index.ts';
import { createPayoutRun, issueStatements, setPayoutHold } from '../../ledger/index.ts';
import { refundOrder } from '../../orders/index.ts';
import { formatMismatch } from '../reconcile.rules.ts';
import { reconcile } from '../reconcile.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** The price is 3.99 EUR, the seller's earning 2.70 EUR. */
const EARNING = 270;

const harness = createStripeHarness();
const api = useTestApp(harness.options);
const { transfers: stripe } = harness.server.state;
beforeAll(async () => {
  harness.attach(api);
  await api.jobs.runDue();
});
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.context.config.payoutWay = 'stripe_connect';
});
afterEach(async () => {
  harness.setFailure(null);
  harness.server.lostAnswers = null;
  stripe.restrictedAccounts.clear();
  await harness.deliverNotices({ times: 2, backwards: true });
  await expectConsistentData(api.db);
});
afterAll(() => harness.close());

async function createSeller(): Promise<TestUser> {
  const seller = await createTestUser(api, { isSeller: true });
  await markEmailVerified(api, seller);
  await openAccount(seller);
  return seller;
}

const getAccount = ({ id }: TestUser) => `acct_${id}`;

const openAccount = (user: TestUser) =>
  api.db
    .insertInto('payout_accounts')
    .values({
      user_id: user.id,
      provider: 'stripe',
      ref: getAccount(user),
      state: 'verified',
      state_since: api.clock.now(),
      first_verified_at: api.clock.now(),
      transfers_enabled: true,
      payouts_enabled: true,
      created_at: api.clock.now(),
      updated_at: api.clock.now(),
    })
    .execute();

async function buy(seller: TestUser, { code }: { code?: string } = {}) {
  const { productId } = await createProductOnSale(api, { seller, quantity: 3 });
  return buyProduct(productId, { code });
}

async function buyProduct(productId: number, { code }: { code?: string | undefined } = {}) {
  const buyer = await createTestUser(api);
  const { token, client_secret } = code
    ? await buyer.call('initiatePayment', { body: { amount: 3.99, currency: 'EUR', productId, code } })
    : await startPayment(buyer, productId);
  await harness.confirm(client_secret);
  const { order } = (await buyer.call('completePayment', { body: { token } })).data;
  await harness.deliverNotices();
  const { provider_ref: ref } = await api.db
    .selectFrom('payments')
    .select('provider_ref')
    .where('token', '=', token)
    .executeTakeFirstOrThrow();
  return { id: order.id, ref: ref! };
}

/** A code that takes so much off, paid by the seller or else by the operator. */
async function createCode(code: string, amountCents: number, seller: TestUser | null): Promise<string> {
  const now = api.clock.now();
  await api.db
    .insertInto('discount_codes')
    .values({
      code,
      name: 'test',
      effect: 'amount',
      amount_cents: amountCents,
      seller_id: seller?.id ?? null,
      starts_at: now,
      created_at: now,
    })
    .execute();
  return code;
}

const transferEarnings = () => api.jobs.runScheduled('payments.transfer-earnings');

/** The window of today's packs is over, and nobody can report them any more. */
async function passReportDeadline(): Promise<void> {
  api.clock.advance(3 * DAY);
  await transferEarnings();
}

const listTransfers = ({ id }: TestUser) =>
  api.db
    .selectFrom('provider_transfers')
    .select(['order_id', 'reverses', 'amount_cents', 'state', 'error'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();

const getBalances = async ({ id: userId }: TestUser) => ({
  owed: 0 - ((await findBalance(api.db, { kind: 'seller', userId })) ?? 0),
  held: 0 - ((await findBalance(api.db, { kind: 'seller_at_provider', userId })) ?? 0),
});

/** What the payout page says that is paid by bank file, and that the provider has yet to receive. */
const getShownParts = async (seller: TestUser) => ({
  byFile: (await seller.call('getPayoutDetails')).data.accounts.find(({ role }) => role === 'seller')!
    .balance_cents,
  byProvider: (await seller.call('listTransfers', { query: {} })).data.pending_cents,
});

const refund = (orderId: number, refundedTotalCents: number | 'all' = 'all') =>
  runInTransaction(api.context, refundOrder, {
    orderId,
    refundedTotalCents,
    decidedBy: 'operator',
    reason: 'stale',
  });

test('an earning is transferred out of its charge when it can no longer be reported', async () => {
  const seller = await createSeller();
  const order = await buy(seller);
  await transferEarnings();
  expect(await listTransfers(seller)).toEqual([]);
  await passReportDeadline();
  await transferEarnings();
  expect(await listTransfers(seller)).toMatchObject([
    { order_id: order.id, reverses: null, amount_cents: EARNING, state: 'made' },
  ]);
  expect(await getBalances(seller)).toEqual({ owed: 0, held: EARNING });
  const [transfer] = [...stripe.transfers.values()];
  const intent = harness.server.state.intents.get(order.ref)!;
  expect(transfer).toMatchObject({
    amount: EARNING,
    destination: getAccount(seller),
    source_transaction: intent.latest_charge,
    transfer_group: intent.transfer_group,
  });
  expect(intent.transfer_group).toEqual(expect.any(String));
  expect((await seller.call('listTransactions', { query: { role: 'seller' } })).data).toMatchObject([
    { kind: 'transfer', amount_cents: -EARNING, role: 'seller' },
    { kind: 'sale', amount_cents: EARNING },
  ]);
});

test('a report that waits, a dispute and an operator hold the transfer back', async () => {
  const seller = await createSeller();
  const order = await buy(seller);
  await harness.openDispute(order.ref);
  await harness.deliverNotices();
  await passReportDeadline();
  expect(await listTransfers(seller)).toEqual([]);
  await harness.closeDispute(order.ref, 'won');
  await harness.deliverNotices();
  await runInTransaction(api.context, (_context, trx) => setPayoutHold(trx, seller.id, api.clock.now()));
  await transferEarnings();
  expect(await listTransfers(seller)).toEqual([]);
  await runInTransaction(api.context, (_context, trx) => setPayoutHold(trx, seller.id, null));
  await transferEarnings();
  expect(await listTransfers(seller)).toMatchObject([{ amount_cents: EARNING, state: 'made' }]);
});

test('a refund and a lost dispute reverse what was transferred', async () => {
  const seller = await createSeller();
  const [part, disputed] = [await buy(seller), await buy(seller)];
  await passReportDeadline();
  api.clock.advance(3 * DAY);
  await refund(part.id, 100);
  await transferEarnings();
  expect(await getBalances(seller)).toEqual({ owed: 0, held: 2 * EARNING - 100 });
  await harness.openDispute(disputed.ref);
  await harness.closeDispute(disputed.ref, 'lost');
  await harness.deliverNotices();
  await transferEarnings();
  expect(await getBalances(seller)).toEqual({ owed: 0, held: EARNING - 100 });
  expect(stripe.getBalance(getAccount(seller))).toEqual({ available: EARNING - 100, pending: 0 });
});

test('no more is reversed than is there: the rest is deducted from later transfers', async () => {
  const seller = await createSeller();
  const order = await buy(seller);
  await passReportDeadline();
  api.clock.advance(3 * DAY);
  stripe.payOut(getAccount(seller));
  await harness.deliverNotices();
  await refund(order.id);
  await transferEarnings();
  expect(await listTransfers(seller)).toMatchObject([
    { state: 'made' },
    { state: 'refused', error: 'nothing_there' },
  ]);
  expect(await getBalances(seller)).toEqual({ owed: -EARNING, held: 0 });
  await buy(seller);
  await buy(seller);
  await passReportDeadline();
  expect(await getBalances(seller)).toEqual({ owed: 0, held: EARNING });
  expect((await listTransfers(seller)).map(({ state }) => state)).toEqual(['made', 'cancelled', 'made']);
});

/** Hands the business over to an owner who has an account of their own. */
async function handOver(founder: TestUser): Promise<TestUser> {
  await founder.call('updateBusiness', { body: BUSINESS_BODY });
  const owner = await createMember(api, founder, 'owner');
  const { id: memberId } = await api.db
    .selectFrom('members')
    .select('id')
    .where('user_id', '=', founder.id)
    .executeTakeFirstOrThrow();
  await founder.call('endMember', { params: { id: memberId }, body: { password: TEST_PASSWORD } });
  api.clock.advance(MINUTE);
  await api.db
    .updateTable('payout_accounts')
    .set({ ref: getAccount(owner), created_at: api.clock.now() })
    .where('user_id', '=', founder.id)
    .execute();
  return owner;
}

test('what a founder has too much after a hand-over is reversed from their account, and not deducted from the new owners', async () => {
  const founder = await createSeller();
  const { productId } = await createProductOnSale(api, { seller: founder, quantity: 3 });
  const [paidOut, stillThere] = [await buyProduct(productId), await buyProduct(productId)];
  await passReportDeadline();
  api.clock.advance(3 * DAY);
  const payout = stripe.payOut(getAccount(founder))!;
  await harness.deliverNotices();
  // One whose earning reaches the new owners, though it was sold before.
  const late = await buy(founder);
  const owner = await handOver(founder);
  await refund(paidOut.id);
  await refund(stillThere.id, 100);
  await passReportDeadline();
  const ofBusiness = { query: { business_id: founder.id } };
  const listRest = async () => (await listTransfers(founder)).slice(2);
  expect(await listRest()).toEqual([
    { order_id: late.id, reverses: null, amount_cents: EARNING, state: 'made', error: null },
    ...[paidOut, stillThere].map(({ id }) =>
      expect.objectContaining({ order_id: id, reverses: expect.any(Number), state: 'refused' }),
    ),
  ]);
  expect(stripe.getBalance(getAccount(owner))).toMatchObject({ pending: EARNING });
  expect((await owner.call('listTransfers', ofBusiness)).data).toMatchObject({ pending_cents: 0 });
  // The bank sends it back to the founder's account: there it is taken from.
  stripe.settlePayout(payout, 'failed');
  await harness.deliverNotices();
  api.clock.advance(DAY);
  await transferEarnings();
  expect(
    (await listRest()).map(({ order_id, amount_cents, state }) => [order_id, amount_cents, state]),
  ).toEqual([
    [late.id, EARNING, 'made'],
    [paidOut.id, EARNING, 'made'],
    [stillThere.id, 100, 'made'],
  ]);
  expect(stripe.getBalance(getAccount(founder)).available).toBe(EARNING - 100);
  // Among what was sold for the new owners, it is deducted as always.
  await refund(late.id);
  await transferEarnings();
  expect(stripe.getBalance(getAccount(founder)).available).toBe(EARNING - 100);
  expect(await getBalances(founder)).toEqual({ owed: 0, held: EARNING - 100 });
});

test('what the founder’s account refused goes to that of the new owners, which is theirs', async () => {
  const founder = await createSeller();
  const { productId } = await createProductOnSale(api, { seller: founder, quantity: 3 });
  const early = await buyProduct(productId);
  stripe.restrictedAccounts.add(getAccount(founder));
  await passReportDeadline();
  expect(await listTransfers(founder)).toMatchObject([{ order_id: early.id, state: 'refused' }]);
  api.clock.advance(MINUTE);
  const owner = await handOver(founder);
  const late = await buyProduct(productId);
  await passReportDeadline();
  api.clock.advance(3 * DAY);
  expect(stripe.getBalance(getAccount(owner)).available).toBe(2 * EARNING);
  await refund(late.id);
  await transferEarnings();
  expect(stripe.getBalance(getAccount(owner)).available).toBe(EARNING);
  expect((await listTransfers(founder)).map(({ order_id, state }) => [order_id, state])).toEqual([
    [early.id, 'cancelled'],
    [early.id, 'made'],
    [late.id, 'made'],
    [late.id, 'made'],
  ]);
});

test('what a founder has too much is not deducted from the bank file of the new owners', async () => {
  Object.assign(api.context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 100 });
  const founder = await createSeller();
  const { productId } = await createProductOnSale(api, { seller: founder, quantity: 3 });
  const [paidOut, other] = [await buyProduct(productId), await buyProduct(productId)];
  await passReportDeadline();
  api.clock.advance(3 * DAY);
  stripe.payOut(getAccount(founder));
  await harness.deliverNotices();
  const owner = await handOver(founder);
  api.context.config.payoutWay = 'bank_file';
  const business = { business_id: founder.id };
  await owner.call('updatePayoutDetails', {
    body: { ...business, iban: IBAN, holder: BUSINESS_BODY.legal_name, password: TEST_PASSWORD },
  });
  await api.db.transaction().execute((trx) => setPayoutHold(trx, founder.id, null));
  await api.db
    .updateTable('payout_details')
    .set({ held_until: null })
    .where('user_id', '=', founder.id)
    .execute();
  await buyProduct(productId);
  await buyProduct(productId);
  await refund(paidOut.id);
  await refund(other.id, 100);
  const getAccountOfBusiness = async () =>
    (await owner.call('getPayoutDetails', { query: business })).data.accounts.find(
      ({ role }) => role === 'seller',
    );
  expect(await getAccountOfBusiness()).toMatchObject({ balance_cents: 2 * EARNING });
  api.clock.set('2026-12-06T12:00:00Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
  await issueStatements(api.context);
  expect(await getAccountOfBusiness()).toMatchObject({
    balance_cents: 2 * EARNING,
    payable_cents: 2 * EARNING,
  });
  await runInTransaction(api.context, createPayoutRun, null);
  const payouts = await api.db
    .selectFrom('payouts')
    .select('amount_cents')
    .where('user_id', '=', founder.id)
    .execute();
  expect(payouts).toEqual([{ amount_cents: 2 * EARNING }]);
  // What is left is what the founder owes, and no later payout brings more or less for it.
  expect(await getBalances(founder)).toEqual({ owed: -EARNING - 100, held: 0 });
  expect(await getAccountOfBusiness()).toMatchObject({ balance_cents: 0, payable_cents: 0 });
});

test('what is refused for lack of money in the account is reversed as far as it is there', async () => {
  const seller = await createSeller();
  const [first, second] = [await buy(seller), await buy(seller)];
  await passReportDeadline();
  // The charges are not settled yet: what was transferred is pending.
  expect(stripe.getBalance(getAccount(seller))).toEqual({ available: 0, pending: 2 * EARNING });
  await refund(first.id);
  await refund(second.id);
  await transferEarnings();
  expect((await listTransfers(seller)).slice(2)).toMatchObject([
    { state: 'refused', error: 'balance_insufficient' },
    { state: 'refused', error: 'balance_insufficient' },
  ]);
  api.clock.advance(2 * DAY);
  await transferEarnings();
  expect(await getBalances(seller)).toEqual({ owed: 0, held: 0 });
});

test('a restricted account is paid when it may receive transfers again', async () => {
  const seller = await createSeller();
  await buy(seller);
  stripe.restrictedAccounts.add(getAccount(seller));
  await passReportDeadline();
  expect(await listTransfers(seller)).toMatchObject([
    { state: 'refused', error: 'insufficient_capabilities_for_transfer' },
  ]);
  await transferEarnings();
  stripe.restrictedAccounts.clear();
  api.clock.advance(HOUR);
  await transferEarnings();
  expect(await listTransfers(seller)).toMatchObject([{ amount_cents: EARNING, state: 'made' }]);
  expect(stripe.getBalance(getAccount(seller)).pending).toBe(EARNING);
});

test.each(['lost', 'away', 'slow', 'error'] as const)(
  'an answer that does not come (%s) transfers once',
  async (mode) => {
    const setFailure = (isFailing: boolean) => {
      if (mode === 'lost') harness.server.lostAnswers = isFailing ? /^POST \/v1\/transfers/ : null;
      else harness.setFailure(isFailing ? mode : null);
    };
    const seller = await createSeller();
    const order = await buy(seller);
    api.clock.advance(3 * DAY);
    setFailure(true);
    await transferEarnings();
    expect(await listTransfers(seller)).toMatchObject([{ state: 'unknown' }]);
    expect(stripe.getBalance(getAccount(seller)).pending).toBe(mode === 'lost' ? EARNING : 0);
    setFailure(false);
    // The provider has forgotten the key by then.
    api.clock.advance(2 * DAY);
    await transferEarnings();
    expect(await listTransfers(seller)).toMatchObject([{ state: 'made' }]);
    await refund(order.id);
    setFailure(true);
    await transferEarnings();
    expect(await listTransfers(seller)).toMatchObject([{ state: 'made' }, { state: 'unknown' }]);
    setFailure(false);
    api.clock.advance(2 * DAY);
    await transferEarnings();
    expect(await getBalances(seller)).toEqual({ owed: 0, held: 0 });
    expect(stripe.getBalance(getAccount(seller))).toEqual({ available: 0, pending: 0 });
  },
);

test('a notice before the answer books the transfer and its reversal', async () => {
  const seller = await createSeller();
  const order = await buy(seller);
  api.clock.advance(3 * DAY);
  harness.server.lostAnswers = /^POST \/v1\/transfers/;
  await transferEarnings();
  harness.server.lostAnswers = null;
  await harness.deliverNotices({ times: 2 });
  expect(await getBalances(seller)).toEqual({ owed: 0, held: EARNING });
  api.clock.advance(2 * DAY);
  await refund(order.id);
  harness.server.lostAnswers = /^POST \/v1\/transfers/;
  await transferEarnings();
  harness.server.lostAnswers = null;
  await harness.deliverNotices({ times: 2 });
  await transferEarnings();
  expect(await getBalances(seller)).toEqual({ owed: 0, held: 0 });
  expect(stripe.getBalance(getAccount(seller))).toEqual({ available: 0, pending: 0 });
});

test('payouts by the provider are booked by notice or by listing, once, and taken back when the bank returns them', async () => {
  const seller = await createSeller();
  await buy(seller);
  await passReportDeadline();
  api.clock.advance(2 * DAY);
  const id = stripe.payOut(getAccount(seller))!;
  await harness.deliverNotices({ times: 2 });
  expect(await getBalances(seller)).toEqual({ owed: 0, held: 0 });
  const onWay = { paid_cents: 0, on_way_cents: EARNING, held_cents: 0, pending_cents: 0 };
  expect((await seller.call('listTransfers')).data).toMatchObject(onWay);
  stripe.settlePayout(id, 'paid');
  await harness.dropNotices();
  await api.jobs.runScheduled('payments.sync-provider-payouts');
  const findPayout = () =>
    api.db
      .selectFrom('provider_payouts')
      .select(['status', 'seller_cents', 'failure'])
      .where('user_id', '=', seller.id)
      .executeTakeFirst();
  expect(await findPayout()).toEqual({ status: 'paid', seller_cents: EARNING, failure: null });
  const { data, sums } = await seller.call('listTransactions', { query: { role: 'seller' } });
  expect(data.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ['provider_payout', -EARNING],
    ['transfer', -EARNING],
    ['sale', EARNING],
  ]);
  expect((await seller.call('listTransfers')).data).toMatchObject({
    month: '2026-11',
    paid_cents: EARNING,
    on_way_cents: 0,
    held_cents: 0,
    pending_cents: 0,
    moves: [
      {
        kind: 'payout',
        amount_cents: EARNING,
        state: 'paid',
        order_id: null,
        arrives_on: expect.any(String),
      },
      {
        kind: 'transfer',
        amount_cents: EARNING,
        state: 'made',
        order_id: expect.any(Number),
        arrives_on: null,
      },
    ],
  });
  // It is of what was transferred: not added up twice.
  expect(sums).toMatchObject({ count: 2, in_cents: EARNING, out_cents: EARNING });
  stripe.settlePayout(id, 'failed');
  await harness.deliverNotices({ times: 2 });
  await api.jobs.runScheduled('payments.sync-all-provider-payouts');
  expect(await findPayout()).toMatchObject({ status: 'failed', failure: 'account_closed' });
  await api.jobs.runDue();
  const { email } = (await seller.call('getMe')).data;
  const mails = api.mails.filter(({ to, subject }) => to === email && subject === 'Your payout came back');
  expect(mails.map(({ text }) => text)).toEqual([expect.stringMatching(/2\.70.*\/seller\/payout\?/s)]);
  expect(await getBalances(seller)).toEqual({ owed: 0, held: EARNING });
});

test('what the provider has otherwise than the books is named: unknown moves, amounts, balances', async () => {
  const seller = await createSeller();
  const [first] = [await buy(seller), await buy(seller)];
  await passReportDeadline();
  api.clock.advance(2 * DAY);
  await refund(first.id);
  await transferEarnings();
  stripe.settlePayout(stripe.payOut(getAccount(seller))!, 'failed');
  await harness.deliverNotices();
  api.clock.advance(2 * HOUR);
  const compare = () =>
    reconcile(api.context, api.provider, { from: new Date(0), to: api.clock.now() }).then((mismatches) =>
      mismatches.map(formatMismatch),
    );
  expect(await compare()).toEqual([]);
  // Somebody transfers on Stripe's pages.
  const form = { amount: '50', currency: 'eur', destination: getAccount(seller) };
  const byHand = stripe.createTransfer(new URLSearchParams(form), {});
  await harness.deliverNotices();
  api.clock.advance(2 * HOUR);
  expect(await compare()).toEqual([
    `py_${byHand.id} unknown_to_us: we say nothing, the provider says 50`,
    `${getAccount(seller)} balance: we say ${EARNING}, the provider says ${EARNING + 50}`,
  ]);
  stripe.movements.set(getAccount(seller), []);
  expect(await compare()).toContainEqual(
    expect.stringMatching(/^py_tr_\S+ unknown_to_provider: we say 270, the provider says nothing$/),
  );
});

test('each order is paid in the way that held when it was made', async () => {
  Object.assign(api.context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 100 });
  const seller = await createSeller();
  await setUpPayouts(api, seller);
  api.context.config.payoutWay = 'bank_file';
  await buy(seller);
  api.context.config.payoutWay = 'stripe_connect';
  await buy(seller);
  api.context.config.payoutWay = 'bank_file';
  await passReportDeadline();
  expect(await listTransfers(seller)).toMatchObject([{ amount_cents: EARNING, state: 'made' }]);
  expect(await getBalances(seller)).toEqual({ owed: EARNING, held: EARNING });
  api.context.config.payoutWay = 'stripe_connect';
  api.clock.set('2026-12-02T12:00:00.000Z');
  await issueStatements(api.context);
  expect(await runInTransaction(api.context, createPayoutRun, null)).toMatchObject({
    payouts: 1,
    cents: EARNING,
  });
  expect(await getBalances(seller)).toEqual({ owed: 0, held: EARNING });
  await transferEarnings();
  expect(await listTransfers(seller)).toHaveLength(1);
});

test('what was transferred too much is deducted from a payout, and the reverse', async () => {
  Object.assign(api.context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 100 });
  const seller = await createSeller();
  await setUpPayouts(api, seller);
  const order = await buy(seller);
  api.context.config.payoutWay = 'bank_file';
  const ofBankFile = [await buy(seller), await buy(seller)];
  await passReportDeadline();
  api.clock.advance(2 * DAY);
  stripe.payOut(getAccount(seller));
  await harness.deliverNotices();
  await refund(order.id);
  api.clock.set('2026-12-02T12:00:00.000Z');
  await transferEarnings();
  await issueStatements(api.context);
  expect(await runInTransaction(api.context, createPayoutRun, null)).toMatchObject({ cents: EARNING });
  expect(await getBalances(seller)).toEqual({ owed: 0, held: 0 });
  // What one way lacks was deducted from the other: together it is what is owed.
  await refund(ofBankFile[0]!.id, 150);
  api.context.config.payoutWay = 'stripe_connect';
  await buy(seller);
  expect(await getShownParts(seller)).toEqual({ byFile: EARNING - 150, byProvider: 0 });
  await passReportDeadline();
  expect(await getBalances(seller)).toEqual({ owed: EARNING - 150, held: 0 });
  api.clock.set('2027-01-02T12:00:00.000Z');
  await issueStatements(api.context);
  expect(await runInTransaction(api.context, createPayoutRun, null)).toMatchObject({ cents: EARNING - 150 });
  await transferEarnings();
  expect(await getBalances(seller)).toEqual({ owed: 0, held: 0 });
});

test('what was paid too much by bank file is deducted from a transfer', async () => {
  Object.assign(api.context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 100 });
  const seller = await createSeller();
  await setUpPayouts(api, seller);
  api.context.config.payoutWay = 'bank_file';
  const order = await buy(seller);
  await passReportDeadline();
  api.clock.set('2026-12-02T12:00:00.000Z');
  await issueStatements(api.context);
  await runInTransaction(api.context, createPayoutRun, null);
  await refund(order.id, 150);
  api.context.config.payoutWay = 'stripe_connect';
  expect(await getShownParts(seller)).toEqual({ byFile: -150, byProvider: 0 });
  await buy(seller);
  expect(await getShownParts(seller)).toEqual({ byFile: 0, byProvider: EARNING - 150 });
  await passReportDeadline();
  expect(await getBalances(seller)).toEqual({ owed: 0, held: EARNING - 150 });
  expect(await getShownParts(seller)).toEqual({ byFile: 0, byProvider: 0 });
});

test('the payout page says of each way its own part, and of earnings that are held those of the bank file', async () => {
  const seller = await createSeller();
  const order = await buy(seller);
  expect(await getShownParts(seller)).toEqual({ byFile: 0, byProvider: EARNING });
  api.context.config.payoutWay = 'bank_file';
  await buy(seller);
  expect(await getShownParts(seller)).toEqual({ byFile: EARNING, byProvider: EARNING });
  await harness.openDispute(order.ref);
  await harness.deliverNotices();
  const { accounts } = (await seller.call('getPayoutDetails')).data;
  expect(accounts[0]!.held.filter(({ order_id }) => order_id === order.id)).toEqual([]);
  await harness.closeDispute(order.ref, 'won');
});

test('a partner’s shares of orders that the provider pays are transferred after the month is credited', async () => {
  const partner = await createTestUser(api, { isPartner: true, isEmailVerified: true });
  await openAccount(partner);
  const seller = await createTestUser(api, { isSeller: true, referredBy: partner, isEmailVerified: true });
  await buy(seller);
  api.context.config.payoutWay = 'bank_file';
  await buy(seller);
  await passReportDeadline();
  expect(await listTransfers(partner)).toEqual([]);
  api.clock.set('2026-12-02T12:00:00.000Z');
  await api.jobs.runScheduled('ledger.settle-months');
  stripe.isPlatformEmpty = true;
  await transferEarnings();
  expect(await listTransfers(partner)).toMatchObject([{ state: 'refused', error: 'balance_insufficient' }]);
  stripe.isPlatformEmpty = false;
  api.clock.advance(HOUR);
  await transferEarnings();
  // 19.35 cents of each order.
  expect(await listTransfers(partner)).toMatchObject([{ order_id: null, amount_cents: 19, state: 'made' }]);
  expect(await findBalance(api.db, { kind: 'partner', userId: partner.id })).toBe(-20);
  expect(await findBalance(api.db, { kind: 'partner_at_provider', userId: partner.id })).toBe(-19);
});

test('of an order with a discount of the business its earning less the discount is transferred; refunds in proportion', async () => {
  const seller = await createSeller();
  const order = await buy(seller, { code: await createCode('OFSELLER', 100, seller) });
  await passReportDeadline();
  expect(await getBalances(seller)).toEqual({ owed: 0, held: EARNING - 100 });
  await transferEarnings();
  expect(await listTransfers(seller)).toHaveLength(1);
  api.clock.advance(3 * DAY);
  // Of 2.00 of the price 0.51 is the discount: 1.49 goes back to the buyer, out of what the business has.
  await refund(order.id, 200);
  await transferEarnings();
  expect(await getBalances(seller)).toEqual({ owed: 0, held: EARNING - 100 - 149 });
});

test('what the operator pays of a price is not taken from the charge of the rest', async () => {
  const seller = await createSeller();
  const order = await buy(seller, { code: await createCode('OFWOPACK', 300, null) });
  await passReportDeadline();
  expect(await getBalances(seller)).toEqual({ owed: 0, held: EARNING });
  const transfer = [...stripe.transfers.values()].at(-1)!;
  expect(transfer).toMatchObject({ amount: EARNING, destination: getAccount(seller) });
  expect(transfer.source_transaction ?? null).toBeNull();
  expect(harness.server.state.intents.get(order.ref)).toMatchObject({ amount: 99 });
});

test('credit that a business gave is deducted from what is transferred later', async () => {
  const seller = await createSeller();
  const { id: orderId } = await buy(seller);
  const buyer = await createTestUser(api);
  await api.db.transaction().execute((trx) =>
    createGrant(trx, {
      userId: buyer.id,
      source: 'business',
      amountCents: 150,
      sellerId: seller.id,
      orderId,
      endsAt: null,
      now: api.clock.now(),
    }),
  );
  await passReportDeadline();
  expect(await getBalances(seller)).toEqual({ owed: 0, held: EARNING - 150 });
});
