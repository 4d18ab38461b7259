import { sql } from 'kysely';
import { type BusinessScope, isInScope } from '../../../platform/db/business-scope.ts';
import type { DbOrTrx, Trx } from '../../../platform/db/database.ts';

/** The newest signs. */
export const selectTicketKeyId = sql<number>`(select max(id) from ticket_keys)`;

/** Generations that have signed since an instant: from the one that was the newest then. */
export const listTicketKeyIds = async (db: DbOrTrx, since: Date): Promise<number[]> =>
  (
    await db
      .selectFrom('ticket_keys')
      .select('id')
      .where('id', '>=', ({ selectFrom, fn, val }) =>
        selectFrom('ticket_keys')
          .select(fn.coalesce(fn.max('id'), val(0)).as('id'))
          .where('created_at', '<=', since),
      )
      .orderBy('id', 'desc')
      .execute()
  ).map(({ id }) => id);

export const insertTicketKey = (db: DbOrTrx, now: Date) =>
  db.insertInto('ticket_keys').values({ created_at: now }).returning('id').executeTakeFirstOrThrow();

/** Orders whose window begins in a span, and whose ticket is void, or was replaced by one of a higher version. */
export const listVoidedTickets = (
  db: DbOrTrx,
  scope: BusinessScope,
  { from, to }: { from: Date; to: Date },
) =>
  db
    .selectFrom('orders')
    .select('id as order_id')
    .select(sql<number>`ticket_version - (state in ('paid', 'collected'))::int`.as('version'))
    .where(isInScope(scope, 'seller_id', 'sale_place_id'))
    .where('pickup_start', '>=', from)
    .where('pickup_start', '<', to)
    .where(sql<boolean>`(state not in ('paid', 'collected') or ticket_version > 1)`)
    .orderBy('id')
    .execute();

export const lockOrderOfTicket = (trx: Trx, scope: BusinessScope, id: number) =>
  trx
    .selectFrom('orders')
    .select([
      'id',
      'state',
      'pickup_start',
      'pickup_end',
      'payment_id',
      'ticket_version',
      'sale_place_id',
      'product_id',
    ])
    .where('id', '=', id)
    .where(isInScope(scope, 'seller_id', 'sale_place_id'))
    .forUpdate()
    .executeTakeFirst();
