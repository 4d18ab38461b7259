import {
  confirmPayout,
  createPayoutRun,
  findPayoutRun,
  listPayoutRuns,
  listPayoutsOfRun,
  markRunSent,
  returnPayout,
} from '../modules/ledger/index.ts';
import { openPrivateFile } from '../platform/private-file.ts';
import { type CommandContext, formatEuros, formatTable, parseInteger } from './command-context.ts';

export function registerPayoutCommands({ program, context, print }: CommandContext): void {
  const { db } = context;
  const command = program.command('payouts').description('payouts to sellers and partners');

  command
    .command('run')
    .description('create all payouts due by the newest statements, as one bank file; safe to repeat')
    .action(async () => {
      const { runId, payouts: count, cents } = await createPayoutRun(context, null);
      print(runId === null ? 'Nobody is due.' : `Run ${runId}: ${count} payouts, ${formatEuros(cents)} EUR.`);
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
            ...[id, month?.slice(0, 7) ?? 'by hand', created_at.toISOString(), sent_at?.toISOString() ?? '-'],
            ...[count, formatEuros(Number(cents)), confirmed, returned],
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
            ...[id, user_id, role, formatEuros(amount_cents), iban, holder, state, return_reason],
          ]),
        ]),
      );
    });
  command
    .command('file <run>')
    .description('the pain.001 file of a run for the bank; identical each time')
    .option('-o, --out <path>', 'write it there instead of printing it')
    .action(async (run: string, { out }: { out?: string }) => {
      const payoutRun = await findPayoutRun(db, parseInteger(run));
      if (!payoutRun?.file) throw new Error(`Run ${run} has no file.`);
      if (out) {
        const file = await openPrivateFile(out);
        await file.writeFile(payoutRun.file).finally(() => file.close());
      }
      print(out ? `Written: ${out}` : payoutRun.file);
    });
  command
    .command('sent <run>')
    .description('the bank has the file of this run')
    .action(async (run: string) => {
      await markRunSent(context, parseInteger(run));
      print(`Run ${run} is sent.`);
    });
  command
    .command('confirmed <run>')
    .description('the payouts of this run, or one of them, arrived')
    .option('-p, --payout <id>', 'only this one')
    .action(async (run: string, { payout }: { payout?: string }) => {
      const runPayouts = await listPayoutsOfRun(db, parseInteger(run));
      const selectedPayouts = payout
        ? runPayouts.filter(({ id }) => id === parseInteger(payout))
        : runPayouts.filter(({ state }) => state !== 'returned');
      if (selectedPayouts.length === 0) throw new Error('There is no such payout in this run.');
      for (const { id } of selectedPayouts) await confirmPayout(context, id);
      print(`Confirmed: ${selectedPayouts.length}.`);
    });
  command
    .command('returned <payout>')
    .description('the bank sent this payout back: it is owed again')
    .requiredOption('-r, --reason <text>', "the bank's reason, shown to the user")
    .action(async (payout: string, { reason }: { reason: string }) => {
      await returnPayout(context, parseInteger(payout), reason);
      print(`Payout ${payout} is returned.`);
    });
}
