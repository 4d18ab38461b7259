import type { endpoints } from '@wopack/contract';
import { monthOf } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { choosePayee } from '../../../platform/http/payee.ts';
import type { Call } from '../../../platform/http/route.ts';
import { getBankFilePart } from '../../ledger/index.ts';
import { listRecentMoves, type Move, sumMoves } from './transfers.queries.ts';

const SHOWN = 8;

/** What the provider has of a payee's earnings, and what it moved last. */
export async function listTransfers(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  { actor, query }: Call<typeof endpoints.listTransfers>,
) {
  const { userId, roles } = choosePayee(actor, query.business_id, 'money.view');
  const month = monthOf(clock.now(), config.operatorTimeZone);
  const now = clock.now();
  const [sums, moves, fileOfSeller, fileOfPartner] = await Promise.all([
    sumMoves(db, { userId, roles, since: `${month}-01` }),
    listRecentMoves(db, { userId, roles, limit: SHOWN }),
    getBankFilePart(db, { userId, role: 'seller', now }),
    getBankFilePart(db, { userId, role: 'partner', now }),
  ]);
  const {
    paid_cents,
    on_way_cents,
    held_cents,
    pending_of_seller: ofSeller,
    pending_of_partner: ofPartner,
  } = sums;
  const pending_cents = afterNetting(ofSeller, fileOfSeller) + afterNetting(ofPartner, fileOfPartner);
  return { data: { month, paid_cents, on_way_cents, held_cents, pending_cents, moves: moves.map(viewMove) } };
}

/** What is left to transfer when that which the bank file lacks is deducted from it, or the reverse. */
function afterNetting(cents: number, fileCents: number): number {
  if (cents > 0 && fileCents < 0) return Math.max(cents + fileCents, 0);
  if (cents < 0 && fileCents > 0) return Math.min(cents + fileCents, 0);
  return cents;
}

const viewMove = ({ id, at, arrives_on, ...move }: Move) => ({
  id: `${move.kind}-${id}`,
  ...move,
  at: at.toISOString(),
  arrives_on,
});
