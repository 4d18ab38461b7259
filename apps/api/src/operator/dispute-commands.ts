import { listDisputes } from './disputes.queries.ts';
import { euros, type Operating, tableOf } from './operating.ts';

export function disputeCommands({ program, context: { db }, print }: Operating): void {
  program
    .command('disputes')
    .description(
      'payments that buyers disputed at their bank; answered where the payment provider asks, in time',
    )
    .action(async () => {
      const rows = await listDisputes(db);
      if (rows.length === 0) return print('None.');
      print(
        tableOf([
          ['dispute', 'payment', 'order', 'status', 'reason', 'euros', 'withdrawn', 'answer by', 'opened'],
          ...rows.map((row) => [
            row.provider_ref,
            row.payment_ref,
            row.order_id ?? 'none',
            row.status,
            row.reason,
            euros(row.amount_cents),
            euros(row.withdrawn_cents),
            row.respond_by?.toISOString().slice(0, 16) ?? '',
            row.opened_at.toISOString().slice(0, 16),
          ]),
        ]),
      );
    });
}
