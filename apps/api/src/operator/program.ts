import { Command } from 'commander';
import type { PaymentProvider } from '../modules/payments/index.ts';
import type { Context } from '../platform/context.ts';
import { bookCommands } from './book-commands.ts';
import { catalogueCommands } from './catalogue-commands.ts';
import { disputeCommands } from './dispute-commands.ts';
import type { Operating } from './operating.ts';
import { orderCommands } from './order-commands.ts';
import { payoutCommands } from './payout-commands.ts';
import { pinCommands } from './pin-commands.ts';
import { refundCommands } from './refund-commands.ts';
import { statementCommands } from './statement-commands.ts';

/** Every command with its help. Whatever a command changes, doing it again changes nothing more. */
export function operatorProgram(
  context: Context,
  provider: () => Promise<PaymentProvider>,
  print: (text: string) => void,
): Command {
  const program = new Command('npm run operator --').description(
    'What whoever runs WoPack does by hand. Looks at DATABASE_URL and DATA_DIR as the server does, which may run.',
  );
  const operating: Operating = { program, context, provider, print };
  payoutCommands(operating);
  statementCommands(operating);
  orderCommands(operating);
  refundCommands(operating);
  pinCommands(operating);
  disputeCommands(operating);
  bookCommands(operating);
  catalogueCommands(operating);
  return program;
}
