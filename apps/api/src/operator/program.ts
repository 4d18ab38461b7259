import { Command } from 'commander';
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
  return program;
}
