import { Command } from 'commander';
import { findLaunchChecks, viewLaunchChecks } from '../modules/admin/index.ts';
import type { CommandContext } from './command-context.ts';

const MARKS = { ok: '+', later: '~', missing: '-' } as const;

export function createLaunchCommand({ context, createProvider, webDir, print }: CommandContext): Command {
  return new Command('check-launch')
    .description(
      'check what an operator must be able to show before the town opens, as the console does, with the settings of this command; fails while something is missing',
    )
    .action(async () => {
      const { config } = context;
      const provider = config.stripe || config.sandbox ? await createProvider() : null;
      const checks = await findLaunchChecks(context, { provider, webDir });
      const list = viewLaunchChecks(context, checks, config.operator.language);
      for (const group of list.groups) {
        print(`${group.title}: ${group.ok}/${group.checks.length}`);
        for (const { state, title, reason, link } of group.checks)
          print(`  ${MARKS[state]} ${title}: ${reason}${link && state !== 'ok' ? ` (${link.target})` : ''}`);
      }
      const outcome = `${list.ok}/${list.ok + list.later + list.missing}. ${list.summary} ${list.advice}`;
      if (list.missing > 0) throw new Error(outcome);
      print(outcome);
    });
}
