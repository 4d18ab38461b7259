import { pipeline } from 'node:stream/promises';
import { reconciliationSources } from '../app.ts';
import {
  checkAuditChain,
  confirmPayoutRun,
  createCommandCall,
  createPayoutRun,
  exportPayoutFile,
  exportTaxCsv,
  formatBrokenEntry,
  markPayoutRunSent,
  returnAdminPayout,
} from '../modules/admin/index.ts';
import {
  checkLedger,
  correctStatement,
  formatDifference,
  getBalances,
  issueStatements,
  listPayoutRuns,
  listPayoutsOfRun,
} from '../modules/ledger/index.ts';
import { formatMismatch, reconcile } from '../modules/payments/index.ts';
import { openPrivateFile } from '../platform/files/private-files.ts';
import { type CommandContext, formatEuros, formatTable, parseInteger } from './command-context.ts';

const DAY_MS = 86_400_000;

export function registerLedgerCommands({ program, context, createProvider, print }: CommandContext): void {
  program
    .command('check')
    .description(
      'recompute all balances from payments, orders, shares, statements and payouts, and the hashes of the audit log; fails if they differ',
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
      const { broken, entries, head } = await checkAuditChain(context);
      if (broken) throw new Error(formatBrokenEntry(broken));
      print(
        `The audit log is as it was written: ${entries} entries${head ? `, the last with hash ${head}` : ''}.`,
      );
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

export function registerStatementCommands({ program, context, print }: CommandContext): void {
  const statements = program.command('statements').description('monthly statements of sellers and partners');
  statements
    .command('issue')
    .description('issue missing statements of ended months; safe to repeat')
    .action(async () => print(`Issued: ${await issueStatements(context)}.`));
  statements
    .command('correct <number>')
    .description('replace a wrong statement by a new one with the present names and VAT')
    .requiredOption('-r, --reason <text>', 'what was wrong; printed on the new statement')
    .action(async (number: string, { reason }: { reason: string }) =>
      print(`${number} is corrected by ${await correctStatement(context, number, reason)}.`),
    );

  program
    .command('yearly <year>')
    .description('DAC7 report of seller earnings in a year by quarter (CSV)')
    .requiredOption('-o, --out <path>', 'file to write')
    .action(async (year: string, { out }: { out: string }) => {
      const { record } = createCommandCall(context, 'yearly');
      const { content, sellers } = await exportTaxCsv(context, {
        query: { year: parseInteger(year) },
        record,
      });
      await pipeline(content, (await openPrivateFile(out)).createWriteStream());
      print(`Written: ${out}, ${sellers} sellers.`);
    });
}

export function registerPayoutCommands({ program, context, print }: CommandContext): void {
  const { db } = context;
  const command = program.command('payouts').description('payouts to sellers and partners');

  command
    .command('run')
    .description('create all payouts due by the newest statements, as one bank file; safe to repeat')
    .action(async () => {
      const { data } = await createPayoutRun(context, {
        ...createCommandCall(context, 'payouts run'),
        params: undefined,
        body: { reason: '' },
      });
      print(
        data.id === null
          ? 'Nobody is due.'
          : `Run ${data.id}: ${data.payouts} payouts, ${formatEuros(data.amount_cents)} EUR.`,
      );
    });
  command
    .command('list')
    .description('list all runs, newest first')
    .action(async () => {
      const header = ['run', 'month', 'made', 'sent', 'payouts', 'EUR', 'confirmed', 'returned'];
      const runs = await listPayoutRuns(db);
      print(
        formatTable([
          header,
          ...runs.map(({ id, month, created_at, sent_at, payouts: count, cents, confirmed, returned }) => [
            id,
            month?.slice(0, 7) ?? 'by hand',
            created_at.toISOString(),
            sent_at?.toISOString() ?? '-',
            count,
            formatEuros(Number(cents)),
            confirmed,
            returned,
          ]),
        ]),
      );
    });
  command
    .command('show <run>')
    .description('list the payouts of a run')
    .action(async (run: string) => {
      const rows = await listPayoutsOfRun(db, parseInteger(run));
      const header = ['payout', 'user', 'role', 'EUR', 'IBAN', 'holder', 'state', 'reason'];
      print(
        formatTable([
          header,
          ...rows.map(({ id, user_id, role, amount_cents, iban, holder, state, return_reason }) => [
            id,
            user_id,
            role,
            formatEuros(amount_cents),
            iban,
            holder,
            state,
            return_reason,
          ]),
        ]),
      );
    });
  command
    .command('file <run>')
    .description('the pain.001 file of a run for the bank; identical each time')
    .option('-o, --out <path>', 'write it there instead of printing it')
    .action(async (run: string, { out }: { out?: string }) => {
      const { record } = createCommandCall(context, 'payouts file');
      const { content } = await exportPayoutFile(context, { params: { id: parseInteger(run) }, record });
      if (out) {
        const file = await openPrivateFile(out);
        await file.writeFile(content).finally(() => file.close());
      }
      print(out ? `Written: ${out}` : content.toString());
    });
  command
    .command('sent <run>')
    .description('the bank has the file of this run')
    .action(async (run: string) => {
      await markPayoutRunSent(context, {
        ...createCommandCall(context, 'payouts sent'),
        params: { id: parseInteger(run) },
        body: { reason: '' },
      });
      print(`Run ${run} is sent.`);
    });
  command
    .command('confirmed <run>')
    .description('the payouts of this run, or one of them, arrived')
    .option('-p, --payout <id>', 'only this one')
    .action(async (run: string, { payout }: { payout?: string }) => {
      const call = {
        ...createCommandCall(context, 'payouts confirmed'),
        params: { id: parseInteger(run) },
        body: { reason: '' },
      };
      const { data } = await confirmPayoutRun(context, call, payout ? parseInteger(payout) : undefined);
      print(`Confirmed: ${data.confirmed} of ${data.payouts}.`);
    });
  command
    .command('returned <payout>')
    .description('the bank sent this payout back: it is owed again')
    .requiredOption('-r, --reason <text>', "the bank's reason, shown to the user")
    .option(
      '-b, --bank-reference <text>',
      'of the returning transfer; required after the payout was confirmed',
    )
    .action(async (payout: string, { reason, bankReference }: { reason: string; bankReference?: string }) => {
      await returnAdminPayout(context, {
        ...createCommandCall(context, 'payouts returned'),
        params: { id: parseInteger(payout) },
        body: { reason, ...(bankReference && { bank_reference: bankReference }) },
      });
      print(`Payout ${payout} is returned.`);
    });
}
