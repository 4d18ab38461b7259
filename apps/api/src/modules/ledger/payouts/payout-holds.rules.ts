import type { payoutHoldReasons } from '@wopack/contract';

export interface PayoutHold {
  reason: (typeof payoutHoldReasons)[number];
  amount_cents: number;
  order_id: number | null;
  /** Day on which it ends by itself. */
  until: string | null;
}

interface Account {
  balance_cents: number;
  payable_cents: number;
}

interface HoldFacts {
  heldEarnings: readonly { order_id: number; cents: number }[];
  isHeldByOperator: boolean;
  isMissing: boolean;
  changedUntil: string | null;
  minimumCents: number;
}

/**
 * What of an account is not paid out, and why: first what is not payable yet, each amount for itself, then what holds back
 * all that is payable. Nothing of an account that owes.
 */
export function listHolds(
  { balance_cents: balanceCents, payable_cents: payableCents }: Account,
  { heldEarnings, isHeldByOperator, isMissing, changedUntil, minimumCents }: HoldFacts,
): PayoutHold[] {
  const disputed = heldEarnings.map(({ order_id, cents }) => ({
    reason: 'dispute' as const,
    amount_cents: cents,
    order_id,
    until: null,
  }));
  const disputedCents = disputed.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  const pendingCents = balanceCents - payableCents - disputedCents;
  const ofAll = (reason: PayoutHold['reason'], until: string | null = null): PayoutHold => ({
    reason,
    amount_cents: payableCents,
    order_id: null,
    until,
  });
  return [
    ...(pendingCents > 0
      ? [{ reason: 'pending' as const, amount_cents: pendingCents, order_id: null, until: null }]
      : []),
    ...disputed,
    ...(payableCents <= 0
      ? []
      : [
          ...(isHeldByOperator ? [ofAll('operator')] : []),
          ...(isMissing ? [ofAll('missing')] : []),
          ...(changedUntil ? [ofAll('account_changed', changedUntil)] : []),
          ...(payableCents < minimumCents ? [ofAll('minimum')] : []),
        ]),
  ];
}
