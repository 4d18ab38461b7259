import { join } from 'node:path';
import { loadConfig } from '../config/config.ts';
import { createPaymentProvider, keepQuiet } from '../modules/payments/index.ts';
import type { Context } from '../platform/context.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createDatabaseClock } from '../platform/db/database-clock.ts';
import { connectEmbedded } from '../platform/db/embedded.ts';
import { prepareDatabase } from '../platform/db/prepare-database.ts';
import { findUnconfirmedRecovery } from '../platform/db/quiet.queries.ts';
import { startJobs } from '../platform/jobs.ts';
import { formatError } from '../platform/observability/describe-error.ts';
import { createLog } from '../platform/observability/log.ts';
import { createOperatorProgram, formatRefusal } from './program.ts';

/** `npm run operator -- …`: administrative commands, with or without a running server. */
const config = loadConfig();
const embedded = config.databaseUrl ? null : await connectEmbedded(config.dataDir);
const urls = embedded ?? { url: config.databaseUrl!, ownerUrl: config.databaseOwnerUrl };
const { url } = urls;
const db = openDatabase(url, 2);
try {
  await prepareDatabase(urls);
  const jobs = await startJobs(url, (error) => console.error('jobs:', formatError(error)));
  let clock: Awaited<ReturnType<typeof createDatabaseClock>> | null = null;
  try {
    clock = await createDatabaseClock(db);
    // Commands only enqueue jobs; the server runs them.
    const log = createLog(config);
    const context = { config, db, clock, jobs, log } as Partial<Context> as Context;
    const print = (text: string) => void process.stdout.write(`${text}\n`);
    const createProvider = () =>
      createPaymentProvider(config, db, context.clock).then((provider) =>
        keepQuiet(provider, async () => (await findUnconfirmedRecovery(db)) !== null),
      );
    await createOperatorProgram({
      context,
      createProvider,
      webDir: join(import.meta.dirname, '../../../web/dist'),
      print,
      ownerUrl: urls.ownerUrl ?? null,
    }).parseAsync();
  } finally {
    await clock?.stop();
    await jobs.stop();
  }
} catch (error) {
  console.error(formatRefusal(error, config.operator.language));
  process.exitCode = 1;
} finally {
  await db.destroy();
  await embedded?.stop();
}
