import type { Language } from '@wopack/domain';
import { Command } from 'commander';
import { getConsoleAddress } from '../config/config.ts';
import { createCommandCall, createOwner, ENROLMENT_HOURS } from '../modules/admin/index.ts';
import type { PaymentProvider } from '../modules/payments/index.ts';
import type { Context } from '../platform/context.ts';
import { AppError } from '../platform/http/app-error.ts';
import { translateError } from '../platform/http/error-handler.ts';
import { formatError } from '../platform/observability/describe-error.ts';
import type { CommandContext } from './command-context.ts';
import {
  registerLedgerCommands,
  registerPayoutCommands,
  registerStatementCommands,
} from './ledger-commands.ts';
import {
  registerPlaceTypeCommands,
  registerPriceCommands,
  registerProductTypeCommands,
} from './offered-value-commands.ts';
import {
  refundCommands,
  registerDisputeCommands,
  registerOrderCommands,
  registerPinCommands,
} from './order-commands.ts';
import { registerRecoveryCommands } from './recovery-commands.ts';

/** All commands are idempotent. */
export function createOperatorProgram(
  context: Context,
  createProvider: () => Promise<PaymentProvider>,
  print: (text: string) => void,
  /** Role that may declare a recovery; null: that of the context. */
  ownerUrl: string | null = null,
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
  registerRecoveryCommands(commandContext, ownerUrl);
  registerPriceCommands(commandContext);
  registerProductTypeCommands(commandContext);
  registerPlaceTypeCommands(commandContext);
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
  program.hook('postAction', (_, command) => recordCommand(context, command));
  return program;
}

/**
 * Commands without a counterpart in the console, and those that print personal data, with the kind of their argument.
 * The others record themselves, in the transaction of their use case.
 */
const RECORDED_AFTERWARDS: Record<string, string> = {
  'payouts show': 'payout_run',
  reports: '',
  'statements issue': '',
  'statements correct': 'statement',
  'refunds retry': 'payment',
  'pins renew': '',
  'recovery declare': '',
};

/** A command that failed changed nothing. */
async function recordCommand(context: Context, command: Command): Promise<void> {
  const name = [command.parent?.parent && command.parent.name(), command.name()].filter(Boolean).join(' ');
  const subjectKind = RECORDED_AFTERWARDS[name];
  if (subjectKind === undefined) return;
  const { reason, ...options } = command.opts<{ reason?: string }>();
  await createCommandCall(context, name).record(context.db, {
    subject: subjectKind ? [subjectKind, command.args[0] ?? ''] : undefined,
    after: { arguments: command.args, ...options },
    reason,
  });
}

/** What a command says when it is refused, with each wrong value. */
export function formatRefusal(error: unknown, language: Language): string {
  if (!(error instanceof AppError))
    return error instanceof Error && error.message ? error.message : formatError(error);
  const { message, errors } = translateError(error, language);
  return [message, ...Object.values(errors ?? {}).flat()].join('\n');
}
