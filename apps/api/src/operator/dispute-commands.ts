import { type CommandContext, formatEuros, formatTable } from './command-context.ts';
import { listDisputes } from './disputes.queries.ts';

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
