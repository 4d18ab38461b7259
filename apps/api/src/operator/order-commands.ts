import { centsFromEuros } from '@wopack/rules';
import { listOverdueReports, refundOrder } from '../modules/orders/index.ts';
import { type CommandContext, formatTable, parseInteger } from './command-context.ts';

export function registerOrderCommands({ program, context, print }: CommandContext): void {
  program
    .command('refund <order>')
    .description('give a buyer money back, wholly or in part')
    .requiredOption(
      '-t, --total <euros|all>',
      'what they then have back of this order in all, so that twice gives once',
    )
    .requiredOption('-r, --reason <text>', 'for the buyer')
    .action(async (order: string, { total, reason }: { total: string; reason: string }) => {
      const cents = total === 'all' ? 'all' : centsFromEuros(total);
      if (cents === null) throw new Error(`${total} is no amount.`);
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
    .description('buyers’ reports that no seller answered in 72 hours, oldest first: to be decided by refund')
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
