import { closedDisputeStatuses } from '@wopack/contract';
import type { Db } from '../platform/db/database.ts';

/** Full and partial refunds not yet made by the provider; stuck ones first. */
export const listOwedRefunds = (db: Db) =>
  db
    .selectFrom('payments')
    .select([
      'id as payment_id',
      'provider_ref',
      'refund_attempts',
      'refund_next_attempt_at',
      'refund_stuck_at',
    ])
    .select(['refund_error', 'created_at'])
    .select((eb) =>
      eb(
        'amount_cents',
        '-',
        eb
          .selectFrom('partial_refunds')
          .select(({ fn, val }) => fn.coalesce(fn.sum<number>('amount_cents'), val(0)).as('cents'))
          .whereRef('payment_id', '=', 'payments.id'),
      ).as('amount_cents'),
    )
    .where('state', '=', 'refund_due')
    .unionAll(
      db
        .selectFrom('partial_refunds as part')
        .innerJoin('payments', 'payments.id', 'part.payment_id')
        .select(['payments.id as payment_id', 'payments.provider_ref', 'part.refund_attempts'])
        .select([
          'part.refund_next_attempt_at',
          'part.refund_stuck_at',
          'part.refund_error',
          'part.created_at',
        ])
        .select('part.amount_cents')
        .where('part.sent_at', 'is', null),
    )
    .orderBy('refund_stuck_at')
    .orderBy('created_at')
    .execute();

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
      expressions.case().when('disputes.status', 'in', closedDisputeStatuses).then(1).else(0).end(),
    )
    .orderBy('disputes.respond_by')
    .orderBy('disputes.opened_at', 'desc')
    .execute();
