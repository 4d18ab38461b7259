import type { Stripe } from 'stripe';
import type { Dispute, Intent } from '../provider.ts';

/** Runs a call, or refuses at once while too many before it failed. */
export type CallGuard = <T>(call: () => Promise<T>) => Promise<T>;

/** Stripe's words for a payment in ours. `processing` is not paid yet: nothing is promised before it is. */
export function toIntentStatus({ status }: Stripe.PaymentIntent): Intent['status'] {
  if (status === 'succeeded') return 'succeeded';
  return status === 'canceled' ? 'canceled' : 'open';
}

const latestCharge = ({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof charge === 'object' ? charge : null;

export const cardLast4Of = (intent: Stripe.PaymentIntent): string | null =>
  latestCharge(intent)?.payment_method_details?.card?.last4 ?? null;

export const refundedCentsOf = (intent: Stripe.PaymentIntent): number =>
  latestCharge(intent)?.amount_refunded ?? 0;

export function toDispute(dispute: Stripe.Dispute): Dispute {
  const { id, payment_intent: intent, amount, reason, status, evidence_details: evidence } = dispute;
  return {
    ref: id,
    paymentRef: typeof intent === 'string' ? intent : (intent?.id ?? ''),
    amountCents: amount,
    reason,
    status,
    withdrawnCents:
      -dispute.balance_transactions.reduce((sum, transactions) => sum + transactions.amount, 0) || 0,
    respondBy: evidence.due_by ? new Date(evidence.due_by * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
  };
}

/**
 * Whether a failure says that Stripe is in trouble, rather than that a call was wrong. Too many calls count: to go on
 * calling would make it worse.
 */
export function isOutage(error: unknown): boolean {
  const { statusCode } = error as { statusCode?: number };
  return statusCode === undefined || statusCode >= 500 || statusCode === 429;
}
