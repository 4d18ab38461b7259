import { Command } from 'commander';
import { createOwner, insertAuditEntry } from '../modules/admin/index.ts';
import type { PaymentProvider } from '../modules/payments/index.ts';
import type { Context } from '../platform/context.ts';
import { registerCatalogueCommands } from './catalogue-commands.ts';
import type { CommandContext } from './command-context.ts';
import {
  registerLedgerCommands,
  registerPayoutCommands,
  registerStatementCommands,
} from './ledger-commands.ts';
import {
  refundCommands,
  registerDisputeCommands,
  registerOrderCommands,
  registerPinCommands,
} from './order-commands.ts';

/** All commands are idempotent. */
export function createOperatorProgram(
  context: Context,
  createProvider: () => Promise<PaymentProvider>,
  print: (text: string) => void,
): Command {
  const program = new Command('npm run operator --').description(
    'Administrative commands. They use DATABASE_URL and DATA_DIR like the server, which may be running.',
  );
  const commandContext: CommandContext = { program, context, createProvider, print };
  registerPayoutCommands(commandContext);
  registerStatementCommands(commandContext);
  registerOrderCommands(commandContext);
  refundCommands(commandContext);
  registerPinCommands(commandContext);
  registerDisputeCommands(commandContext);
  registerLedgerCommands(commandContext);
  registerCatalogueCommands(commandContext);
  program
    .command('admin <email>')
    .description(
      'make the user of an e-mail address an owner of the console at /admin; the only owner gets a new second factor',
    )
    .action(async (email: string) => {
      const outcome = await createOwner(context, email);
      const address = `${context.config.publicUrl}/admin/`;
      if (outcome === 'owner') print(`${email} is an owner: sign in at ${address}`);
      else if (outcome === 'reset')
        print(`The second factor of ${email} is forgotten: sign in at ${address} and set up a new one.`);
      else print(`${email} is an owner already.`);
    });
  program.hook('postAction', (_, command) => recordCommand(context, command));
  return program;
}

/** Commands that change something or write personal data to a file, with the kind of their argument. */
const AUDITED_COMMANDS: Record<string, string> = {
  refund: 'order',
  yearly: 'year',
  'payouts run': '',
  'payouts file': 'payout_run',
  'payouts sent': 'payout_run',
  'payouts confirmed': 'payout_run',
  'payouts returned': 'payout',
  'statements issue': '',
  'statements correct': 'statement',
  'refunds retry': 'payment',
  'pins renew': '',
  'prices set': 'price',
  'prices remove': 'price',
  'product-types set': 'product_type',
  'place-types set': 'sale_place_type',
};

/** A command that failed changed nothing. `admin` records the former role itself. */
async function recordCommand({ db, clock }: Context, command: Command): Promise<void> {
  const names = [command.parent?.parent && command.parent.name(), command.name()].filter(Boolean);
  const name = names.join(' ');
  const subjectKind = AUDITED_COMMANDS[name];
  if (subjectKind === undefined) return;
  const { reason, ...options } = command.opts<{ reason?: string }>();
  await insertAuditEntry(db, {
    at: clock.now(),
    operatorId: null,
    action: `operator ${name}`,
    subject: subjectKind ? [subjectKind, command.args[0] ?? ''] : undefined,
    after: { arguments: command.args, ...options },
    reason,
    requestId: '',
  });
}
