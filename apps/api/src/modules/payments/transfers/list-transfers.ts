import type { endpoints } from '@wopack/contract';
import { monthOf, monthStart } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import { choosePayee } from '../../../platform/http/payee.ts';
import type { Call } from '../../../platform/http/route.ts';
import { listRecentMoves, type Move, sumMoves } from './transfers.queries.ts';

const SHOWN = 8;

/** What the provider has of a payee's earnings, and what it moved last. */
export async function listTransfers(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  { actor, query }: Call<typeof endpoints.listTransfers>,
) {
  const { userId, roles } = choosePayee(actor, query.business_id, 'money.view');
  const month = monthOf(clock.now(), config.operatorTimeZone);
  const [sums, moves] = await Promise.all([
    sumMoves(db, { userId, roles, since: monthStart(month, config.operatorTimeZone) }),
    listRecentMoves(db, { userId, roles, limit: SHOWN }),
  ]);
  return { data: { month, ...sums, moves: moves.map(viewMove) } };
}

const viewMove = ({ id, at, arrives_on, ...move }: Move) => ({
  id: `${move.kind}-${id}`,
  ...move,
  at: at.toISOString(),
  arrives_on,
});
