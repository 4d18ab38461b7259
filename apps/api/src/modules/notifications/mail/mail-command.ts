import { parseArgs } from 'node:util';
import { parseConfig } from '../../../config/config.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { connectEmbedded } from '../../../platform/db/embedded.ts';
import { startJobs } from '../../../platform/jobs.ts';
import { listFailedMail, resendFailedMail } from './failed-mail.ts';

/** `npm run mail`: lists undelivered mails and sends them again. */
const { positionals } = parseArgs({ allowPositionals: true });
const [command = 'failed', ...ids] = positionals;
const failureIds = ids.map(Number);
const isAll = ids[0] === 'all';

if (
  !(
    command === 'failed' ||
    (command === 'again' && ids.length && (isAll || failureIds.every(Number.isInteger)))
  )
) {
  process.stderr.write(`npm run mail -- failed         lists mail that did not get through, and why
npm run mail -- again all      sends all of it again; or the numbers of some: again 3 4
Looks at DATABASE_URL and DATA_DIR as the server does.\n`);
  process.exit(2);
}

const config = parseConfig(process.env);
const embedded = config.databaseUrl ? null : await connectEmbedded(config.dataDir);
const url = config.databaseUrl ?? embedded!.url;
const db = openDatabase(url, 2);
try {
  if (command === 'failed') {
    const failedMails = await listFailedMail({ db });
    const lines = failedMails.map(
      ({ id, failed_at, recipient, subject, mail, reason, failures }) =>
        `${id}  ${failed_at.toISOString()}  ${recipient}  ${mail ? subject : '(its time is over)'}\n    ${reason} (${failures} tries)\n`,
    );
    process.stdout.write(lines.join('') || 'All mail got through.\n');
  } else {
    const jobs = await startJobs(url, (error) => console.error(error.message));
    const sentCount = await resendFailedMail({ db, jobs }, isAll ? 'all' : failureIds);
    await jobs.stop();
    process.stdout.write(`On their way again: ${sentCount}\n`);
  }
} finally {
  await db.destroy();
  await embedded?.stop();
}
