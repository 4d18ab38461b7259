import { parseArgs } from 'node:util';
import { parseConfig } from '../../../config/config.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { connectEmbedded } from '../../../platform/db/embedded.ts';
import { startJobs } from '../../../platform/jobs.ts';
import { listFailedMail, resendFailedMail } from './send-mail.ts';

/** `npm run mail`: lists undelivered mails and sends them again. */
const { positionals } = parseArgs({ allowPositionals: true });
const [command = 'failed', ...ids] = positionals;
const failureIds = ids.map(Number);
const isAll = ids[0] === 'all';

const isResend = command === 'again' && ids.length > 0 && (isAll || failureIds.every(Number.isInteger));
if (command !== 'failed' && !isResend) {
  process.stderr.write(`npm run mail -- failed         lists undelivered mails with their reasons
npm run mail -- again all      sends all of them again; or some by id: again 3 4
Uses DATABASE_URL and DATA_DIR like the server.\n`);
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
        `${id}  ${failed_at.toISOString()}  ${recipient}  ${mail ? subject : '(expired)'}\n    ${reason} (${failures} tries)\n`,
    );
    process.stdout.write(lines.join('') || 'No undelivered mails.\n');
  } else {
    const jobs = await startJobs(url, (error) => console.error(error.message));
    const sentCount = await resendFailedMail({ db, jobs }, isAll ? 'all' : failureIds);
    await jobs.stop();
    process.stdout.write(`Enqueued again: ${sentCount}\n`);
  }
} finally {
  await db.destroy();
  await embedded?.stop();
}
