import type { Trx } from '../../platform/db/database.ts';
import { type Posting, postTransaction } from '../ledger/index.ts';
import { endGrantRow, type Grant, getGrantPostings, insertGrant } from './credit.queries.ts';

/** Who pays credit. */
const getPayer = (sellerId: number | null): Posting['entries'][number]['account'] =>
  sellerId === null ? { kind: 'promotions' } : { kind: 'seller', userId: sellerId };

/**
 * Gives a buyer credit: a grant with its posting. `effectiveAt`: when a business pays it, by default now; of what is given
 * for an order, when its sale counts. Null when the order has credit for a late cancellation already.
 */
export async function createGrant(
  trx: Trx,
  { effectiveAt, now, ...grant }: Grant & { now: Date; effectiveAt?: Date },
): Promise<{ id: number } | null> {
  const inserted = await insertGrant(trx, grant, now);
  if (!inserted) return null;
  await postTransaction(trx, {
    kind: 'credit_grant',
    creditGrantId: inserted.id,
    entries: [
      { account: getPayer(grant.sellerId), amountCents: grant.amountCents },
      { account: { kind: 'credit', userId: grant.userId }, amountCents: -grant.amountCents },
    ],
    now,
    ...(effectiveAt && { effectiveAt }),
  });
  return inserted;
}

/**
 * Ends what is left of a grant, which goes back to who paid it; what is on hold or used stays so. What comes back of that
 * later can end again. Returns what ended: 0 when nothing was left. `maxCents`: not all of it.
 */
export async function endGrant(
  trx: Trx,
  { grantId, now, maxCents = null }: { grantId: number; now: Date; maxCents?: number | null },
): Promise<number> {
  const ended = await endGrantRow(trx, grantId, { now, maxCents });
  if (!ended) return 0;
  const { ends, counts_from: countsFrom } = await getGrantPostings(trx, grantId);
  await postTransaction(trx, {
    kind: 'credit_end',
    creditGrantId: grantId,
    creditEndNumber: ends + 1,
    entries: [
      { account: { kind: 'credit', userId: ended.user_id }, amountCents: ended.cents },
      { account: getPayer(ended.seller_id), amountCents: -ended.cents },
    ],
    now,
    // Not before it was paid.
    effectiveAt: countsFrom > now ? countsFrom : now,
  });
  return ended.cents;
}
