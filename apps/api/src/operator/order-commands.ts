import { centsFromEuros } from '@wopack/domain';
import { createCommandCall, refundWithReasons } from '../modules/admin/index.ts';
import { listOverdueReports, renewPins } from '../modules/orders/index.ts';
import { retryRefunds } from '../modules/payments/index.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { type CommandContext, formatEuros, formatTable, parseInteger } from './command-context.ts';
import { listDisputes, listOwedRefunds } from './operator.queries.ts';

export function registerOrderCommands({ program, context, print }: CommandContext): void {
  program
    .command('refund <order>')
    .description('refund a buyer fully or in part')
    .requiredOption(
      '-t, --total <euros|all>',
      'total refunded of this order afterwards, so that a repeated command refunds once',
    )
    .requiredOption('-r, --reason <text>', 'sent to buyer and seller')
    .action(async (order: string, { total, reason }: { total: string; reason: string }) => {
      const cents = total === 'all' ? 'all' : centsFromEuros(total);
      if (cents === null) throw new Error(`${total} is not an amount.`);
      const refund = {
        ...createCommandCall(context, 'refund'),
        orderId: parseInteger(order),
        refundedTotalCents: cents,
        reason,
      } as const;
      const isRefunded = await context.db
        .transaction()
        .execute((trx) => refundWithReasons(context, trx, refund));
      print(isRefunded ? `Order ${order}: the money goes back.` : `Order ${order} had that back already.`);
    });
  program
    .command('reports')
    .description('reports not answered by the seller within 72 hours, oldest first; decide them by refund')
    .action(async () => {
      const rows = await listOverdueReports(context);
      if (rows.length === 0) print('None.');
      else
        print(
          formatTable([Object.keys(rows[0]!), ...rows.map((row) => Object.values(row).map(formatValue))]),
        );
    });
}

const formatValue = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : String(value ?? '');

export function refundCommands({ program, context, print }: CommandContext): void {
  const refunds = program
    .command('refunds')
    .description('refunds not made yet, with the errors of the payment provider');
  refunds
    .command('list')
    .description('list them, stuck ones first')
    .action(async () => {
      const rows = await listOwedRefunds(context.db);
      if (rows.length === 0) return print('None.');
      print(
        formatTable([
          ['payment', 'reference', 'euros', 'state', 'tries', 'next try', 'stuck since', 'last error'],
          ...rows.map((row) => [
            row.payment_id,
            row.provider_ref,
            formatEuros(row.amount_cents),
            row.state,
            row.attempts,
            row.state === 'queued' ? (row.next_attempt_at?.toISOString().slice(0, 16) ?? 'now') : 'never',
            row.stuck_at?.toISOString().slice(0, 16),
            row.error,
          ]),
        ]),
      );
    });
  refunds
    .command('retry <payment|all>')
    .description('ask the payment provider again at once; for one payment also what its bank returned')
    .action(async (payment: string) => {
      const count = await retryRefunds(context, payment === 'all' ? null : parseInteger(payment));
      print(`Tried again: ${count}.`);
    });
}

export function registerDisputeCommands({ program, context: { db }, print }: CommandContext): void {
  program
    .command('disputes')
    .description('payments disputed by cardholders; answer them at the payment provider before the deadline')
    .action(async () => {
      const rows = await listDisputes(db);
      if (rows.length === 0) return print('None.');
      print(
        formatTable([
          ['dispute', 'payment', 'order', 'status', 'reason', 'euros', 'withdrawn', 'answer by', 'opened'],
          ...rows.map((row) => [
            row.provider_ref,
            row.payment_ref,
            row.order_id ?? 'none',
            row.status,
            row.reason,
            formatEuros(row.amount_cents),
            formatEuros(row.withdrawn_cents),
            row.respond_by?.toISOString().slice(0, 16) ?? '',
            row.opened_at.toISOString().slice(0, 16),
          ]),
        ]),
      );
    });
}

export function registerPinCommands({ program, context, print }: CommandContext): void {
  program
    .command('pins')
    .description('PINs of open orders')
    .command('renew')
    .description(
      'after SECRET_KEY was lost: accept the present key, give every open order a new PIN and notify its buyer',
    )
    .action(async () => {
      // Loaded only here, because loading creates a key in DATA_DIR if there is none.
      const secrets = await loadSecrets(context.config);
      print(`New PINs: ${await renewPins({ ...context, secrets })}.`);
    });
}
