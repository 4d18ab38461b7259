import { renewPins } from '../modules/orders/index.ts';
import { loadSecrets } from '../platform/secrets.ts';
import type { CommandContext } from './command-context.ts';

export function registerPinCommands({ program, context, print }: CommandContext): void {
  program
    .command('pins')
    .description('PINs of open orders')
    .command('renew')
    .description(
      'after SECRET_KEY was lost: take the one that is set now, give every open order a new PIN, tell its buyer',
    )
    .action(async () => {
      // Opened here alone: no other command makes a key in whatever DATA_DIR it is run with.
      const secrets = await loadSecrets(context.config);
      print(`New PINs: ${await renewPins({ ...context, secrets })}.`);
    });
}
