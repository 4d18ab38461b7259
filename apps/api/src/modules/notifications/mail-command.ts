import { parseArgs } from 'node:util';
import { readConfig } from '../../config/config.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { reachEmbedded } from '../../platform/db/embedded.ts';
import { startJobs } from '../../platform/jobs.ts';
import { failedMail, sendFailedMail } from './failed-mail.ts';

/** npm run mail: what did not get through, and sending it again. */
const { positionals } = parseArgs({ allowPositionals: true });
const [command = 'failed', ...ids] = positionals;
const numbers = ids.map(Number);
const all = ids[0] === 'all';

if (
  !(command === 'failed' || (command === 'again' && ids.length && (all || numbers.every(Number.isInteger))))
) {
  process.stderr.write(`npm run mail -- failed         lists mail that did not get through, and why
npm run mail -- again all      sends all of it again; or the numbers of some: again 3 4
Looks at DATABASE_URL and DATA_DIR as the server does.\n`);
  process.exit(2);
}

const config = readConfig(process.env);
const embedded = config.databaseUrl ? null : await reachEmbedded(config.dataDir);
const url = config.databaseUrl ?? embedded!.url;
const db = openDatabase(url, 2);
try {
  if (command === 'failed') {
    const list = await failedMail({ db });
    const lines = list.map(
      ({ id, failed_at, recipient, subject, mail, reason, failures }) =>
        `${id}  ${failed_at.toISOString()}  ${recipient}  ${mail ? subject : '(its time is over)'}\n    ${reason} (${failures} tries)\n`,
    );
    process.stdout.write(lines.join('') || 'All mail got through.\n');
  } else {
    const jobs = await startJobs(url, (error) => console.error(error.message));
    const sent = await sendFailedMail({ db, jobs }, all ? 'all' : numbers);
    await jobs.stop();
    process.stdout.write(`On their way again: ${sent}\n`);
  }
} finally {
  await db.destroy();
  await embedded?.stop();
}
