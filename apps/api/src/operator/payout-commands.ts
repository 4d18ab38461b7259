import {
  confirmPayout,
  findRun,
  listRuns,
  makePayouts,
  payoutsOf,
  returnPayout,
  sendRun,
} from '../modules/ledger/index.ts';
import { openPrivateFile } from '../platform/private-file.ts';
import { euros, type Operating, tableOf, whole } from './operating.ts';

export function payoutCommands({ program, context, print }: Operating): void {
  const { db } = context;
  const payouts = program.command('payouts').description('what sellers and partners are paid out');

  payouts
    .command('run')
    .description('pay out whoever is due by their newest statement, into one file; nobody is paid twice')
    .action(async () => {
      const { runId, payouts: number, cents } = await makePayouts(context, null);
      print(runId === null ? 'Nobody is due.' : `Run ${runId}: ${number} payouts, ${euros(cents)} EUR.`);
    });
  payouts
    .command('list')
    .description('all runs, newest first')
    .action(async () => {
      const head = ['run', 'month', 'made', 'sent', 'payouts', 'EUR', 'confirmed', 'returned'];
      const runs = await listRuns(db);
      print(
        tableOf([
          head,
          ...runs.map(({ id, month, made_at, sent_at, payouts: number, cents, confirmed, returned }) => [
            ...[id, month?.slice(0, 7) ?? 'by hand', made_at.toISOString(), sent_at?.toISOString() ?? '-'],
            ...[number, euros(Number(cents)), confirmed, returned],
          ]),
        ]),
      );
    });
  payouts
    .command('show <run>')
    .description('the payouts of a run')
    .action(async (run: string) => {
      const rows = await payoutsOf(db, whole(run));
      const head = ['payout', 'person', 'as', 'EUR', 'IBAN', 'holder', 'state', 'reason'];
      print(
        tableOf([
          head,
          ...rows.map(({ id, user_id, role, amount_cents, iban, holder, state, return_reason }) => [
            ...[id, user_id, role, euros(amount_cents), iban, holder, state, return_reason],
          ]),
        ]),
      );
    });
  payouts
    .command('file <run>')
    .description('the pain.001 file of a run for the bank; always the same')
    .option('-o, --out <path>', 'write it there instead of printing it')
    .action(async (run: string, { out }: { out?: string }) => {
      const found = await findRun(db, whole(run));
      if (!found?.file) throw new Error(`Run ${run} has no file.`);
      if (out) {
        const file = await openPrivateFile(out);
        await file.writeFile(found.file).finally(() => file.close());
      }
      print(out ? `Written: ${out}` : found.file);
    });
  payouts
    .command('sent <run>')
    .description('the bank has the file of this run')
    .action(async (run: string) => {
      await sendRun(context, whole(run));
      print(`Run ${run} is sent.`);
    });
  payouts
    .command('confirmed <run>')
    .description('the money of this run, or of one payout of it, arrived')
    .option('-p, --payout <id>', 'only this one')
    .action(async (run: string, { payout }: { payout?: string }) => {
      const all = await payoutsOf(db, whole(run));
      const meant = payout
        ? all.filter(({ id }) => id === whole(payout))
        : all.filter(({ state }) => state !== 'returned');
      if (meant.length === 0) throw new Error('There is no such payout in this run.');
      for (const { id } of meant) await confirmPayout(context, id);
      print(`Confirmed: ${meant.length}.`);
    });
  payouts
    .command('returned <payout>')
    .description('the bank sent this payout back: it is owed again')
    .requiredOption('-r, --reason <text>', "the bank's words, for the person")
    .action(async (payout: string, { reason }: { reason: string }) => {
      await returnPayout(context, whole(payout), reason);
      print(`Payout ${payout} is returned.`);
    });
}
