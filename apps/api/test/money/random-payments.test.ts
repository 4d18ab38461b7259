import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createGrant, endGrant } from '../../src/modules/credit/index.ts';
import { confirmPayout, createPayoutRun, markRunSent, returnPayout } from '../../src/modules/ledger/index.ts';
import { createOrderHooks, refundOrder } from '../../src/modules/orders/index.ts';
import {
  lockUnsentRefund,
  reconcile,
  recordRefundByTransfer,
  restoreRefundedOrder,
  sendRefundAgain,
  syncReturns,
} from '../../src/modules/payments/index.ts';
import {
  createProductOnSale,
  createTestUser,
  DECLINED_CARD,
  EVENING_SCHEDULE,
  GOOD_CARD,
  type ProductOnSale,
  setUpPayouts,
  type TestUser,
} from '../support/builders.ts';
import { expectAllSettled, expectConsistentData } from '../support/consistency.ts';
import { runInTransaction } from '../support/run-in-transaction.ts';
import { expectStatementsAddUp } from '../support/statements.ts';
import { MINUTE, useTestApp } from '../support/test-app.ts';

const api = useTestApp();

/** A random action; numbers are indexes into the existing users, products, holds and orders (modulo their count). */
type Step =
  | { do: 'initiate' | 'buy' | 'giveUp'; buyer: number; shop: number; units: number; parts: RequestedParts }
  | { do: 'takePart'; buyer: number; shop: number }
  | { do: 'giveCredit'; buyer: number; cents: number; isOfSeller: boolean; hours: number | null }
  | { do: 'endCredit'; grant: number }
  | { do: 'confirm' | 'decline' | 'complete' | 'fail'; hold: number }
  | { do: 'cancel' | 'handOut' | 'storeCancel' | 'closeSlot'; order: number; units?: number }
  | { do: 'returnUnits'; order: number; units: number }
  | { do: 'refund'; order: number; cents: number }
  | { do: 'change'; shop: number; quantity: number; off: number }
  | { do: 'leaveLine'; entry: number }
  | { do: 'outage'; lost: boolean }
  | { do: 'refundByHand'; order: number; cents: number }
  | { do: 'refundFails' | 'dispute'; order: number }
  | { do: 'disputeEnds'; dispute: number; isWon: boolean }
  | { do: 'disputeAnew'; dispute: number; outcome: DisputeOutcome }
  | { do: 'decideRefund'; refund: number; decision: RefundDecision }
  | { do: 'settle' | 'payOut' }
  | { do: 'bank'; payout: number; returned: boolean };

/** What a bank makes of a dispute that it decided before. */
type DisputeOutcome = 'won' | 'lost' | 'under_review';
const REFUND_DECISIONS = ['repeated', 'settled', 'restored'] as const;
type RefundDecision = (typeof REFUND_DECISIONS)[number];

/** What is paid by other means than the card. */
interface RequestedParts {
  usesCredit: boolean;
  /** Index into the codes; null: none. */
  code: number | null;
}

/** Leaves time to cancel before the window and to collect in it. */
const NOON_TO_EIGHT = Object.fromEntries(
  Object.keys(EVENING_SCHEDULE).map((day) => [day, { time_start: '12:00', time_end: '20:00' }]),
);

const anyIndex = fc.nat({ max: 1000 });
/** Mostly few: there are up to seven of a slot. */
const anyUnits = fc.oneof(
  { weight: 3, arbitrary: fc.constant(1) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 7 }) },
);
const anyParts: fc.Arbitrary<RequestedParts> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ usesCredit: false, code: null }) },
  {
    weight: 3,
    arbitrary: fc.record({ usesCredit: fc.constantFrom(true, true, false), code: fc.option(anyIndex) }),
  },
);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constantFrom(...(['initiate', 'buy', 'buy', 'giveUp'] as const)),
      buyer: anyIndex,
      shop: anyIndex,
      units: anyUnits,
      parts: anyParts,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('giveCredit' as const),
      buyer: anyIndex,
      cents: fc.oneof(fc.integer({ min: 1, max: 350 }), fc.integer({ min: 350, max: 1500 })),
      isOfSeller: fc.boolean(),
      hours: fc.option(fc.integer({ min: 24, max: 400 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('endCredit' as const), grant: anyIndex }) },
  {
    weight: 24,
    arbitrary: fc.record({ do: fc.constant('takePart' as const), buyer: anyIndex, shop: anyIndex }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('confirm' as const), hold: anyIndex }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('decline' as const, 'complete' as const, 'complete' as const, 'fail' as const),
      hold: anyIndex,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('cancel' as const, 'handOut' as const, 'handOut' as const),
      order: anyIndex,
      // All that are left, or some: more than there are is refused.
      units: fc.constantFrom(0, 0, 1, 1, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('returnUnits' as const), order: anyIndex, units: anyUnits }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('storeCancel' as const, 'storeCancel' as const, 'closeSlot' as const),
      order: anyIndex,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      order: anyIndex,
      // The price is 3.99 EUR, the seller's earning 2.70 EUR.
      cents: fc.oneof(fc.constant(399), fc.integer({ min: 1, max: 399 })),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      shop: anyIndex,
      quantity: fc.integer({ min: 1, max: 7 }),
      off: anyIndex,
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('leaveLine' as const), entry: anyIndex }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('outage' as const), lost: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refundByHand' as const),
      order: anyIndex,
      cents: fc.oneof(fc.constant(399), fc.integer({ min: 1, max: 399 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('refundFails' as const, 'dispute' as const),
      order: anyIndex,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('disputeEnds' as const),
      dispute: anyIndex,
      isWon: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('decideRefund' as const),
      refund: anyIndex,
      decision: fc.constantFrom(...REFUND_DECISIONS, 'restored' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('disputeAnew' as const),
      dispute: anyIndex,
      outcome: fc.constantFrom<DisputeOutcome>('won', 'won', 'lost', 'under_review'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('settle' as const, 'payOut' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('bank' as const), payout: anyIndex, returned: fc.boolean() }),
  },
);
/** Pause after concurrent steps: minutes, hours, or until a time of day. */
const anyPause = fc.oneof(
  fc.integer({ min: 0, max: 12 }),
  fc.integer({ min: 30, max: 900 }),
  fc.constantFrom('10:00', '11:00', '13:00', '19:00'),
);
/** Sometimes the clock leaps over the end of a month, so that missed runs are made up for. */
const STEPS_PER_LEAP = 18;
const LEAP_MINUTES = 25 * 24 * 60;
const anyMonth = fc.array(fc.tuple(fc.array(anyStep, { minLength: 1, maxLength: 5 }), anyPause), {
  minLength: 40,
  maxLength: 60,
});

interface MarketState {
  productsOnSale: ProductOnSale[];
  buyers: TestUser[];
  holds: { buyer: TestUser; token: string; client_secret: string }[];
  codes: string[];
}

const formatEuros = (cents: number): string => (cents / 100).toFixed(2);

const pickAt = <T>(list: T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/** An order, preferably an open one. */
async function findOrder({ buyers }: MarketState, index: number) {
  const start = index % buyers.length;
  const orderedBuyers = [...buyers.slice(start), ...buyers.slice(0, start)];
  const lists = await Promise.all(
    orderedBuyers.map(async (buyer) => {
      const { data } = await buyer.call('listOrders', { query: { limit: 3 } });
      return data.map((order) => ({ buyer, order }));
    }),
  );
  const all = lists.flat();
  return all.find(({ order }) => order.state === 'paid') ?? all[0];
}

const getProductOfOrder = (
  { productsOnSale }: MarketState,
  order: { product: { id: number } },
): ProductOnSale => productsOnSale.find(({ productId }) => productId === order.product.id)!;

/** Expected errors resolve to null; any other fails the test. */
async function tolerateRefusal<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: { code: number }) => {
    expect([1, 4, 5, 6, 7, 9], String(error)).toContain(error.code);
    return null;
  });
}

const PROVIDER_METHODS = [
  'retrieve',
  'capture',
  'cancel',
  'refund',
  'createIntent',
  'returnsOf',
  'listReturns',
] as const;
/** away: requests do not reach the provider; lost: its answers do not arrive. */
let failureMode: 'away' | 'lost' | null = null;

/** The operator, or the business of the buyer's newest order, gives credit, which may end soon. */
async function giveCredit({ buyers }: MarketState, step: Extract<Step, { do: 'giveCredit' }>): Promise<void> {
  const { id: userId } = pickAt(buyers, step.buyer)!;
  const now = api.clock.now();
  const order = await api.db
    .selectFrom('orders')
    .select(['id', 'seller_id'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const thanked = step.isOfSeller ? order : undefined;
  await api.db.transaction().execute((trx) =>
    createGrant(trx, {
      userId,
      source: thanked ? 'business' : 'support',
      amountCents: step.cents,
      sellerId: thanked?.seller_id ?? null,
      orderId: thanked?.id ?? null,
      endsAt: step.hours === null ? null : new Date(now.getTime() + step.hours * 60 * MINUTE),
      now,
    }),
  );
}

/** Codes of the operator, one of which takes all off, and of each business, with few uses and small budgets. */
async function createCodes(sellers: readonly TestUser[]): Promise<string[]> {
  const now = api.clock.now();
  const suffix = randomBytes(4).toString('hex').toUpperCase();
  const common = { name: 'test', starts_at: now, created_at: now, max_uses_per_user: 3 };
  const codes = [
    { ...common, effect: 'percent', percent: 25, cap_cents: 300, max_uses: 12, seller_id: null },
    { ...common, effect: 'percent', percent: 100, budget_cents: 3000, seller_id: null },
    ...sellers.map(({ id }) => ({
      ...common,
      effect: 'amount' as const,
      amount_cents: 150,
      budget_cents: 900,
      seller_id: id,
    })),
  ] as const;
  const rows = await api.db
    .insertInto('discount_codes')
    .values(codes.map((code, index) => ({ ...code, code: `C${index}${suffix}XXX` })))
    .returning('code')
    .execute();
  return rows.map(({ code }) => code);
}

/** Makes the provider fail according to `failureMode`. */
function wrapProvider(): void {
  const { provider } = api;
  for (const name of PROVIDER_METHODS) {
    const original = provider[name] as (...args: never[]) => Promise<unknown>;
    Object.assign(provider, {
      [name]: async (...args: never[]) => {
        if (failureMode === 'away') throw new Error('the provider is away');
        const result = await original.apply(provider, args);
        if (failureMode === 'lost') throw new Error('the answer was lost');
        return result;
      },
    });
  }
}

async function runStep(market: MarketState, step: Step): Promise<void> {
  switch (step.do) {
    case 'initiate':
    case 'buy':
    case 'giveUp': {
      const buyer = pickAt(market.buyers, step.buyer)!;
      const { productId } = pickAt(market.productsOnSale, step.shop)!;
      const { units, parts } = step;
      const code = parts.code === null ? undefined : pickAt(market.codes, parts.code);
      const body = {
        amount: formatEuros(399 * units),
        currency: 'EUR' as const,
        productId,
        ...(units > 1 && { quantity: units }),
        ...(parts.usesCredit && { use_credit: true }),
      };
      const initiate = (withCode = {}) =>
        tolerateRefusal(buyer.call('initiatePayment', { body: { ...body, ...withCode } }));
      // Who has a code that is refused buys without it.
      const hold = (code && (await initiate({ code }))) ?? (await initiate());
      if (!hold) return;
      market.holds.push({ buyer, ...hold });
      if (step.do === 'initiate') return;
      const { client_secret, token } = hold;
      if (step.do === 'giveUp') {
        await tolerateRefusal(buyer.call('failPayment', { body: { token, code: 'given_up' } }));
        return;
      }
      if (client_secret !== '')
        await api.client()('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
      await tolerateRefusal(buyer.call('completePayment', { body: { token } }));
      return;
    }
    case 'giveCredit':
      return giveCredit(market, step);
    case 'endCredit': {
      const grants = await api.db
        .selectFrom('credit_grants')
        .select('id')
        .orderBy('id', 'desc')
        .limit(8)
        .execute();
      const grant = pickAt(grants, step.grant);
      const now = api.clock.now();
      if (grant) await api.db.transaction().execute((trx) => endGrant(trx, { grantId: grant.id, now }));
      return;
    }
    case 'takePart': {
      const offered = await findOfferedUnit(market);
      if (offered) return payOfferedUnit(offered);
      const buyer = pickAt(market.buyers, step.buyer)!;
      const { productId } = pickAt(market.productsOnSale, step.shop)!;
      const { data: offer } = await buyer.call('getOffer', { params: { id: productId } });
      const { draw, mode, mine } = offer.allocation ?? {};
      const slot = { params: { id: offer.slot_id! } };
      if (mode === 'draw' && draw) {
        const params = { id: draw.id };
        const body = { random: randomBytes(16).toString('hex') };
        if (mine?.state === 'entered') await tolerateRefusal(buyer.call('withdrawFromDraw', { params }));
        else await tolerateRefusal(buyer.call('enterDraw', { params, body }));
      } else if (mode === 'waitlist') {
        if (mine?.state === 'waiting') await tolerateRefusal(buyer.call('leaveWaitlist', slot));
        else await tolerateRefusal(buyer.call('joinWaitlist', { ...slot, body: null }));
      }
      return;
    }
    case 'leaveLine':
      return leaveLine(market, step.entry);
    case 'confirm':
    case 'decline': {
      const hold = pickAt(market.holds.slice(-3), step.hold);
      const card = step.do === 'confirm' ? GOOD_CARD : DECLINED_CARD;
      if (hold && hold.client_secret !== '')
        await api.client()('confirmSandboxPayment', { body: { client_secret: hold.client_secret, card } });
      return;
    }
    case 'complete': {
      const hold = pickAt(market.holds.slice(-4), step.hold);
      if (hold) await tolerateRefusal(hold.buyer.call('completePayment', { body: { token: hold.token } }));
      return;
    }
    case 'fail': {
      const hold = pickAt(market.holds.slice(-8), step.hold);
      if (hold)
        await tolerateRefusal(
          hold.buyer.call('failPayment', { body: { token: hold.token, code: 'given_up' } }),
        );
      return;
    }
    case 'cancel': {
      const buyerAndOrder = await findOrder(market, step.order);
      const body = { reason: 'It has nuts in it.', ...(step.units && { quantity: step.units }) };
      if (buyerAndOrder)
        await tolerateRefusal(
          buyerAndOrder.buyer.call('cancelOrder', { params: { id: buyerAndOrder.order.id }, body }),
        );
      return;
    }
    case 'handOut': {
      const { order } = (await findOrder(market, step.order)) ?? {};
      if (!order?.pin) return;
      const { seller } = getProductOfOrder(market, order);
      const body = { pin: order.pin, ...(step.units && { quantity: step.units }) };
      await tolerateRefusal(seller.call('handOut', { params: { id: order.id }, body }));
      return;
    }
    case 'storeCancel':
    case 'closeSlot': {
      const { order } = (await findOrder(market, step.order)) ?? {};
      if (!order) return;
      const { seller } = getProductOfOrder(market, order);
      const body = { reason: 'The oven is broken.' };
      if (step.do === 'storeCancel') {
        await tolerateRefusal(seller.call('cancelSellerOrder', { params: { id: order.id }, body }));
        return;
      }
      const { slot_id: id } = await api.db
        .selectFrom('orders')
        .select('slot_id')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      await tolerateRefusal(seller.call('cancelSlot', { params: { id }, body }));
      return;
    }
    case 'returnUnits': {
      const orders = await api.db.selectFrom('orders').select('id').orderBy('id', 'desc').limit(8).execute();
      const order = pickAt(orders, step.order);
      if (!order) return;
      const refund = {
        orderId: order.id,
        returnedUnitsTotal: step.units,
        decidedBy: 'operator',
        reason: 'mouldy',
      } as const;
      await runInTransaction(api.context, refundOrder, refund).catch((error: { kind: string }) =>
        expect(['validation', 'conflict'], String(error)).toContain(error.kind),
      );
      return;
    }
    case 'refund': {
      const orders = await api.db.selectFrom('orders').select('id').orderBy('id', 'desc').limit(8).execute();
      const order = pickAt(orders, step.order);
      if (!order) return;
      const refund = {
        orderId: order.id,
        refundedTotalCents: step.cents,
        decidedBy: 'operator',
        reason: 'stale',
      } as const;
      await runInTransaction(api.context, refundOrder, refund).catch((error: { kind: string }) =>
        expect(['validation', 'conflict'], String(error)).toContain(error.kind),
      );
      return;
    }
    case 'change': {
      const { seller, productId } = pickAt(market.productsOnSale, step.shop)!;
      const days = Object.entries(NOON_TO_EIGHT).filter((_, day) => day !== step.off % 10);
      const body = { product_id: productId, quantity: step.quantity, schedule: Object.fromEntries(days) };
      await seller.call('updateSchedule', { body });
      return;
    }
    case 'settle':
      return api.jobs.runScheduled('ledger.settle-months');
    case 'payOut':
      await runInTransaction(api.context, createPayoutRun, null);
      return;
    case 'bank': {
      const runs = await api.db.selectFrom('payout_runs').select('id').where('sent_at', 'is', null).execute();
      for (const { id } of runs) await runInTransaction(api.context, markRunSent, id);
      const payouts = await api.db.selectFrom('payouts').select('id').orderBy('id').execute();
      const payout = pickAt(payouts, step.payout);
      if (!payout) return;
      const decision = step.returned
        ? runInTransaction(api.context, returnPayout, payout.id, 'account closed')
        : runInTransaction(api.context, confirmPayout, payout.id);
      await decision.catch((error: { kind: string }) => expect(error.kind, String(error)).toBe('conflict'));
      return;
    }
    case 'refundByHand':
    case 'refundFails':
    case 'dispute':
    case 'disputeEnds':
    case 'disputeAnew':
      return changeAtProvider(step);
    case 'decideRefund': {
      const refunds = await api.db
        .selectFrom('refunds')
        .select('id')
        .where('state', 'in', ['failed', 'refused'])
        .orderBy('id')
        .execute();
      const refund = pickAt(refunds, step.refund);
      if (refund) await decideRefund(refund.id, step.decision);
      return;
    }
    case 'outage':
      failureMode = step.lost ? 'lost' : 'away';
      return;
  }
}

const hooks = () => createOrderHooks(api.context);

/** The operator sends a refund to the card again, pays it otherwise, or gives it to the seller. */
async function decideRefund(id: number, choice: RefundDecision): Promise<void> {
  const { provider_ref: ref } = await api.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('provider_ref')
    .where('refunds.id', '=', id)
    .executeTakeFirstOrThrow();
  const isSynced = await syncReturns(api.context, api.provider, hooks(), ref!).then(
    () => true,
    () => false,
  );
  if (!isSynced) return;
  const decision = api.db.transaction().execute(async (trx) => {
    const refund = await lockUnsentRefund(trx, hooks(), id);
    const operatorId = refund.payment.user_id;
    if (choice === 'restored') await restoreRefundedOrder(api.context, trx, hooks(), refund, operatorId);
    else if (choice === 'repeated') await sendRefundAgain(api.context, trx, refund, operatorId);
    else
      await recordRefundByTransfer(api.context, trx, hooks(), refund, {
        operatorId,
        reference: `bank ${id}`,
      });
  });
  await decision.catch((error: { kind: string }) => expect(error.kind, String(error)).toBe('conflict'));
}

/** What happens at the provider or the banks without us; half of it comes without a notice. */
async function changeAtProvider(
  step: Extract<Step, { do: 'refundByHand' | 'refundFails' | 'dispute' | 'disputeEnds' | 'disputeAnew' }>,
): Promise<void> {
  const notify = async (ref: string, index: number) => {
    if (index % 2 === 0)
      await api.db.transaction().execute((trx) => api.jobs.enqueue(trx, 'payments.sync-returns', { ref }));
  };
  if (step.do === 'disputeEnds') {
    const disputes = await api.db
      .selectFrom('sandbox_disputes')
      .select(['ref', 'intent_ref'])
      .where('status', '=', 'needs_response')
      .orderBy('ref')
      .execute();
    const dispute = pickAt(disputes, step.dispute);
    if (!dispute) return;
    await sql`update sandbox_disputes set status = ${step.isWon ? 'won' : 'lost'},
      withdrawn_cents = case when ${step.isWon} then 0 else withdrawn_cents end where ref = ${dispute.ref}`.execute(
      api.db,
    );
    return notify(dispute.intent_ref, step.dispute);
  }
  if (step.do === 'disputeAnew') {
    const decided = await api.db
      .selectFrom('sandbox_disputes')
      .select(['ref', 'intent_ref'])
      .where('status', 'in', ['won', 'lost', 'under_review'])
      // What was opened before that, the listing does not find without a notice.
      .where('created_at', '>', new Date(api.clock.now().getTime() - 10 * 24 * 60 * MINUTE))
      .orderBy('ref')
      .execute();
    const dispute = pickAt(decided, step.dispute);
    if (!dispute) return;
    await changeDispute(dispute.ref, step.outcome);
    return notify(dispute.intent_ref, step.dispute);
  }
  const payments = await api.db
    .selectFrom('payments')
    .innerJoin('sandbox_intents', 'ref', 'provider_ref')
    .select(['ref', 'sandbox_intents.amount_cents', 'sandbox_intents.refunded_cents'])
    .where('status', '=', 'succeeded')
    .orderBy('payments.id', 'desc')
    .limit(12)
    .execute();
  const payment = pickAt(payments, step.order);
  if (!payment) return;
  const { ref } = payment;
  // What the operator pays by bank is not refunded by hand on top.
  const isPaidOtherwise = await api.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select('refunds.id')
    .where('refunds.state', 'in', ['failed', 'refused', 'settled'])
    .where('provider_ref', '=', ref)
    .executeTakeFirst();
  const isDisputed = await api.db
    .selectFrom('sandbox_disputes')
    .select('ref')
    .where('intent_ref', '=', ref)
    .executeTakeFirst();
  await api.db.transaction().execute(async (trx) => {
    if (step.do === 'refundByHand' && !isDisputed && !isPaidOtherwise)
      await sql`with changed as (update sandbox_intents set refunded_cents = refunded_cents + ${step.cents}
          where ref = ${ref} and refunded_cents + ${step.cents} <= amount_cents returning ref)
        insert into sandbox_refunds (id, idempotency_key, ref, amount_cents, created_at)
        select 're_hand_' || gen_random_uuid(), gen_random_uuid(), ref, ${step.cents}, ${api.clock.now()} from changed`.execute(
        trx,
      );
    if (step.do === 'refundFails')
      await sql`with failed as (update sandbox_refunds set status = 'failed', failure = 'lost_or_stolen_card'
          where id = (select id from sandbox_refunds where ref = ${ref} and status <> 'failed'
            -- Later than that no bank returns one.
            and created_at > ${new Date(api.clock.now().getTime() - 30 * 24 * 60 * MINUTE)} limit 1)
          returning ref, amount_cents)
        update sandbox_intents set refunded_cents = refunded_cents - failed.amount_cents
        from failed where failed.ref = sandbox_intents.ref`.execute(trx);
    if (step.do === 'dispute' && !isDisputed)
      await sql`insert into sandbox_disputes (ref, intent_ref, created_at, withdrawn_cents)
        values (${`dp_${ref}`}, ${ref}, ${api.clock.now()}, ${payment.amount_cents})`.execute(trx);
  });
  await notify(ref, step.order);
}

/** The bank returns the newest refund, so that each history ends with one that is left to the operator. */
async function failNewestRefund(): Promise<void> {
  const { rows } = await sql<{ ref: string }>`with failed as (
      update sandbox_refunds set status = 'failed', failure = 'lost_or_stolen_card'
      where id = (select id from sandbox_refunds
        where status <> 'failed' and refund_id is not null
          and ref not in (select intent_ref from sandbox_disputes)
        order by created_at desc limit 1)
      returning ref, amount_cents)
    update sandbox_intents set refunded_cents = refunded_cents - failed.amount_cents
    from failed where failed.ref = sandbox_intents.ref returning sandbox_intents.ref`.execute(api.db);
  for (const { ref } of rows)
    await api.db.transaction().execute((trx) => api.jobs.enqueue(trx, 'payments.sync-returns', { ref }));
}

/** A bank decides anew: with the buyer is what is withdrawn; one that is open again leaves the money where it is. */
const changeDispute = (ref: string, outcome: DisputeOutcome) =>
  sql`update sandbox_disputes set status = ${outcome}, withdrawn_cents = case ${outcome}
      when 'won' then 0 when 'lost' then (select amount_cents from sandbox_intents intent where intent.ref = intent_ref)
      else withdrawn_cents end
    where ref = ${ref}`.execute(api.db);

/** The bank decides the newest lost dispute anew, so that each history has one that is restored, and lost again. */
async function turnNewestDispute(): Promise<void> {
  const newest = await api.db
    .selectFrom('sandbox_disputes')
    .innerJoin('payments', 'payments.provider_ref', 'intent_ref')
    .innerJoin('orders', 'orders.payment_id', 'payments.id')
    .innerJoin('order_refunds', 'order_refunds.order_id', 'orders.id')
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select(['sandbox_disputes.ref', 'intent_ref', 'refunds.id as refund_id'])
    .where('sandbox_disputes.status', '=', 'lost')
    .where('order_refunds.decided_by', '=', 'bank')
    .where('order_refunds.restored_at', 'is', null)
    .whereRef('order_refunds.total_cents', '=', 'orders.price_cents')
    .where('refunds.state', '=', 'disputed')
    .orderBy('refunds.id', 'desc')
    .executeTakeFirst();
  if (!newest) return;
  for (const outcome of ['won', 'lost', 'won', 'lost'] as const) {
    await changeDispute(newest.ref, outcome);
    api.clock.advance(MINUTE);
    await syncReturns(api.context, api.provider, hooks(), newest.intent_ref);
    if (outcome === 'won') {
      const open = await api.db
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'payment_id')
        .select('refunds.id')
        .where('provider_ref', '=', newest.intent_ref)
        .where('refunds.state', '=', 'failed')
        .orderBy('refunds.id', 'desc')
        .execute();
      for (const { id } of open) await decideRefund(id, 'restored');
    }
    await expectConsistentData(api.db);
  }
}

/** Ends what only an operator or a bank ends, so that nothing is left in progress. */
async function endOpenCases(): Promise<void> {
  await sql`update sandbox_disputes set status = 'lost',
    withdrawn_cents = (select amount_cents from sandbox_intents intent where intent.ref = intent_ref)
    where status in ('needs_response', 'under_review')`.execute(api.db);
  await runBackgroundJobs();
  await turnNewestDispute();
  const refunds = await api.db
    .selectFrom('refunds')
    .select(['id', 'state'])
    .where('done_at', 'is', null)
    .execute();
  for (const { id, state } of refunds)
    if (state === 'failed' || state === 'refused') await decideRefund(id, 'settled');
}

/** Somebody who entered a draw or waits changes their mind. */
async function leaveLine({ buyers }: MarketState, index: number): Promise<void> {
  const entries = await api.db
    .selectFrom('allocation_entries')
    .select(['user_id', 'slot_id', 'draw_id', 'state'])
    .where('state', 'in', ['entered', 'waiting'])
    .where(
      'user_id',
      'in',
      buyers.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  const waiting = entries.filter(({ state }) => state === 'waiting');
  const entry = pickAt(waiting.length > 0 ? waiting : entries, index);
  const buyer = buyers.find(({ id }) => id === entry?.user_id);
  if (!entry || !buyer) return;
  await tolerateRefusal<unknown>(
    entry.state === 'entered'
      ? buyer.call('withdrawFromDraw', { params: { id: entry.draw_id! } })
      : buyer.call('leaveWaitlist', { params: { id: entry.slot_id } }),
  );
}

interface OfferedUnit {
  buyer: TestUser;
  productId: number;
  slotId: number;
}

/** A unit that is on hold for a winner or the first in line. */
async function findOfferedUnit({ buyers }: MarketState): Promise<OfferedUnit | undefined> {
  const entry = await api.db
    .selectFrom('allocation_entries')
    .select(['user_id', 'product_id', 'slot_id'])
    .where('state', '=', 'offered')
    .orderBy('position')
    .executeTakeFirst();
  const buyer = buyers.find(({ id }) => id === entry?.user_id);
  return entry && buyer && { buyer, productId: entry.product_id, slotId: entry.slot_id };
}

async function payOfferedUnit({ buyer: { call }, productId, slotId }: OfferedUnit): Promise<void> {
  const body = { amount: 3.99, currency: 'EUR' as const, productId, slot_id: slotId };
  const hold = await tolerateRefusal(call('initiatePayment', { body }));
  if (!hold) return;
  const { client_secret, token } = hold;
  await api.client()('confirmSandboxPayment', { body: { client_secret, card: GOOD_CARD } });
  await tolerateRefusal(call('completePayment', { body: { token } }));
}

function advanceClock(until: number | string): void {
  if (typeof until === 'number') {
    api.clock.advance(until * MINUTE);
    return;
  }
  const [hour = 0, minute = 0] = until.split(':').map(Number);
  const now = api.clock.now().getTime();
  const targetTime = new Date(now).setUTCHours(hour, minute, 0, 0);
  api.clock.advance((targetTime > now ? targetTime : targetTime + 24 * 60 * MINUTE) - now);
}

/** Runs the due and the scheduled jobs, as a running server would. */
async function runBackgroundJobs(): Promise<void> {
  await api.jobs.runDue({ mayFail: failureMode !== null });
  for (const queue of [
    'products.generate-slots',
    'allocation.sweep',
    'orders.mark-not-collected',
    'affiliates.approve-shares',
    'ledger.settle-months',
    'credit.end',
  ])
    await api.jobs.runScheduled(queue);
  for (const queue of ['checkout.sync-holds', 'payments.retry-refunds', 'payments.sync-all-returns'])
    await api.jobs.runScheduled(queue).catch((error: unknown) => {
      if (failureMode === null) throw error;
    });
}

test('random concurrent purchases, failures, cancellations, refunds and payouts of a month leave consistent data', {
  timeout: 900_000,
}, async () => {
  wrapProvider();
  Object.assign(api.context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 100 });
  Object.assign(api.context.config, { lateCancelCreditCents: 100 });
  const property = fc.asyncProperty(anyMonth, async (days) => {
    failureMode = null;
    const partners = await Promise.all(
      [1, 2].map(() => createTestUser(api, { isPartner: true, isEmailVerified: true })),
    );
    const sellers = await Promise.all(
      partners.map((referredBy) =>
        createTestUser(api, { isSeller: true, referredBy, isEmailVerified: true }),
      ),
    );
    for (const user of [...sellers, partners[0]!]) await setUpPayouts(api, user);
    const productsOnSale = [];
    for (const quantity of [1, 2, 4])
      productsOnSale.push(await createProductOnSale(api, { seller: sellers[quantity % 2], quantity }));
    await api.db.updateTable('products').set({ max_per_order: 7 }).execute();
    // One product is drawn; the others are sold first come and have waitlists.
    const drawn = productsOnSale[1]!;
    await drawn.seller.call('updateAllocation', {
      params: { id: drawn.productId },
      body: { allocation: 'draw', entry_minutes: 15 },
    });
    const buyers = await Promise.all(
      Array.from({ length: 6 }, (_, i) =>
        createTestUser(api, { referredBy: partners[i], isEmailVerified: true }),
      ),
    );
    // Tokens do not expire when the clock leaps.
    await api.db
      .updateTable('tokens')
      .set({ created_at: new Date('9999-01-01'), expires_at: new Date('9999-01-01') })
      .execute();
    const market: MarketState = { productsOnSale, buyers, holds: [], codes: await createCodes(sellers) };

    for (const [day, [steps, until]] of days.entries()) {
      await Promise.all(steps.map((step) => runStep(market, step)));
      advanceClock(day % STEPS_PER_LEAP === STEPS_PER_LEAP - 1 ? LEAP_MINUTES : until);
      await runBackgroundJobs();
      failureMode = null;
      await expectConsistentData(api.db);
    }
    for (let hour = 0; hour < 3; hour++) {
      advanceClock(24 * 60);
      await runBackgroundJobs();
    }
    await failNewestRefund();
    await endOpenCases();
    await expectAllSettled(api.db);
    const period = { from: new Date(0), to: api.clock.now() };
    expect(await reconcile(api.context, api.provider, period)).toEqual([]);
    await expectNobodyPaidTwice();
    for (const seller of sellers) await expectStatementsAddUp(api.db, seller);
  });
  const seed = Number(process.env.MONTH_SEED ?? 20261120);
  const numRuns = Number(process.env.NUM_MONTHS ?? (process.env.TEST_LONG ? 10 : 1));
  await fc.assert(property, { numRuns, seed, endOnFailure: true });
  // Every outcome must occur. Concurrency is not deterministic, so missing outcomes get up to twelve more runs.
  for (let extraRun = 1; (await listMissingOutcomes()).length > 0 && extraRun <= 12; extraRun++)
    await fc.assert(property, { numRuns: 1, seed: seed + extraRun, endOnFailure: true });
  expect(await listMissingOutcomes()).toEqual([]);
});

/** No buyer has more of a payment back than was paid, except by a dispute after the refund, which is booked as a loss. */
async function expectNobodyPaidTwice(): Promise<void> {
  const { rows } = await sql<{ id: number; back: number; due: number }>`
    select payments.id, payments.amount_cents as due, sum(transfer.amount_cents)::int as back
    from payments join refund_transfers transfer on transfer.payment_id = payments.id
    where transfer.status <> 'failed' group by payments.id
    having sum(transfer.amount_cents) > payments.amount_cents`.execute(api.db);
  expect(rows).toEqual([]);
}

const EXPECTED_OUTCOMES = [
  'cancelled_by_buyer',
  'cancelled_by_store',
  'collected',
  'not_collected',
  'refunded',
  'payment expired',
  'payment failed',
  'payment paid',
  'payment refunded',
  'paid out',
  'dispute won',
  'dispute lost',
  'refund sent',
  'refund disputed',
  'refund settled',
  'refund restored',
  'refund on the provider’s pages',
  'draw drawn',
  'entry bought',
  'entry lapsed',
  'entry left',
];

/** So many take more months than an ordinary run has; each has its own test in paid-parts.test.ts. */
const OUTCOMES_OF_CREDIT = [
  'credit used with a card',
  'credit used without a card',
  'credit returned',
  'credit ended',
  'credit on a hold that ended',
  'credit by late_cancellation',
  'credit by business',
  'discount by operator',
  'discount by business',
];

async function listMissingOutcomes(): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`select distinct state from orders
    union select 'payment ' || state from payments union select 'paid out' from payouts
    union select 'dispute ' || status from disputes union select 'refund ' || state from refunds
    union select 'refund on the provider’s pages' from order_refunds where decided_by = 'provider'
    union select case when amount_cents > 0 then 'credit used with a card' else 'credit used without a card' end
      from payments where state = 'paid' and credit_cents > 0
    union select 'credit returned' from credit_uses where returned_cents > 0
    union select 'credit ended' from credit_grants where ended_cents > 0
    union select 'credit on a hold that ended' from payments where state in ('failed', 'expired') and credit_cents > 0
    union select 'credit by ' || source from credit_grants
    union select 'discount by ' || discount_payer from orders
    union select 'draw ' || state from draws union select 'entry ' || state from allocation_entries`.execute(
    api.db,
  );
  const states = new Set(rows.map(({ state }) => state));
  const expected = process.env.TEST_LONG ? [...EXPECTED_OUTCOMES, ...OUTCOMES_OF_CREDIT] : EXPECTED_OUTCOMES;
  return expected.filter((outcome) => !states.has(outcome));
}
