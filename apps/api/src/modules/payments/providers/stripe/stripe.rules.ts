import { disputeStatuses, type PaymentMethod } from '@wopack/contract';
import type { Stripe } from 'stripe';
import type { Dispute, Intent, ProviderRefund, SavedCard } from '../payment-provider.ts';

/** Metadata key that marks WoPack's intents: a Stripe account may serve other shops as well. */
export const METADATA_MARK = 'wopack_payment';

/** Metadata key of a refund: our number of it. */
export const REFUND_MARK = 'wopack_refund';

/** Metadata key of a customer: the number of the account. */
export const USER_MARK = 'wopack_user';

/** Runs a call, or rejects at once while the circuit breaker is open. */
export type CallGuard = <T>(call: () => Promise<T>) => Promise<T>;

/** Maps Stripe's status. `processing` counts as open, because it may still fail. */
export function toIntentStatus({ status }: Stripe.PaymentIntent): Intent['status'] {
  if (status === 'requires_capture') return 'authorized';
  if (status === 'succeeded') return 'succeeded';
  return status === 'canceled' ? 'canceled' : 'open';
}

/** No card is being confirmed or charged. */
export const isIdle = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'requires_payment_method' || status === 'requires_confirmation';

const latestCharge = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof charge === 'object' ? charge : null;

/** In an app, on a page of the bank, or between banks. */
export const isAwaited = ({ status }: Stripe.PaymentIntent): boolean =>
  status === 'requires_action' || status === 'processing';

/** Wallets hold cards: Stripe tells them apart in what it says of the card. Others than WoPack offers count as cards. */
export function getMethod(intent: Stripe.PaymentIntent): PaymentMethod | null {
  const details = latestCharge(intent)?.payment_method_details;
  const types = intent.allowed_payment_method_types ?? intent.payment_method_types;
  if (types.includes('mb_way') || details?.type === 'mb_way') return 'mb_way';
  if (!details) return null;
  const wallet = details.card?.wallet?.type;
  return (['apple_pay', 'google_pay'] as const).find((own) => own === wallet) ?? 'card';
}

/** Each card once: keeping it twice makes two payment methods. */
export function toSavedCards(
  methods: readonly Stripe.PaymentMethod[],
  defaultRef: string | null,
): SavedCard[] {
  const defaultMethod = methods.find(({ id }) => id === defaultRef);
  return methods
    .filter(
      ({ card }, index) =>
        card && methods.findIndex((other) => other.card?.fingerprint === card.fingerprint) === index,
    )
    .map(({ id, card }) => ({
      ref: id,
      brand: card!.brand,
      last4: card!.last4,
      expMonth: card!.exp_month,
      expYear: card!.exp_year,
      isDefault: card!.fingerprint === defaultMethod?.card?.fingerprint,
    }));
}

export const getCardLast4 = (intent: Stripe.PaymentIntent): string | null =>
  latestCharge(intent)?.payment_method_details?.card?.last4 ?? null;

/** Stripe's own: equal for the same card number in one Stripe account, also in wallets if they pass it on. */
export const getCardFingerprint = (intent: Stripe.PaymentIntent): string | null =>
  latestCharge(intent)?.payment_method_details?.card?.fingerprint ?? null;

export const getRefundedCents = (intent: Stripe.PaymentIntent): number =>
  latestCharge(intent)?.amount_refunded ?? 0;

export function toDispute(dispute: Stripe.Dispute): Dispute {
  const { id, payment_intent: intent, amount, reason, status, evidence_details: evidence } = dispute;
  return {
    ref: id,
    // Empty: a dispute about no payment of WoPack.
    paymentRef: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amountCents: amount,
    reason,
    // One that a later version of Stripe has is not decided as far as WoPack knows.
    status: disputeStatuses.find((own) => own === status) ?? 'under_review',
    // `|| 0` turns -0 into 0.
    withdrawnCents:
      -dispute.balance_transactions.reduce((sum, transaction) => sum + transaction.amount, 0) || 0,
    isRefundable: dispute.is_charge_refundable,
    respondBy: evidence.due_by ? new Date(evidence.due_by * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
  };
}

/**
 * Whether a failure means that Stripe is unavailable rather than that the call was wrong. Includes rate limiting, which
 * further calls would make worse.
 */
export function isOutage(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: number };
  return statusCode === undefined || statusCode >= 500 || statusCode === 429;
}

const REFUND_STATUS: Record<string, ProviderRefund['status']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
};

export function toProviderRefund(refund: Stripe.Refund): ProviderRefund {
  const { id, payment_intent: intent, amount, status, failure_reason: failure, metadata, created } = refund;
  const mark = metadata?.[REFUND_MARK];
  return {
    ref: id,
    // Empty: a refund of no payment of WoPack.
    paymentRef: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amountCents: amount,
    // `requires_action` may still fail.
    status: REFUND_STATUS[status ?? ''] ?? 'pending',
    failure: failure ?? (status === 'canceled' ? 'canceled' : null),
    refundId: mark ? Number(mark) : null,
    createdAt: new Date(created * 1000),
  };
}

/**
 * Whether Stripe refused a request for good. Not when it was busy, when the key is in use by another request, or when it
 * did not accept WoPack's API key. Source: https://docs.stripe.com/api/errors
 */
export function isRefusal(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: number };
  return statusCode === 400 || statusCode === 402 || statusCode === 404;
}
