import { renewPins } from '../modules/orders/index.ts';
import { loadSecrets } from '../platform/secrets.ts';
import type { CommandContext } from './command-context.ts';

export function registerPinCommands({ program, context, print }: CommandContext): void {
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
    });
}
