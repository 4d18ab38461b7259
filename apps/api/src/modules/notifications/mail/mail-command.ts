import { parseArgs } from 'node:util';
import { loadConfig } from '../../../config/config.ts';
import { openDatabase } from '../../../platform/db/database.ts';
import { connectEmbedded } from '../../../platform/db/embedded.ts';
import { startJobs } from '../../../platform/jobs.ts';
import { formatError } from '../../../platform/observability/describe-error.ts';
import { listFailedMail, resendFailedMail } from './send-mail.ts';

const USAGE = `npm run mail -- failed       lists the mails that could not be delivered: number, time, recipient, subject, reason
npm run mail -- again all    sends all of them again
npm run mail -- again 3 4    sends only those with the numbers 3 and 4 again
An expired mail, such as a login code, is listed but cannot be sent again. The server does the sending.
Both commands use DATABASE_URL and DATA_DIR like the server, which may be running.
`;

/** `npm run mail`: lists mails that could not be delivered, or hands them to the server to be sent again. */
const { positionals } = parseArgs({ allowPositionals: true });
const [command = 'failed', ...selection] = positionals;
const selectedIds = selection[0] === 'all' ? 'all' : selection.map(Number);
const isSelectionValid =
  selection.length > 0 && (selectedIds === 'all' || selectedIds.every(Number.isInteger));

if (command !== 'failed' && !(command === 'again' && isSelectionValid)) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const config = loadConfig();
const embedded = config.databaseUrl ? null : await connectEmbedded(config.dataDir);
const url = config.databaseUrl ?? embedded!.url;
const db = openDatabase(url, 2);
try {
  if (command === 'failed') {
    const failedMails = await listFailedMail({ db });
    const lines = failedMails.map(
      ({ id, failed_at, recipient, subject, mail, reason, failures }) =>
        `${id}  ${failed_at.toISOString()}  ${recipient}  ${mail ? subject : '(expired)'}\n    ${reason} (attempts: ${failures})\n`,
    );
    process.stdout.write(lines.join('') || 'There are no undelivered mails.\n');
  } else {
    const jobs = await startJobs(url, (error) => console.error(formatError(error)));
    const count = await db
      .transaction()
      .execute((trx) => resendFailedMail({ jobs }, trx, selectedIds))
      .finally(() => jobs.stop());
    process.stdout.write(`To be sent again by the server: ${count}\n`);
  }
} finally {
  await db.destroy();
  await embedded?.stop();
}
