import type { Db } from '../platform/db/database.ts';

/** All disputes; those that still need an answer first. */
export const listDisputes = (db: Db) =>
  db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .leftJoin('orders', 'orders.payment_id', 'payments.id')
    .select([
      'disputes.provider_ref',
      'orders.id as order_id',
      'payments.provider_ref as payment_ref',
      'disputes.amount_cents',
      'disputes.withdrawn_cents',
      'disputes.reason',
      'disputes.status',
      'disputes.respond_by',
      'disputes.opened_at',
    ])
    .orderBy((expressions) =>
      expressions.case().when('disputes.status', 'in', ['won', 'lost']).then(1).else(0).end(),
    )
    .orderBy('disputes.respond_by')
    .orderBy('disputes.opened_at', 'desc')
    .execute();
