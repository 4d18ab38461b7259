import type { RefundState } from '@wopack/contract';

export interface RefundFacts {
  id: number;
  amountCents: number;
  state: RefundState;
}

/** A way in which money of a refund went back. */
export interface TransferFacts {
  refundId: number;
  way: 'provider' | 'dispute' | 'bank';
  amountCents: number;
  status: TransferStatus;
}

/** failed: the money came back. */
export type TransferStatus = 'pending' | 'succeeded' | 'failed';

const STATUS_ORDER: Record<TransferStatus, number> = { pending: 0, succeeded: 1, failed: 2 };

/** Whether a status follows another; what is reported late or out of order does not. */
export const isLaterStatus = (status: TransferStatus, than: TransferStatus): boolean =>
  STATUS_ORDER[status] > STATUS_ORDER[than];

export const isInForce = ({ status }: Pick<TransferFacts, 'status'>): boolean => status !== 'failed';

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, cents) => total + cents, 0);

/**
 * What of each refund is not back yet, by its id. What went back beyond one refund, for instance when the bank gave the
 * whole payment back, counts for the others of the payment.
 */
export function computeRemainders(
  refunds: readonly RefundFacts[],
  transfers: readonly TransferFacts[],
): Map<number, number> {
  const backCents = new Map(refunds.map(({ id }) => [id, 0]));
  for (const transfer of transfers)
    if (isInForce(transfer))
      backCents.set(transfer.refundId, (backCents.get(transfer.refundId) ?? 0) + transfer.amountCents);
  let surplusCents = sum(
    refunds.map(({ id, amountCents }) => Math.max((backCents.get(id) ?? 0) - amountCents, 0)),
  );
  return new Map(
    refunds
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, amountCents }) => {
        const missingCents = Math.max(amountCents - backCents.get(id)!, 0);
        const coveredCents = Math.min(missingCents, surplusCents);
        surplusCents -= coveredCents;
        return [id, missingCents - coveredCents];
      }),
  );
}

const DONE_STATE = { provider: 'sent', dispute: 'disputed', bank: 'settled' } as const;

export const isDone = (state: RefundState): boolean =>
  state === 'sent' || state === 'settled' || state === 'disputed';

/**
 * The state of each refund after what is known of its transfers, by its id. `failedIds`: refunds of which a transfer was
 * seen to have come back just now. Depends on nothing else, so that reports may come in any order and more than once.
 */
export function planStates(
  refunds: readonly RefundFacts[],
  transfers: readonly TransferFacts[],
  { failedIds, isBlocked }: { failedIds: ReadonlySet<number>; isBlocked: boolean },
): Map<number, RefundState> {
  const remainders = computeRemainders(refunds, transfers);
  const inForce = transfers.filter(isInForce);
  return new Map(
    refunds.map(({ id, state }): [number, RefundState] => {
      if (remainders.get(id) === 0) {
        const own = inForce.findLast(({ refundId }) => refundId === id);
        const other = inForce.find(({ way }) => way === 'dispute') ?? inForce.at(-1);
        return [id, DONE_STATE[(own ?? other)!.way]];
      }
      // Money that had gone back did not stay there.
      if (failedIds.has(id) || isDone(state)) return [id, 'failed'];
      if (state === 'queued' || state === 'waiting') return [id, isBlocked ? 'waiting' : 'queued'];
      return [id, state];
    }),
  );
}

/**
 * The refund that a transfer of nobody's order belongs to, made on the pages of the provider: one that waits for exactly this amount, or any while the whole payment is to go back. Null: it is an
 * additional refund.
 */
export function assignTransfer(
  refunds: readonly RefundFacts[],
  transfers: readonly TransferFacts[],
  { amountCents, paymentCents }: { amountCents: number; paymentCents: number },
): number | null {
  const remainders = computeRemainders(refunds, transfers);
  const equal = refunds.find(({ id }) => remainders.get(id) === amountCents);
  if (equal) return equal.id;
  if (sum(refunds.map((refund) => refund.amountCents)) < paymentCents) return null;
  const largest = refunds.toSorted((a, b) => remainders.get(b.id)! - remainders.get(a.id)! || b.id - a.id)[0];
  return largest?.id ?? null;
}

/**
 * How far a dispute is: what is reported late does not lead back. A dispute that is decided may be appealed.
 */
export function getDisputeStage({
  isClosed,
  status,
  withdrawnCents,
}: {
  isClosed: boolean;
  status: string;
  withdrawnCents: number;
}): number {
  if (isClosed || status.startsWith('appeal_')) return 2;
  return withdrawnCents > 0 ? 1 : 0;
}

/** Why money that a bank had given back is not with the buyer any more: a later decision was for WoPack. */
export const DISPUTE_REVERSED = 'dispute_reversed';

/**
 * What of a dispute the buyer still has: of one that is lost what is withdrawn, of one that is decided otherwise nothing.
 * While it is open again, what was given back stays there, as far as it is still withdrawn.
 */
export function getReturnedCents(
  { status, isClosed, withdrawnCents }: { status: string; isClosed: boolean; withdrawnCents: number },
  returnedCents: number,
): number {
  if (isClosed && status !== 'lost') return 0;
  return Math.min(returnedCents, withdrawnCents);
}

/**
 * What a lost dispute settles: first what is still to go back, then the rest of the payment, which was not to go back
 * until the bank decided so. What exceeds both went back twice and is WoPack's loss.
 */
export function planLostDispute({
  lostCents,
  refunds,
  transfers,
  paymentCents,
}: {
  lostCents: number;
  refunds: readonly RefundFacts[];
  transfers: readonly TransferFacts[];
  paymentCents: number;
}): { coveredCents: number; additionalCents: number } {
  const missingCents = sum(computeRemainders(refunds, transfers).values());
  const coveredCents = Math.min(lostCents, missingCents);
  const restCents = paymentCents - sum(refunds.map(({ amountCents }) => amountCents));
  return { coveredCents, additionalCents: Math.max(Math.min(lostCents - coveredCents, restCents), 0) };
}
