import { closedDisputeStatuses } from '@wopack/contract';
import type { Db } from '../platform/db/database.ts';

/** Refunds not yet made; stuck ones first. */
export const listOwedRefunds = (db: Db) =>
  db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.payment_id', 'payments.provider_ref', 'refunds.amount_cents', 'refunds.state'])
    .select(['refunds.attempts', 'refunds.next_attempt_at', 'refunds.stuck_at', 'refunds.error'])
    .where('refunds.done_at', 'is', null)
    .orderBy('refunds.stuck_at')
    .orderBy('refunds.created_at')
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
