import { DAY_MS, formatDecimalEuros, type Language } from '@wopack/domain';
import { Command } from 'commander';
import { reconciliationSources } from '../app.ts';
import { getConsoleAddress } from '../config/config.ts';
import {
  checkAuditChain,
  countEntriesAfter,
  createOwner,
  ENROLMENT_HOURS,
  formatBrokenEntry,
  recordCommand,
} from '../modules/admin/index.ts';
import {
  checkLedger,
  correctStatement,
  formatDifference,
  getBalances,
  issueStatements,
} from '../modules/ledger/index.ts';
import { insertTicketKey, renewPins } from '../modules/orders/index.ts';
import {
  formatMismatch,
  hasTransfers,
  reconcile,
  recordComparison,
  recordTrust,
} from '../modules/payments/index.ts';
import { listSalePlaceTypes, setSalePlaceType } from '../modules/sale-places/index.ts';
import { AppError } from '../platform/http/app-error.ts';
import { translateError } from '../platform/http/error-handler.ts';
import { formatError } from '../platform/observability/describe-error.ts';
import { loadSecrets } from '../platform/secrets.ts';
import { type CommandContext, formatTable } from './command-context.ts';
import { createLaunchCommand } from './launch-command.ts';
import { createLegalTextsCommand } from './legal-texts-command.ts';
import { createRecoveryCommand } from './recovery-command.ts';

/** What has to work without a browser. All commands are idempotent. */
export function createOperatorProgram(commandContext: CommandContext): Command {
  const { context, createProvider, print } = commandContext;
  const { db, clock } = context;
  const program = new Command('npm run operator --').description(
    'Administrative commands. They use DATABASE_URL and DATA_DIR like the server, which may be running.',
  );
  program
    .command('admin <email>')
    .description(
      'make the user of an e-mail address an owner of the console at /admin; one without a second factor, and the only owner, get an address to set it up',
    )
    .action(async (email: string) => {
      const owner = await createOwner(context, email);
      if (!owner) return print(`${email} is an owner already.`);
      print(
        owner.outcome === 'reset'
          ? `The second factor of ${email} is forgotten.`
          : `${email} is an owner: sign in at ${getConsoleAddress(context.config)}`,
      );
      if (owner.address)
        print(
          `Set up the second factor within ${ENROLMENT_HOURS} hours at this address, which works once. Pass it on to nobody else:\n${owner.address}`,
        );
    });
  program
    .command('check')
    .description(
      'recompute all balances from payments, orders, shares, statements, payouts and transfers, and the hashes of the audit log, and compare a week with a provider that pays sellers; fails if they differ',
    )
    .option(
      '--head <hash>',
      'last hash of the audit log that was noted elsewhere: fails if entries were removed at the end since',
    )
    .action(async ({ head: notedHead }: { head?: string }) => {
      const differences = await checkLedger(context, reconciliationSources);
      if (differences.length > 0) throw new Error(differences.map(formatDifference).join('\n'));
      const sharedBalances = (await getBalances(db))
        .filter(({ user_id }) => user_id === null)
        .map(({ account_kind, cents }): [string, string] => [account_kind, formatDecimalEuros(cents)])
        .sort();
      print(formatTable(sharedBalances));
      print('The books add up.');
      // After a change of the way the provider still has and owes what is of before.
      if (context.config.payoutWay === 'stripe_connect' || (await hasTransfers(db))) {
        const to = clock.now();
        const from = new Date(to.getTime() - 7 * DAY_MS);
        const mismatches = await reconcile(context, await createProvider(), { from, to });
        if (mismatches.length > 0) throw new Error(mismatches.map(formatMismatch).join('\n'));
        print('The provider has what the books say that it has.');
      }
      const { broken, entries, head } = await checkAuditChain(context);
      if (broken) throw new Error(formatBrokenEntry(broken));
      print(
        `The audit log is as it was written: ${entries} entries${head ? `, the last with hash ${head}` : ''}.`,
      );
      if (!notedHead) return;
      const later = await countEntriesAfter(db, notedHead);
      if (later === null)
        throw new Error(
          `The audit log is cut: no entry has the hash ${notedHead}. Entries at its end were removed, or a backup of before was restored.`,
        );
      print(`The noted hash is in the audit log; entries since: ${later}.`);
    });
  program
    .command('reconcile')
    .description(
      "compare payments with the provider's own list, and publish the night where TRUST_PAGE is on; fails if they differ",
    )
    .option('-d, --days <number>', 'how far back', '30')
    .action(async ({ days }: { days: string }) => {
      const to = clock.now();
      const from = new Date(to.getTime() - Number(days) * DAY_MS);
      const provider = await createProvider();
      // As the nightly job does; what is of longer ago is compared beside it.
      const ofWeek = await recordComparison(context, provider);
      const verdict = context.config.trustPage ? await recordTrust(context) : null;
      if (verdict) print(`The night is on /trust: ${verdict}.`);
      const mismatches = [...ofWeek, ...(await reconcile(context, provider, { from, to }))].map(
        formatMismatch,
      );
      if (mismatches.length > 0) throw new Error([...new Set(mismatches)].join('\n'));
      print('Both books agree.');
    });
  const statements = program.command('statements').description('monthly statements of sellers and partners');
  statements
    .command('issue')
    .description('issue missing statements of ended months; safe to repeat')
    .action(async () => {
      print(`Issued: ${await issueStatements(context)}.`);
      await recordCommand(context, db, 'statements issue');
    });
  statements
    .command('correct <number>')
    .description('replace a wrong statement by a new one with the present names and VAT')
    .requiredOption('-r, --reason <text>', 'what was wrong; printed on the new statement')
    .action(async (number: string, { reason }: { reason: string }) => {
      print(`${number} is corrected by ${await correctStatement(context, number, reason)}.`);
      await recordCommand(context, db, 'statements correct', { subject: ['statement', number], reason });
    });
  program
    .command('pins')
    .description('PINs of open orders')
    .command('renew')
    .description(
      'after SECRET_KEY was lost: accept the present key, give every open order a new PIN and notify its buyer',
    )
    .action(async () => {
      // Loaded only here, because loading creates a key in DATA_DIR if there is none.
      const secrets = await loadSecrets(context.config);
      print(`New PINs: ${await renewPins({ ...context, secrets })}.`);
      await recordCommand(context, db, 'pins renew');
    });
  program
    .command('tickets')
    .description('signatures of tickets')
    .command('rotate')
    .description('sign tickets with a new key from now on; those that are open stay good')
    .action(async () => {
      print(`New key: ${(await insertTicketKey(db, context.clock.now())).id}.`);
      await recordCommand(context, db, 'tickets rotate');
    });
  const placeTypes = program.command('place-types').description('sale place types');
  placeTypes
    .command('list')
    .description('list all types in three languages')
    .action(async () => {
      const types = await listSalePlaceTypes(db);
      print(
        formatTable([
          ['id', 'slug', 'pt', 'en', 'ru'],
          ...types.map(({ id, slug, name }) => [id, slug, name.pt, name.en, name.ru]),
        ]),
      );
    });
  placeTypes
    .command('set <id> <slug>')
    .description('add a type or rename it')
    .requiredOption('--pt <name>', 'Portuguese')
    .requiredOption('--en <name>', 'English')
    .requiredOption('--ru <name>', 'Russian')
    .action(async (number: string, slug: string, name: Record<Language, string>) => {
      if (!/^\d{1,9}$/.test(number)) throw new Error(`${number} is not a number.`);
      if (!/^[a-z][a-z0-9_-]{0,39}$/.test(slug))
        throw new Error('A slug consists of lower-case letters, digits, - and _.');
      const id = Number(number);
      await db.transaction().execute(async (trx) => {
        const before = await setSalePlaceType(trx, { id, slug, name });
        await recordCommand(context, trx, 'place-types set', {
          subject: ['sale_place_type', id],
          before,
          after: { slug, name },
        });
      });
      print(`${id}: ${slug}.`);
    });
  return program
    .addCommand(createRecoveryCommand(commandContext))
    .addCommand(createLaunchCommand(commandContext))
    .addCommand(createLegalTextsCommand(commandContext));
}

/** What a command says when it is refused, with each wrong value. */
export function formatRefusal(error: unknown, language: Language): string {
  if (!(error instanceof AppError))
    return error instanceof Error && error.message ? error.message : formatError(error);
  const { message, errors } = translateError(error, language);
  return [message, ...Object.values(errors ?? {}).flat()].join('\n');
}
