import { centsFromEuros } from '@wopack/domain';
import { listOverdueReports, refundOrder } from '../modules/orders/index.ts';
import { type CommandContext, formatTable, parseInteger } from './command-context.ts';

export function registerOrderCommands({ program, context, print }: CommandContext): void {
  program
    .command('refund <order>')
    .description('refund a buyer fully or in part')
    .requiredOption(
      '-t, --total <euros|all>',
      'total refunded of this order afterwards, so that a repeated command refunds once',
    )
    .requiredOption('-r, --reason <text>', 'shown to the buyer')
    .action(async (order: string, { total, reason }: { total: string; reason: string }) => {
      const cents = total === 'all' ? 'all' : centsFromEuros(total);
      if (cents === null) throw new Error(`${total} is not an amount.`);
      const isRefunded = await refundOrder(context, {
        orderId: parseInteger(order),
        refundedTotal: cents,
        decidedBy: 'operator',
        reason,
      });
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
