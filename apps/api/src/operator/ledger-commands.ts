import { reconciliationSources } from '../app.ts';
import { checkLedger, formatDifference, getBalances } from '../modules/ledger/index.ts';
import { formatMismatch, reconcile } from '../modules/payments/index.ts';
import { type CommandContext, formatEuros, formatTable } from './command-context.ts';

const DAY_MS = 86_400_000;

export function registerLedgerCommands({ program, context, createProvider, print }: CommandContext): void {
  program
    .command('check')
    .description(
      'recompute all balances from payments, orders, shares, statements and payouts; fails if they differ',
    )
    .action(async () => {
      const differences = await checkLedger(context, reconciliationSources);
      if (differences.length > 0) throw new Error(differences.map(formatDifference).join('\n'));
      const sharedBalances = (await getBalances(context.db))
        .filter(({ user_id }) => user_id === null)
        .map(({ account_kind, cents }): [string, string] => [account_kind, formatEuros(cents)])
        .sort();
      print(formatTable(sharedBalances));
      print('The books add up.');
    });
  program
    .command('reconcile')
    .description("compare payments with the provider's own list; fails if they differ")
    .option('-d, --days <number>', 'how far back', '30')
    .action(async ({ days }: { days: string }) => {
      const to = context.clock.now();
      const from = new Date(to.getTime() - Number(days) * DAY_MS);
      const mismatches = await reconcile(context, await createProvider(), { from, to });
      if (mismatches.length > 0) throw new Error(mismatches.map(formatMismatch).join('\n'));
      print('Both books agree.');
    });
}
