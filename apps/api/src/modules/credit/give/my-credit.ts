import type { CreditMovementKind, endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { listCreditEntries, listGrants } from './give.queries.ts';

export async function viewMyCredit({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: number) {
  const rows = await listGrants(db, userId, clock.now());
  return {
    data: {
      available_cents: rows.reduce((sum, { left_cents: cents }) => sum + cents, 0),
      grants: rows.map(({ place_name, ends_at, created_at, ...row }) => ({
        ...row,
        business_name: place_name,
        ends_at: ends_at?.toISOString() ?? null,
        created_at: created_at.toISOString(),
      })),
    },
  };
}

/** What an entry of the ledger is to the buyer. */
function getKind(kind: string, amountCents: number): CreditMovementKind {
  if (kind === 'credit_grant') return 'granted';
  if (kind === 'credit_end') return 'ended';
  return amountCents < 0 ? 'used' : 'returned';
}

export async function listCreditMovements(
  { db }: Pick<Context, 'db'>,
  { actor, query: { cursor, limit = 20 } }: Call<typeof endpoints.listCreditMovements>,
) {
  const rows = await listCreditEntries(db, actor.id, { before: cursor ?? null, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    data: page.map(({ at, kind, place_name, ...row }) => ({
      ...row,
      at: at.toISOString(),
      kind: getKind(kind, row.amount_cents),
      business_name: place_name,
    })),
    next_cursor: rows.length > limit ? page.at(-1)!.id : null,
  };
}
