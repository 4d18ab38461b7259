import { HOUR_MS } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { ComparedSum } from '../../ledger/index.ts';
import type { TransferProvider } from '../providers/transfer-provider.ts';
import { createMismatch, type Mismatch } from '../reconcile.rules.ts';
import { listMovedSince, listTransferAccounts, sumHeldByProvider } from './transfers.queries.ts';

interface Comparison {
  mismatches: Mismatch[];
  sums: ComparedSum[];
}

/**
 * Compares transfers, reversals and payouts of a period with what the provider changed in each account, and what the books
 * say that it holds with its balances. The last hour is left out, and so are balances of accounts with something in
 * transit.
 */
export async function compareTransfers(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  transfers: TransferProvider,
  period: { from: Date; to: Date },
): Promise<Comparison> {
  const until = new Date(clock.now().getTime() - HOUR_MS);
  const { from, to } = { from: period.from, to: until < period.to ? until : period.to };
  const widerPeriod = { from: new Date(from.getTime() - HOUR_MS), to: new Date(to.getTime() + HOUR_MS) };
  const mismatches: Mismatch[] = [];
  const sum: ComparedSum = { name: 'at_provider', ledgerCents: 0, otherCents: 0 };
  const accounts = await listTransferAccounts(db);
  for (const { account_ref: account } of accounts) {
    const recorded = await listMovedSince(db, account, widerPeriod.from);
    const movements = await transfers.listMovements(account, widerPeriod);
    const isWithin = (at: Date) => at >= from && at < to;
    const movedCents = new Map<string, number>();
    for (const { ref, amountCents } of movements)
      movedCents.set(ref, (movedCents.get(ref) ?? 0) + amountCents);
    const recordedByRef = new Map(recorded.map((row) => [row.ref, row]));
    for (const { ref, cents, at } of recorded) {
      if (!isWithin(at)) continue;
      const moved = movedCents.get(ref);
      if (moved === undefined) mismatches.push(createMismatch(ref, 'unknown_to_provider', cents, 'nothing'));
      else if (moved !== cents) mismatches.push(createMismatch(ref, 'amount', cents, moved));
    }
    for (const [ref, cents] of movedCents) {
      const first = movements.find((movement) => movement.ref === ref)!;
      if (isWithin(first.at) && !recordedByRef.has(ref))
        mismatches.push(createMismatch(ref, 'unknown_to_us', 'nothing', cents));
    }
  }
  // Of a business that was handed over, the books add up what is in the founder's account and in its own.
  for (const [userId, rows] of Map.groupBy(accounts, (account) => account.user_id)) {
    const held = await sumHeldByProvider(db, userId, until);
    if (held.is_changing) continue;
    let otherCents = 0;
    for (const { account_ref: account } of rows) {
      const { availableCents, pendingCents } = await transfers.getBalance(account);
      otherCents += availableCents + pendingCents;
    }
    sum.ledgerCents += held.cents;
    sum.otherCents += otherCents;
    const refs = rows.map(({ account_ref: account }) => account).join(', ');
    if (held.cents !== otherCents) mismatches.push(createMismatch(refs, 'balance', held.cents, otherCents));
  }
  return { mismatches, sums: accounts.length > 0 ? [sum] : [] };
}
