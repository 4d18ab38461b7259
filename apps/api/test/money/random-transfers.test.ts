import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayoutRun } from '../../src/modules/ledger/index.ts';
import { createOrderHooks, refundOrder } from '../../src/modules/orders/index.ts';
import {
  lockUnsentRefund,
  recordRefundByTransfer,
  restoreRefundedOrder,
} from '../../src/modules/payments/index.ts';
import { createStripeHarness } from '../payment-providers/provider-harness.ts';
import {
  createProductOnSale,
  createTestUser,
  type ProductOnSale,
  setUpPayouts,
  startPayment,
  type TestUser,
} from '../support/builders.ts';
import { expectConsistentData, findBalance } from '../support/consistency.ts';
import { runInTransaction } from '../support/run-in-transaction.ts';
import { expectStatementsAddUp } from '../support/statements.ts';
import { MINUTE, useTestApp } from '../support/test-app.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const harness = createStripeHarness();
const api = useTestApp(harness.options);
const { state } = harness.server;
const { transfers: stripe } = state;
beforeAll(async () => {
  harness.attach(api);
  Object.assign(api.context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 1 });
  await api.jobs.runDue();
});
afterAll(() => harness.close());

/** A random action; numbers are indexes into sellers, orders, accounts and payouts (modulo their count). */
type Step =
  | { do: 'buy'; seller: number }
  | { do: 'refund' | 'refundByHand'; order: number; cents: number }
  | { do: 'dispute'; order: number }
  | { do: 'disputeEnds'; order: number; isWon: boolean }
  | { do: 'disputeAnew'; order: number; outcome: 'won' | 'lost' | 'under_review' }
  | { do: 'decideRefund'; refund: number; isRestored: boolean }
  | { do: 'payBank'; account: number }
  | { do: 'bankAnswers'; payout: number; isPaid: boolean }
  | { do: 'restrict'; account: number; isReported: boolean; isOver: boolean }
  | { do: 'emptyPlatform' | 'switchWay' | 'payOut' | 'transfer' | 'transferTwice' }
  | { do: 'fail'; how: 'away' | 'busy' | 'lost' | 'lostChanges' }
  | { do: 'notices'; times: number; isBackwards: boolean }
  | { do: 'dropNotices' };

const anyIndex = fc.nat({ max: 1000 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('buy' as const), seller: anyIndex }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('refund' as const, 'refund' as const, 'refundByHand' as const),
      order: anyIndex,
      // The price is 3.99 EUR, the seller's earning 2.70 EUR.
      cents: fc.oneof(fc.constant(399), fc.integer({ min: 1, max: 270 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('dispute' as const), order: anyIndex }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('disputeEnds' as const), order: anyIndex, isWon: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('disputeAnew' as const),
      order: anyIndex,
      outcome: fc.constantFrom('won' as const, 'won' as const, 'lost' as const, 'under_review' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('decideRefund' as const),
      refund: anyIndex,
      isRestored: fc.constantFrom(true, true, false),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('payBank' as const), account: anyIndex }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('bankAnswers' as const), payout: anyIndex, isPaid: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('restrict' as const),
      account: anyIndex,
      isReported: fc.boolean(),
      isOver: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'emptyPlatform',
        'switchWay',
        'payOut',
        'transfer',
        'transferTwice',
        'transferTwice',
      ),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      how: fc.constantFrom('away' as const, 'busy' as const, 'lost' as const, 'lostChanges' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('notices' as const),
      times: fc.integer({ min: 1, max: 2 }),
      isBackwards: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dropNotices' as const) }) },
);
/** Pause after a few steps, in hours: minutes, days, or over the end of a month. */
const anyPause = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(0, 0, 1) },
  { weight: 4, arbitrary: fc.integer({ min: 12, max: 80 }) },
  { weight: 1, arbitrary: fc.constant(24 * 24) },
);
const anyHistory = fc.array(fc.tuple(fc.array(anyStep, { minLength: 1, maxLength: 5 }), anyPause), {
  minLength: 14,
  maxLength: 22,
});

interface Market {
  sellers: TestUser[];
  productsOnSale: ProductOnSale[];
  payees: TestUser[];
  orders: { id: number; ref: string }[];
}

const pickAt = <T>(list: readonly T[], index: number): T | undefined =>
  list[index % Math.max(1, list.length)];
const getAccount = ({ id }: { id: number }) => `acct_${id}`;

const tolerate = (call: Promise<unknown>, ...kinds: string[]) =>
  call.catch((error: { kind?: string; code?: number }) =>
    expect([...kinds, 1, 4, 5, 6, 7, 9], String(error)).toContain(error.kind ?? error.code),
  );

const restrict = async (user: TestUser, { isReported, isOver }: { isReported: boolean; isOver: boolean }) => {
  if (isOver) stripe.restrictedAccounts.delete(getAccount(user));
  else stripe.restrictedAccounts.add(getAccount(user));
  if (!isReported && !isOver) return;
  await api.db
    .updateTable('payout_accounts')
    .set({ transfers_enabled: isOver })
    .where('user_id', '=', user.id)
    .execute();
};

const run = async (...queues: Parameters<typeof api.jobs.runScheduled>[0][]) => {
  for (const queue of queues)
    await api.jobs.runScheduled(queue).catch((error: unknown) => {
      if (!isFailing()) throw error;
    });
};
const isFailing = () => harness.server.failureMode !== null || harness.server.lostAnswers !== null;
const setFailure = (how: Extract<Step, { do: 'fail' }>['how'] | null) => {
  harness.server.failureMode = how === 'lostChanges' ? null : how;
  harness.server.lostAnswers = how === 'lostChanges' ? /^POST \/v1\/(transfers|refunds)/ : null;
};

async function buy(market: Market, index: number): Promise<void> {
  const { productId } = pickAt(market.productsOnSale, index)!;
  const buyer = await createTestUser(api);
  const payment = await startPayment(buyer, productId).catch((error: { code?: number }) => {
    expect([5, 6, 7, 9], String(error)).toContain(error.code);
    return null;
  });
  if (!payment) return;
  await harness.confirm(payment.client_secret);
  await tolerate(buyer.call('completePayment', { body: { token: payment.token } }));
  const order = await api.db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .select(['orders.id', 'payments.provider_ref'])
    .where('token', '=', payment.token)
    .executeTakeFirst();
  if (order) market.orders.push({ id: order.id, ref: order.provider_ref! });
}

async function runStep(market: Market, step: Step): Promise<void> {
  const findDispute = (ref: string) =>
    [...state.disputes.values()].find(({ payment_intent }) => payment_intent === ref);
  switch (step.do) {
    case 'buy':
      return buy(market, step.seller);
    case 'refund': {
      const order = pickAt(market.orders, step.order);
      if (!order) return;
      const refund = {
        orderId: order.id,
        refundedTotalCents: step.cents,
        decidedBy: 'operator',
        reason: 'stale',
      } as const;
      await tolerate(runInTransaction(api.context, refundOrder, refund), 'validation', 'conflict');
      return;
    }
    case 'refundByHand': {
      const order = pickAt(market.orders, step.order);
      if (!order || findDispute(order.ref)) return;
      try {
        state.refundByHand(order.ref, step.cents);
      } catch (error) {
        expect(String(error)).toContain('charge_already_refunded');
      }
      return;
    }
    case 'dispute': {
      const order = pickAt(market.orders, step.order);
      if (order && !findDispute(order.ref)) state.openDispute(order.ref);
      return;
    }
    case 'disputeEnds': {
      const open = [...state.disputes.values()].filter(({ status }) => status === 'needs_response');
      const dispute = pickAt(open, step.order);
      if (dispute && step.isWon) state.winDispute(dispute.id);
      else if (dispute) state.loseDispute(dispute.id);
      return;
    }
    case 'disputeAnew': {
      const decided = [...state.disputes.values()].filter(({ status }) => status !== 'needs_response');
      const dispute = pickAt(decided, step.order);
      if (dispute && step.outcome === 'won') state.winDispute(dispute.id);
      else if (dispute && step.outcome === 'lost') state.loseDispute(dispute.id);
      else if (dispute) state.reopenDispute(dispute.id);
      return;
    }
    case 'decideRefund': {
      const refunds = await api.db
        .selectFrom('refunds')
        .select('id')
        .where('state', 'in', ['failed', 'refused'])
        .orderBy('id')
        .execute();
      const refund = pickAt(refunds, step.refund);
      if (refund) await decideRefund(refund.id, step.isRestored);
      return;
    }
    case 'payBank':
      stripe.payOut(getAccount(pickAt(market.payees, step.account)!));
      return;
    case 'bankAnswers': {
      const id = pickAt([...stripe.payouts.keys()], step.payout);
      if (id) stripe.settlePayout(id, step.isPaid ? 'paid' : 'failed');
      return;
    }
    case 'restrict':
      return restrict(pickAt(market.payees, step.account)!, step);
    case 'emptyPlatform':
      stripe.isPlatformEmpty = !stripe.isPlatformEmpty;
      return;
    case 'switchWay':
      api.context.config.payoutWay =
        api.context.config.payoutWay === 'bank_file' ? 'stripe_connect' : 'bank_file';
      return;
    case 'payOut':
      await run('ledger.settle-months');
      await runInTransaction(api.context, createPayoutRun, null);
      return;
    case 'transfer':
      return run('payments.transfer-earnings');
    case 'transferTwice':
      await Promise.all([run('payments.transfer-earnings'), run('payments.transfer-earnings')]);
      return;
    case 'fail':
      setFailure(step.how);
      return;
    case 'notices':
      // While the provider is away it sends them again later.
      if (isFailing()) return;
      return harness.deliverNotices({ times: step.times, backwards: step.isBackwards });
    case 'dropNotices':
      return harness.dropNotices();
  }
}

/** The operator gives what a bank took back to the seller, or pays the buyer otherwise. */
async function decideRefund(id: number, isRestored: boolean): Promise<void> {
  const hooks = createOrderHooks(api.context);
  const decision = api.db.transaction().execute(async (trx) => {
    const refund = await lockUnsentRefund(trx, hooks, id);
    const operatorId = refund.payment.user_id;
    if (isRestored) await restoreRefundedOrder(api.context, trx, hooks, refund, operatorId);
    else
      await recordRefundByTransfer(api.context, trx, hooks, refund, { operatorId, reference: `bank ${id}` });
  });
  await tolerate(decision, 'conflict');
}

async function runBackgroundJobs(): Promise<void> {
  await api.jobs.runDue({ mayFail: isFailing() });
  await run(
    'products.generate-slots',
    'orders.mark-not-collected',
    'affiliates.approve-shares',
    'ledger.settle-months',
    'payments.retry-refunds',
    'payments.sync-all-returns',
    'payments.transfer-earnings',
    'payments.sync-all-provider-payouts',
  );
}

/** Ends what is in progress: answers come, accounts may receive again, banks decide. */
async function settle(market: Market): Promise<void> {
  setFailure(null);
  stripe.isPlatformEmpty = false;
  for (const payee of market.payees) await restrict(payee, { isReported: true, isOver: true });
  for (const { id, status } of state.disputes.values())
    if (status === 'needs_response' || status === 'under_review') state.loseDispute(id);
  await harness.deliverNotices();
  for (let day = 0; day < 6; day++) {
    api.clock.advance(2 * DAY);
    await runBackgroundJobs();
  }
}

/** Everything that the provider has for a payee is in the books, and nothing else. */
async function expectSameAsProvider({ payees }: Market): Promise<void> {
  for (const user of payees) {
    const { available, pending } = stripe.getBalance(getAccount(user));
    let heldCents = 0;
    for (const kind of ['seller_at_provider', 'partner_at_provider'] as const)
      heldCents -= (await findBalance(api.db, { kind, userId: user.id })) ?? 0;
    expect(heldCents, getAccount(user)).toBe(available + pending);
  }
  const made = await api.db
    .selectFrom('provider_transfers')
    .select(['id', 'reference', 'reverses', 'amount_cents'])
    .where('state', '=', 'made')
    .orderBy('id')
    .execute();
  const atProvider = [
    ...[...stripe.transfers.values()].map((transfer) => ({ ...transfer, isReversal: false })),
    ...[...stripe.reversals.values()].map((reversal) => ({ ...reversal, isReversal: true })),
  ].map(({ id, amount, isReversal, metadata }) => ({
    id: Number(metadata!.wopack_transfer),
    reference: id,
    isReversal,
    cents: amount,
  }));
  // Each of our numbers once: nothing was moved twice.
  expect(atProvider.toSorted((a, b) => a.id - b.id)).toEqual(
    made.map(({ id, reference, reverses, amount_cents: cents }) => ({
      id,
      reference,
      isReversal: reverses !== null,
      cents,
    })),
  );
}

/** What is due is at the provider, and what is too much there could not be taken back. */
async function expectAllMoved({ payees }: Market): Promise<void> {
  const { rows: open } =
    await sql`select id from provider_transfers where state in ('queued', 'unknown')`.execute(api.db);
  expect(open).toEqual([]);
  const { rows } = await sql<{ seller_id: number; missing: number; excess: number; owed: number }>`
    select seller_id, sum(greatest(due - transferred_cents, 0))::int as missing,
      sum(greatest(transferred_cents - due, 0))::int as excess,
      (select coalesce(-sum(e.amount_cents), 0)::int from ledger_entries e join ledger_accounts account on account.id = e.account_id
        where account.user_id = seller_id and account_kind = 'seller') as owed
    from orders, greatest(earning_cents - refunded_cents, 0) due
    where payout_way = 'stripe_connect' group by seller_id`.execute(api.db);
  for (const { seller_id: id, missing, excess, owed } of rows) {
    const user = payees.find((payee) => payee.id === id);
    // Of an earlier history.
    if (!user) continue;
    // Only what was paid too much by bank file is deducted.
    if (missing > 0) expect(owed, `seller ${id}`).toBeLessThan(missing);
    if (excess > 0)
      expect(stripe.getBalance(getAccount(user)).available, `seller ${id}`).toBeLessThanOrEqual(0);
    if (missing > 0) expect(excess).toBe(0);
  }
}

test('any history of orders, refunds, disputes, transfers and payouts ends with the books as the provider has it', {
  timeout: 1_800_000,
}, async () => {
  const property = fc.asyncProperty(anyHistory, fc.boolean(), async (history, beginsByBankFile) => {
    api.context.config.payoutWay = beginsByBankFile ? 'bank_file' : 'stripe_connect';
    const partner = await createTestUser(api, { isPartner: true, isEmailVerified: true });
    const sellers = await Promise.all(
      [1, 2].map(() => createTestUser(api, { isSeller: true, referredBy: partner, isEmailVerified: true })),
    );
    for (const user of [...sellers, partner]) {
      if (user !== partner) await setUpPayouts(api, user);
      const now = api.clock.now();
      await api.db
        .insertInto('payout_accounts')
        .values({
          ...{ user_id: user.id, provider: 'stripe', ref: getAccount(user), state: 'verified' },
          ...{ first_verified_at: now, state_since: now, created_at: now, updated_at: now },
        })
        .execute();
    }
    const productsOnSale = [];
    for (const seller of sellers)
      productsOnSale.push(await createProductOnSale(api, { seller, quantity: 7 }));
    const market: Market = { sellers, productsOnSale, payees: [...sellers, partner], orders: [] };
    for (const payee of market.payees) await restrict(payee, { isReported: true, isOver: true });
    // Tokens do not expire when the clock leaps.
    await sql`update tokens set created_at = '9999-01-01', expires_at = '9999-01-01'`.execute(api.db);
    for (const [steps, hours] of history) {
      for (const step of steps) await runStep(market, step);
      await runBackgroundJobs();
      setFailure(null);
      api.clock.advance(hours * HOUR);
      await runBackgroundJobs();
      await expectConsistentData(api.db);
    }
    await settle(market);
    await expectConsistentData(api.db);
    await expectSameAsProvider(market);
    await expectAllMoved(market);
    for (const seller of sellers) await expectStatementsAddUp(api.db, seller);
  });
  const seed = Number(process.env.MONTH_SEED ?? 20261129);
  const numRuns = Number(process.env.NUM_MONTHS ?? (process.env.TEST_LONG ? 12 : 2));
  await fc.assert(property, { numRuns, seed, endOnFailure: true });
  // Every outcome must occur.
  for (let extraRun = 1; (await listMissingOutcomes()).length > 0 && extraRun <= 6; extraRun++)
    await fc.assert(property, { numRuns: 1, seed: seed + extraRun, endOnFailure: true });
  expect(await listMissingOutcomes()).toEqual([]);
});

const EXPECTED_OUTCOMES = [
  'transfer made',
  'transfer refused',
  'reversal made',
  'partner made',
  'payout paid',
  'payout failed',
  'bank file',
  'way bank_file',
  'way stripe_connect',
  'refund restored',
];

async function listMissingOutcomes(): Promise<string[]> {
  const { rows } = await sql<{ outcome: string }>`
    select 'transfer refused' as outcome from provider_transfers
      where key_number > 0 or state in ('refused', 'cancelled')
    union select case when role = 'partner' then 'partner ' || state
      when reverses is null then 'transfer ' || state else 'reversal ' || state end from provider_transfers
    union select 'payout ' || status from provider_payouts union select 'bank file' from payouts
    union select 'way ' || payout_way from orders
    union select 'refund ' || state from refunds`.execute(api.db);
  const outcomes = new Set(rows.map(({ outcome }) => outcome));
  return EXPECTED_OUTCOMES.filter((outcome) => !outcomes.has(outcome));
}
