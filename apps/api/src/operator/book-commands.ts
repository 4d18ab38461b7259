import { bookSources } from '../app.ts';
import { balances, checkBooks, differenceLine } from '../modules/ledger/index.ts';
import { mismatchLine, reconcile } from '../modules/payments/index.ts';
import { euros, type Operating, tableOf } from './operating.ts';

const DAY_MS = 86_400_000;

export function bookCommands({ program, context, provider, print }: Operating): void {
  program
    .command('check')
    .description(
      'recompute all balances from payments, orders, shares, statements and payouts; fails if they differ',
    )
    .action(async () => {
      const found = await checkBooks(context, bookSources);
      if (found.length > 0) throw new Error(found.map(differenceLine).join('\n'));
      const booked = [...(await balances(context.db))].filter(([code]) => !code.includes(':')).sort();
      print(tableOf(booked.map(([code, cents]) => [code, euros(cents)])));
      print('The books add up.');
    });
  program
    .command('reconcile')
    .description("compare payments with the provider's own list; fails if they differ")
    .option('-d, --days <number>', 'how far back', '30')
    .action(async ({ days }: { days: string }) => {
      const to = context.clock.now();
      const from = new Date(to.getTime() - Number(days) * DAY_MS);
      const found = await reconcile(context, await provider(), { from, to });
      if (found.length > 0) throw new Error(found.map(mismatchLine).join('\n'));
      print('Both books agree.');
    });
}
