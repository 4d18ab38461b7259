import type { Context } from './context.ts';
import { translate } from './messages/translate.ts';

/**
 * Something is wrong that a person has to look at: said in the log, and by mail to whoever runs WoPack. `lines` name
 * it in figures, without personal data.
 */
export async function raiseAlarm(
  { config, db, jobs }: Pick<Context, 'config' | 'db' | 'jobs'>,
  name: 'books' | 'provider' | 'payouts',
  lines: readonly string[],
): Promise<void> {
  console.error(JSON.stringify({ level: 50, alarm: name, lines: lines.slice(0, 100) }));
  const { email, language } = config.operator;
  if (!email) return;
  await db.transaction().execute((trx) =>
    jobs.enqueue(trx, 'mail', {
      to: email,
      subject: translate(`mail.alarm.${name}.subject`, language),
      text: `${translate(`mail.alarm.${name}.text`, language)}\n\n${lines.slice(0, 100).join('\n')}\n\nWoPack`,
      language,
    }),
  );
}
