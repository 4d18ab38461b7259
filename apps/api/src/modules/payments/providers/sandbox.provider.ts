import { endpoints, paymentMethods } from '@wopack/contract';
import { type Language, MB_WAY_CONFIRM_MS, MINUTE_MS } from '@wopack/domain';
import type { Clock, Context, Http } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { PartiallyValidCall } from '../../../platform/http/route.ts';
import { translate } from '../../../platform/messages/translate.ts';
import { generateToken } from '../../identity/index.ts';
import {
  type Dispute,
  type Intent,
  MbWayRefusedError,
  type PaymentProvider,
  type ProviderRefund,
  RefundRefusedError,
  type RefundRequest,
} from './payment-provider.ts';
import {
  askPhone,
  assignCustomer,
  cancelIdleIntent,
  cancelIntent,
  captureIntent,
  deleteCards,
  failRefundsTo,
  findCardForIntent,
  findIntentStatus,
  findRefundByKey,
  getDispute,
  getIntent,
  insertCard,
  insertDispute,
  insertIntent,
  insertRefund,
  isWithdrawn,
  listCards,
  listDisputes,
  listDisputesOf,
  listIntents,
  listRefunds,
  listRefundsOf,
  lockIntent,
  removeCard,
  setDefaultCard,
  takeAnswers,
  updateIntent,
} from './sandbox.queries.ts';
import { sandboxAccounts } from './sandbox-accounts.provider.ts';
import { sandboxTransfers } from './sandbox-transfers.provider.ts';

/** The built-in provider for development and demos; only sandbox.queries.ts reads its tables. */
export function sandboxProvider(db: Db, clock: Clock): PaymentProvider {
  const retrieve = async (ref: string): Promise<Intent> => {
    const stored = await getIntent(db, ref);
    const isAnswered = stored.answers_at !== null && stored.answers_at <= clock.now();
    if (isAnswered) await takeAnswers(db, clock.now());
    const intent = isAnswered ? await getIntent(db, ref) : stored;
    const hasFailed = intent.answer !== null && intent.status === 'requires_payment_method';
    return {
      status: toIntent(intent.status),
      isAwaited: intent.status === 'requires_action',
      method: intent.status === 'requires_payment_method' && !hasFailed ? null : intent.method,
      failure: hasFailed ? FAILURES[intent.answer as keyof typeof FAILURES] : null,
      cardLast4: intent.card_last4,
      cardFingerprint: intent.card_fingerprint,
    };
  };
  const failDueRefunds = () =>
    failRefundsTo(db, FAILING_REFUND_LAST4, new Date(clock.now().getTime() - REFUND_FAILS_AFTER_MS));
  return {
    name: 'sandbox',
    capabilities: { savedCards: true, methods: paymentMethods, defaultMethods: paymentMethods },
    accounts: sandboxAccounts(db, clock),
    transfers: sandboxTransfers(db, clock),
    publishableKey: null,
    async createIntent({ amountCents, idempotencyKey, capturesLater = false, method }) {
      const ref = `pi_sandbox_${generateToken().slice(0, 24)}`;
      return insertIntent(db, {
        ref,
        clientSecret: `${ref}_secret_${generateToken().slice(0, 24)}`,
        idempotencyKey,
        capturesLater,
        method: method ?? 'card',
        amountCents,
        now: clock.now(),
      });
    },
    async confirmMbWay(ref, phone) {
      if (phone === PHONE_WITHOUT_MB_WAY) throw new MbWayRefusedError('the number has no MB WAY');
      const { answer, afterMs } = PHONES[phone] ?? ACCEPTING_PHONE;
      await askPhone(db, ref, { answer, answersAt: new Date(clock.now().getTime() + afterMs) });
    },
    createCustomer: async () => `cus_sandbox_${generateToken().slice(0, 24)}`,
    async deleteCustomer(customer) {
      await deleteCards(db, customer);
    },
    async listCards(customer) {
      const cards = await listCards(db, customer);
      const [chosen] = cards
        .filter(({ default_since: since }) => since !== null)
        .sort((a, b) => b.default_since!.getTime() - a.default_since!.getTime());
      return cards
        .filter(
          ({ fingerprint }, index) => cards.findIndex((card) => card.fingerprint === fingerprint) === index,
        )
        .map(({ ref, brand, last4, exp_month, exp_year, fingerprint }) => ({
          ref,
          brand,
          last4,
          expMonth: exp_month,
          expYear: exp_year,
          isDefault: fingerprint === chosen?.fingerprint,
        }));
    },
    removeCard: (customer, ref) => removeCard(db, customer, ref),
    setDefaultCard: (customer, ref) => setDefaultCard(db, { customer, ref, now: clock.now() }),
    async assignCustomer(ref, customer) {
      await assignCustomer(db, ref, customer);
      return true;
    },
    retrieve,
    async capture(ref) {
      await captureIntent(db, ref);
      return retrieve(ref);
    },
    async cancel(ref) {
      await takeAnswers(db, clock.now());
      await cancelIntent(db, ref);
      return retrieve(ref);
    },
    async cancelIdle(ref) {
      await cancelIdleIntent(db, ref);
      return retrieve(ref);
    },
    refund: (ref, refund) => refundIntent(db, ref, refund, clock.now()),
    async returnsOf(ref) {
      await failDueRefunds();
      return {
        refunds: (await listRefundsOf(db, ref)).map(toProviderRefund),
        disputes: (await listDisputesOf(db, ref)).map(toDispute),
      };
    },
    async listReturns(period) {
      await failDueRefunds();
      return {
        refunds: (await listRefunds(db, period)).map(toProviderRefund),
        disputes: (await listDisputes(db, period)).map(toDispute),
      };
    },
    async list(period) {
      await takeAnswers(db, clock.now());
      return (await listIntents(db, period)).map((intent) => ({
        ...intent,
        status: toIntent(intent.status),
      }));
    },
    dispute: async (ref) => toDispute(await getDispute(db, ref)),
    describeAccount: async () => ({ isLive: false, canCharge: true, hasMbWay: true, domains: [] }),
  };
}

const ANSWERS_AFTER_MS = 4_000;
const ACCEPTING_PHONE = { answer: 'accepted', afterMs: ANSWERS_AFTER_MS } as const;
const PHONE_WITHOUT_MB_WAY = '+351910000005';
/** What certain phones do; others accept. Source: docs/specification.md, Payments. */
const PHONES: Record<string, { answer: 'accepted' | 'refused' | 'none' | 'late'; afterMs: number }> = {
  '+351910000002': { answer: 'refused', afterMs: ANSWERS_AFTER_MS },
  '+351910000003': { answer: 'none', afterMs: MB_WAY_CONFIRM_MS },
  // After any hold of ten minutes. Meanwhile it cannot be withdrawn.
  '+351910000004': { answer: 'late', afterMs: 11 * MINUTE_MS },
};
/** In Stripe's terms. */
const FAILURES = {
  refused: 'payment_method_customer_decline',
  none: 'payment_method_provider_timeout',
} as const;

/** Card 4000 0000 0000 5126: its bank returns each refund after a minute. */
const FAILING_REFUND_LAST4 = '5126';
const REFUND_FAILS_AFTER_MS = 60_000;

const toProviderRefund = (row: Awaited<ReturnType<typeof listRefundsOf>>[number]): ProviderRefund => ({
  ref: row.id,
  paymentRef: row.ref,
  amountCents: row.amount_cents,
  status: row.status,
  failure: row.failure,
  refundId: row.refund_id,
  createdAt: row.created_at,
});

const toDispute = (row: Awaited<ReturnType<typeof getDispute>>): Dispute => ({
  ref: row.ref,
  paymentRef: row.intent_ref,
  amountCents: row.amount_cents,
  reason: 'fraudulent',
  status: row.status,
  withdrawnCents: row.withdrawn_cents,
  isRefundable: row.withdrawn_cents === 0,
  respondBy: null,
  openedAt: row.created_at,
});

/** Answers a known idempotency key as before. */
const refundIntent = (
  db: Db,
  ref: string,
  { amountCents, idempotencyKey, refundId }: RefundRequest,
  now: Date,
): Promise<ProviderRefund> =>
  db.transaction().execute(async (trx) => {
    const intent = await lockIntent(trx, ref);
    const before = await findRefundByKey(trx, idempotencyKey);
    if (before) return toProviderRefund(before);
    if (intent?.status !== 'succeeded') throw new RefundRefusedError('the intent has no payment to refund');
    if (await isWithdrawn(trx, ref)) throw new RefundRefusedError('the payment is disputed');
    if (intent.refunded_cents + amountCents > intent.amount_cents)
      throw new RefundRefusedError('the refunds would exceed the payment');
    const refund = await insertRefund(trx, {
      id: `re_sandbox_${generateToken().slice(0, 24)}`,
      idempotency_key: idempotencyKey,
      ref,
      amount_cents: amountCents,
      refund_id: refundId,
      created_at: now,
    });
    return toProviderRefund(refund);
  });

const toIntent = (status: string): Intent['status'] => {
  if (status === 'requires_capture') return 'authorized';
  return status === 'succeeded' || status === 'canceled' ? status : 'open';
};

/** The provider's calls for the card form. */
export function sandboxRoutes({ db, clock, jobs, secrets }: Context, { route }: Http): void {
  /**
   * Stands for a webhook: the payment settles even if the browser is closed now. Like a webhook it is sent after the
   * payment, not with it; `syncHolds` settles a payment whose notice was lost.
   */
  const notify = (ref: string) => jobs.enqueue(db, 'checkout.handle-provider-notice', { ref });

  const dispute = (intentRef: string) =>
    db.transaction().execute(async (trx) => {
      const ref = `dp_sandbox_${intentRef}`;
      await insertDispute(trx, { ref, intent_ref: intentRef, created_at: clock.now() });
      await jobs.enqueue(trx, 'payments.record-dispute', { ref });
    });

  const keepCard = (
    intent_ref: string,
    customer_ref: string,
    { number, exp_month, exp_year }: Card,
    { card_last4: last4, card_fingerprint: fingerprint }: CardMark,
  ) =>
    insertCard(db, {
      ref: `pm_sandbox_${generateToken().slice(0, 24)}`,
      customer_ref,
      intent_ref,
      last4,
      brand: BRANDS[number.trim()[0]!] ?? 'card',
      exp_month,
      exp_year: exp_year < 100 ? 2000 + exp_year : exp_year,
      fingerprint,
      created_at: clock.now(),
    });
  const findSavedCard = async (secret: string, ref: string) => {
    const saved = await findCardForIntent(db, secret, ref);
    return (
      saved && {
        decision: decideSavedCard(saved, clock.now()),
        mark: { card_last4: saved.last4, card_fingerprint: saved.fingerprint, method: 'card' as const },
      }
    );
  };

  route(
    endpoints.confirmSandboxPayment,
    async ({ body, language }) => {
      const { client_secret: secret, card, saved_card: savedCard } = body;
      const paying = savedCard
        ? await findSavedCard(secret, savedCard)
        : readTypedCard(card!, body.wallet, secrets, clock.now());
      if (!paying) throw new AppError('notFound');
      const { decision } = paying;
      if (decision.outcome !== 'failed') {
        const needsAction = decision.outcome === 'requires_action';
        const intent = await updateIntent(
          db,
          secret,
          OPEN,
          needsAction ? 'requires_action' : 'paid',
          paying.mark,
        );
        if (intent?.keeps_card && intent.customer_ref && card && !body.wallet)
          await keepCard(intent.ref, intent.customer_ref, card, paying.mark);
        if (intent && needsAction) return { status: 'requires_action' as const };
        if (intent) {
          await notify(intent.ref);
          if (decision.outcome === 'disputed') await dispute(intent.ref);
          return { status: 'succeeded' as const };
        }
      }
      const status = await findIntentStatus(db, secret);
      if (status === undefined) throw new AppError('notFound');
      if (isDone(status)) return { status: 'succeeded' as const };
      return buildFailure(
        decision.outcome === 'failed' && status !== 'canceled' ? decision.code : UNEXPECTED_STATE,
        language,
      );
    },
    { validate: validateSandboxCard },
  );

  route(endpoints.authenticateSandboxPayment, async ({ body, language }) => {
    const { client_secret: secret, approve } = body;
    const to = approve ? 'paid' : 'requires_payment_method';
    const intent = await updateIntent(db, secret, ['requires_action'], to);
    if (intent && !approve) return buildFailure('authentication_required', language);
    if (intent) {
      await notify(intent.ref);
      return { status: 'succeeded' as const };
    }
    const status = await findIntentStatus(db, secret);
    if (status === undefined) throw new AppError('notFound');
    return isDone(status) ? { status: 'succeeded' as const } : buildFailure(UNEXPECTED_STATE, language);
  });
}

const OPEN = ['requires_payment_method', 'requires_action'] as const;
const UNEXPECTED_STATE = 'payment_intent_unexpected_state';

/** As far as the card form can tell: charged, or authorised to be charged by the server. */
const isDone = (status: string): boolean => status === 'succeeded' || status === 'requires_capture';

const buildFailure = (code: string, language: Language) => ({
  status: 'failed' as const,
  error: { code, message: translate(`sandbox.${code}`, language) },
});

const BRANDS: Record<string, string> = { '3': 'amex', '4': 'visa', '5': 'mastercard', '6': 'discover' };

interface CardMark {
  card_last4: string;
  card_fingerprint: string;
}

const validateSandboxCard = async ({
  body: { card, saved_card: savedCard },
}: PartiallyValidCall<typeof endpoints.confirmSandboxPayment>) => ({
  card: card === undefined && savedCard === undefined && 'sandbox.incorrect_number',
});

function readTypedCard(
  card: Card,
  wallet: 'apple_pay' | 'google_pay' | undefined,
  secrets: Context['secrets'],
  now: Date,
) {
  const number = card.number.replace(/\D/g, '');
  return {
    decision: decideCard(card, now),
    mark: {
      card_last4: number.slice(-4),
      card_fingerprint: secrets.hash('card', number).toString('hex'),
      method: wallet ?? ('card' as const),
    },
  };
}

const isExpired = (year: number, month: number, now: Date): boolean =>
  !(Date.UTC(year, month, 1) > now.getTime());

/** Only the last digits of a kept card are known; they identify the test cards. */
function decideSavedCard(
  { last4, exp_month, exp_year }: { last4: string; exp_month: number; exp_year: number },
  now: Date,
): CardAnswer {
  if (isExpired(exp_year, exp_month, now)) return declineCard('expired_card');
  return { outcome: last4 === '3155' ? 'requires_action' : 'succeeded' };
}

interface Card {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
}

type CardAnswer =
  /** 'disputed': succeeds and is charged back afterwards. */
  { outcome: 'succeeded' | 'requires_action' | 'disputed' } | { outcome: 'failed'; code: string };

/** Outcome of the well-known test cards; other valid numbers succeed. Source: docs/specification.md, Payments. */
function decideCard(card: Card, now: Date): CardAnswer {
  const number = card.number.replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return declineCard('incorrect_number');
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year;
  // A year out of range makes the instant NaN, for which every comparison is false.
  if (card.exp_month < 1 || card.exp_month > 12 || isExpired(year, card.exp_month, now))
    return declineCard('invalid_expiry');
  if (!/^\d{3,4}$/.test(card.cvc)) return declineCard('invalid_cvc');
  if (number === '4000000000000002') return declineCard('card_declined');
  if (number === '4000000000009995') return declineCard('insufficient_funds');
  if (number === '4000000000000259') return { outcome: 'disputed' };
  return { outcome: number === '4000002500003155' ? 'requires_action' : 'succeeded' };
}

const declineCard = (code: string): CardAnswer => ({ outcome: 'failed', code });

/** Check digit of card numbers (ISO/IEC 7812-1). */
function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
