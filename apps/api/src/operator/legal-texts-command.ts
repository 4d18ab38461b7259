import { getEarliestStart, legalTextVersions, localDate, policyPaths } from '@wopack/domain';
import { Command } from 'commander';
import { announceLegalText, getEarliestDay } from '../modules/admin/index.ts';
import { listTextStates } from '../modules/identity/index.ts';
import { type CommandContext, formatTable } from './command-context.ts';

const isLegalText = (name: string): name is keyof typeof policyPaths => name in policyPaths;

export function createLegalTextsCommand({ context, print }: CommandContext): Command {
  const { db, clock, config } = context;
  const day = (instant: Date) => localDate(instant, config.operatorTimeZone).toString();
  const command = new Command('legal-texts').description(
    'versions of terms, privacy and the other legal texts',
  );
  command
    .command('list')
    .description('which version of each holds, which is announced, and which waits for an announcement')
    .action(async () => {
      const now = clock.now();
      const states = await listTextStates(db, now);
      print(
        formatTable([
          ['text', 'holds', 'since', 'announced', 'from', 'waits', 'earliest'],
          ...states.map(({ text, inForce, planned }) => {
            const newest = legalTextVersions[text][0]!.version;
            const waits = newest > (planned ?? inForce).version;
            return [
              ...[text, inForce.version, day(inForce.holds_from)],
              ...[planned?.version, planned && day(planned.holds_from), waits ? newest : ''],
              waits && !planned
                ? getEarliestDay(getEarliestStart(text, inForce.version, now), config.operatorTimeZone)
                : '',
            ];
          }),
        ]),
      );
    });
  command
    .command('announce <text> <version> <date>')
    .description(
      'tell all users by mail and in the app that a version holds from the beginning of a day, as far ahead as the version that holds promises and at least 15 days',
    )
    .action(async (text: string, version: string, date: string) => {
      if (!isLegalText(text)) throw new Error(`${text} is none of ${Object.keys(policyPaths).join(', ')}.`);
      if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`${date} is not a date like 2026-12-31.`);
      await announceLegalText(context, { text, version, date: Temporal.PlainDate.from(date) });
      print(`${text} ${version} is announced for ${date}.`);
    });
  return command;
}
