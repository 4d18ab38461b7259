import { retryRefunds } from '../modules/payments/index.ts';
import { type CommandContext, formatEuros, formatTable, parseInteger } from './command-context.ts';
import { listOwedRefunds } from './refunds.queries.ts';

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
          ['payment', 'reference', 'euros', 'tries', 'next try', 'stuck since', 'last error'],
          ...rows.map((row) => [
            row.payment_id,
            row.provider_ref,
            formatEuros(Number(row.amount_cents)),
            row.refund_attempts,
            row.refund_next_attempt_at?.toISOString().slice(0, 16) ?? 'now',
            row.refund_stuck_at?.toISOString().slice(0, 16),
            row.refund_error,
          ]),
        ]),
      );
    });
  refunds
    .command('retry <payment|all>')
    .description('ask the payment provider again at once')
    .action(async (payment: string) => {
      const count = await retryRefunds(context, payment === 'all' ? null : parseInteger(payment));
      print(`Tried again: ${count}.`);
    });
}
