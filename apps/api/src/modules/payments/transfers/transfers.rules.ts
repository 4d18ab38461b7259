/** What of an account may be transferred, or was: the earning of an order, or all shares of a partner (null). */
export interface TransferLine {
  orderId: number | null;
  /** What the payee is to have of it. */
  dueCents: number;
  /** What the payee has of it at the provider. */
  transferredCents: number;
  /** It can no longer be reported, and nobody decides on it: it may be transferred. */
  isRipe: boolean;
  /** It was sold before the business was handed over. */
  isOfFormerOwner?: boolean;
  /** What of it is in the account of who handed the business over. */
  formerCents?: number;
}

/** A transfer that can still be reversed, as far as `leftCents`. */
export interface MadeTransfer {
  id: number;
  orderId: number | null;
  leftCents: number;
  /** To the account of who handed the business over. */
  isFormer?: boolean;
}

export interface TransferPlan {
  /** What one order has too much at the provider counts for another. */
  nettings: { fromOrderId: number; toOrderId: number; cents: number }[];
  transfers: { orderId: number | null; cents: number }[];
  /** `orderId`: for which it is taken back; the transfer may have been for another. */
  reversals: { transferId: number; orderId: number | null; cents: number }[];
}

/**
 * What is to be moved so that a payee has at the provider what is due. What was transferred too much is first deducted
 * from what may be transferred, and only the rest is reversed. What is owed by bank file (`debtCents`) is deducted too,
 * but never reversed. What is too much in the account of a former owner is reversed from there, and never deducted from
 * what the present owners have. Lines are in the order in which they are transferred, transfers in that in which they are reversed.
 */
export function planTransfers({
  lines,
  transfers,
  debtCents,
}: {
  lines: readonly TransferLine[];
  transfers: readonly MadeTransfer[];
  debtCents: number;
}): TransferPlan {
  const plan: TransferPlan = { nettings: [], transfers: [], reversals: [] };
  const allExcesses = lines
    .filter(({ dueCents, transferredCents }) => transferredCents > dueCents)
    .flatMap(({ orderId, dueCents, transferredCents, formerCents = 0 }) => {
      const ofFormerOwner = Math.min(transferredCents - dueCents, formerCents);
      return [
        { orderId, isFormer: true, cents: ofFormerOwner },
        { orderId, isFormer: false, cents: transferredCents - dueCents - ofFormerOwner },
      ];
    });
  const excesses = allExcesses.filter(({ isFormer }) => !isFormer);
  let restOfDebtCents = debtCents;
  for (const { orderId, dueCents, transferredCents, isRipe, isOfFormerOwner } of lines) {
    let missingCents = isRipe ? Math.max(dueCents - transferredCents, 0) : 0;
    // Of what was sold before, it stays certain in whose account it is.
    for (const excess of isOfFormerOwner ? [] : excesses) {
      const cents = Math.min(missingCents, excess.cents);
      if (cents === 0) continue;
      missingCents -= cents;
      excess.cents -= cents;
      plan.nettings.push({ fromOrderId: excess.orderId!, toOrderId: orderId!, cents });
    }
    const deductedCents = Math.min(missingCents, restOfDebtCents);
    restOfDebtCents -= deductedCents;
    missingCents -= deductedCents;
    if (missingCents > 0) plan.transfers.push({ orderId, cents: missingCents });
  }
  const left = new Map(transfers.map(({ id, leftCents }) => [id, leftCents]));
  for (const { orderId, ...excess } of allExcesses) {
    let excessCents = excess.cents;
    const ofAccount = transfers.filter(({ isFormer = false }) => isFormer === excess.isFormer);
    const own = ofAccount.filter((transfer) => transfer.orderId === orderId);
    const others = ofAccount.filter((transfer) => transfer.orderId !== orderId);
    for (const { id } of [...own, ...others]) {
      const cents = Math.min(excessCents, left.get(id)!);
      if (cents === 0) continue;
      excessCents -= cents;
      left.set(id, left.get(id)! - cents);
      plan.reversals.push({ transferId: id, orderId, cents });
    }
  }
  return plan;
}

/** What a payout by the provider is paid out of: first what it holds of the sales, then of the shares. */
export function splitProviderPayout(
  amountCents: number,
  held: { sellerCents: number; partnerCents: number },
): { sellerCents: number; partnerCents: number } {
  const beyondSalesCents = Math.max(amountCents - Math.max(held.sellerCents, 0), 0);
  const partnerCents = Math.min(beyondSalesCents, Math.max(held.partnerCents, 0));
  // What exceeds both is money that the books do not have: it stays visible on the account of the sales.
  return { sellerCents: amountCents - partnerCents, partnerCents };
}

const PAYOUT_STATUS_ORDER = { pending: 0, paid: 1, failed: 2 } as const;

/** Whether a status follows another; a bank may send back what was paid. */
export const isLaterPayoutStatus = (
  status: keyof typeof PAYOUT_STATUS_ORDER,
  than: keyof typeof PAYOUT_STATUS_ORDER,
): boolean => PAYOUT_STATUS_ORDER[status] > PAYOUT_STATUS_ORDER[than];
