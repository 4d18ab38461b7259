import type { TrustVerdict } from '@wopack/contract';
import { HOUR_MS } from '@wopack/domain';
import type { AccountBalance } from '../../ledger/index.ts';

/** All in cents. */
export interface TrustTotals {
  sellers: number;
  partners: number;
  buyers: number;
  /** What the operator has to have, at the provider and its bank. */
  held: number;
  /** In accounts of sellers and partners at the provider. */
  atProvider: number;
  inTransit: number;
}

/**
 * Adds up balances of the ledger. Who owes WoPack does not lower what is owed to others: only what is owed counts. What
 * has left for banks is neither held nor owed.
 */
export function addUpTotals(balances: readonly AccountBalance[]): TrustTotals {
  const totals: TrustTotals = { sellers: 0, partners: 0, buyers: 0, held: 0, atProvider: 0, inTransit: 0 };
  for (const { account_kind: kind, cents } of balances) {
    const owed = Math.max(-cents, 0);
    if (kind === 'seller') totals.sellers += owed;
    else if (kind === 'partner') totals.partners += owed;
    else if (kind === 'buyer') totals.buyers += owed;
    else if (kind === 'seller_at_provider' || kind === 'partner_at_provider') {
      // `provider` has all that is there, whoever's account it is in.
      totals.atProvider -= cents;
      totals.held += cents;
    } else if (kind === 'provider' || kind === 'bank' || kind === 'payouts') {
      totals.held += cents;
      if (kind === 'payouts') totals.inTransit -= cents;
    }
  }
  return totals;
}

/** Comparisons are made every night; one that was missed once is made up for by the next. */
const MAX_AGE_MS = 36 * HOUR_MS;

interface Comparisons {
  /** Time of the older one of the two comparisons. */
  comparedAt: Date;
  differenceCount: number;
}

/** What says most of why it is not covered comes first. */
export function judge(
  { sellers, partners, buyers, held }: TrustTotals,
  { comparedAt, differenceCount }: Comparisons,
  now: Date,
): TrustVerdict {
  if (held < sellers + partners + buyers) return 'short';
  if (differenceCount > 0) return 'differences';
  return now.getTime() - comparedAt.getTime() > MAX_AGE_MS ? 'not_compared' : 'covered';
}
