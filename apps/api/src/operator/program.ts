import { Command } from 'commander';
import type { PaymentProvider } from '../modules/payments/index.ts';
import type { Context } from '../platform/context.ts';
import { registerCatalogueCommands } from './catalogue-commands.ts';
import type { CommandContext } from './command-context.ts';
import { registerDisputeCommands } from './dispute-commands.ts';
import { registerLedgerCommands } from './ledger-commands.ts';
import { registerOrderCommands } from './order-commands.ts';
import { registerPayoutCommands } from './payout-commands.ts';
import { registerPinCommands } from './pin-commands.ts';
import { refundCommands } from './refund-commands.ts';
import { registerStatementCommands } from './statement-commands.ts';

/** Every command with its help. Whatever a command changes, doing it again changes nothing more. */
export function createOperatorProgram(
  context: Context,
  createProvider: () => Promise<PaymentProvider>,
  print: (text: string) => void,
): Command {
  const program = new Command('npm run operator --').description(
    'What whoever runs WoPack does by hand. Looks at DATABASE_URL and DATA_DIR as the server does, which may run.',
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
