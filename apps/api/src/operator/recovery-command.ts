import { formatDecimalEuros, HOUR_MS } from '@wopack/domain';
import { Command } from 'commander';
import { recordCommand } from '../modules/admin/index.ts';
import { listDuePayouts } from '../modules/ledger/index.ts';
import { reconcile } from '../modules/payments/index.ts';
import { openDatabase } from '../platform/db/database.ts';
import {
  confirmRecoveries,
  declareRecovery,
  findUnconfirmedRecovery,
  type Recovery,
} from '../platform/db/quiet.queries.ts';
import { type CommandContext, formatTable } from './command-context.ts';
import {
  discardDueJobs,
  type FirstJob,
  listFirstJobs,
  listUnsentRefunds,
  listWaitingJobs,
  listWaitingPayments,
} from './recovery.queries.ts';

const MAX_DATA_LENGTH = 90;
const MAX_FIRST = 3;

const formatRecovery = ({ recovered_at, data_as_of }: Recovery) =>
  `Recovered at ${recovered_at.toISOString()} with the data of ${data_as_of.toISOString()}.`;

/** Which mail, to whom, or the ids that the job is about. */
function formatJobData(data: FirstJob['data']): string {
  const { to, subject, template } = data ?? {};
  const text =
    to || template ? [to, subject ?? template].filter(Boolean).join(': ') : JSON.stringify(data ?? {});
  return text.length > MAX_DATA_LENGTH ? `${text.slice(0, MAX_DATA_LENGTH)}…` : text;
}

export function createRecoveryCommand({ context, createProvider, print, ownerUrl }: CommandContext): Command {
  const { db, clock } = context;
  /** Made after the moment that the database was taken back to. */
  const listLostPayments = async ({ data_as_of: asOf }: Recovery) => {
    const to = new Date(clock.now().getTime() + HOUR_MS);
    // Nothing is in transit that could still settle one of the last hour.
    const later = { db, clock: { now: () => new Date(to.getTime() + HOUR_MS) } };
    const from = new Date(asOf.getTime() - HOUR_MS);
    const mismatches = await reconcile(later, await createProvider(), { from, to });
    return mismatches.filter(({ kind }) => kind === 'unknown_to_us');
  };
  const recovery = new Command('recovery').description(
    'after a restore, a point-in-time recovery or a promotion: WoPack sends nothing until it is confirmed',
  );

  recovery
    .command('show')
    .description(
      'list what is due: jobs, refunds, payments to look after, payouts; those of the time between first',
    )
    .action(async () => {
      const unconfirmed = await findUnconfirmedRecovery(db);
      print(unconfirmed ? formatRecovery(unconfirmed) : 'No recovery waits for confirmation.');
      const now = clock.now();
      const queues = await listWaitingJobs(db, now);
      const header = ['queue', 'due', 'later', 'first'];
      if (queues.length)
        print(
          formatTable([
            header,
            ...queues.map(({ queue, due, later, first_at }) => [queue, due, later, first_at.toISOString()]),
          ]),
        );
      for (const { queue, start_after, data } of await listFirstJobs(db, MAX_FIRST))
        print(`  ${queue}  ${start_after.toISOString()}  ${formatJobData(data)}`);
      const refunds = await listUnsentRefunds(db);
      print(
        `Refunds to send: ${refunds.length}, ${formatDecimalEuros(refunds.reduce((sum, { amount_cents }) => sum + amount_cents, 0))} EUR.`,
      );
      for (const { payment_id, amount_cents } of refunds.slice(0, MAX_FIRST))
        print(`  payment ${payment_id}  ${formatDecimalEuros(amount_cents)} EUR`);
      const payments = await listWaitingPayments(db);
      print(`Payments to ask the provider about, and to cancel if they are unpaid: ${payments.length}.`);
      for (const { id, provider_ref, created_at } of payments.slice(0, MAX_FIRST))
        print(`  payment ${id}  ${provider_ref}  ${created_at.toISOString()}`);
      if (unconfirmed) {
        const lost = await listLostPayments(unconfirmed);
        print(
          `Payments that the provider has and this database has not: ${lost.length}.` +
            (lost.length ? ' They have no order here: refund them on its own pages.' : ''),
        );
        for (const { ref } of lost) print(`  ${ref}`);
      }
      const payouts = await listDuePayouts(db, now);
      print(
        `Payouts due: ${payouts.length}, ${formatDecimalEuros(payouts.reduce((sum, { cents }) => sum + cents, 0))} EUR.` +
          (payouts.length ? ' Compare them with what the bank has executed since.' : ''),
      );
      for (const { user_id, role, cents } of payouts.slice(0, MAX_FIRST))
        print(`  user ${user_id} (${role})  ${formatDecimalEuros(cents)} EUR`);
    });

  recovery
    .command('confirm')
    .description('servers run jobs and send again, within five seconds')
    .option(
      '-d, --discard <queues>',
      'first forget the jobs that are due in these queues, separated by commas: what was done after the time of the data',
    )
    .action(async ({ discard = '' }: { discard?: string }) => {
      const queues = discard.split(',').filter(Boolean);
      await db.transaction().execute(async (trx) => {
        const discarded = queues.length ? await discardDueJobs(trx, queues, clock.now()) : 0;
        const confirmed = await confirmRecoveries(trx, clock.now());
        await recordCommand(context, trx, 'recovery confirm', {
          after: { recoveries: confirmed.length, discarded, queues },
        });
        if (queues.length) print(`Discarded: ${discarded} jobs.`);
        print(
          confirmed.length
            ? `${confirmed.map(formatRecovery).join('\n')}\nConfirmed: jobs run and mail is sent again.`
            : 'No recovery waits for confirmation.',
        );
      });
    });

  recovery
    .command('declare <time>')
    .description(
      'say that this database was recovered by PostgreSQL itself, with the data of this time (2026-11-28T10:00Z): it is quiet from then on, and numbers go on beyond those issued since. Stop all servers before',
    )
    .action(async (time: string) => {
      const asOf = new Date(time);
      if (Number.isNaN(asOf.getTime()) || asOf > clock.now())
        throw new Error(`${time} is not a time in the past, such as 2026-11-28T10:00:00Z.`);
      const owner = ownerUrl === null ? null : openDatabase(ownerUrl, 1);
      try {
        await declareRecovery(owner ?? db, asOf, clock.now());
      } finally {
        await owner?.destroy();
      }
      await recordCommand(context, db, 'recovery declare', { after: { as_of: asOf.toISOString() } });
      print('Declared. Nothing is sent until: npm run operator -- recovery confirm');
    });
  return recovery;
}
