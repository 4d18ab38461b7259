import { readConfig } from '../config/config.ts';
import { chooseProvider } from '../modules/payments/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Context } from '../platform/context.ts';
import { openDatabase } from '../platform/db/database.ts';
import { reachEmbedded } from '../platform/db/embedded.ts';
import { migrate } from '../platform/db/migrate.ts';
import { AppError } from '../platform/http/error.ts';
import { startJobs } from '../platform/jobs.ts';
import { openLog } from '../platform/log.ts';
import { translate } from '../platform/messages/translate.ts';
import { operatorProgram } from './program.ts';

/** npm run operator -- …: what whoever runs WoPack does by hand, beside a running server or without one. */
const config = readConfig(process.env);
const embedded = config.databaseUrl ? null : await reachEmbedded(config.dataDir);
const url = config.databaseUrl ?? embedded!.url;
const db = openDatabase(url, 2);
try {
  await migrate(db);
  const jobs = await startJobs(url, (error) => console.error('jobs:', error.message));
  try {
    // Commands enqueue what has to be sent; the server sends it.
    const context = { config, db, clock: systemClock, jobs, log: openLog(config) } as Context;
    const print = (text: string) => void process.stdout.write(`${text}\n`);
    const provider = () => chooseProvider(config, db, systemClock);
    await operatorProgram(context, provider, print).parseAsync();
  } finally {
    await jobs.stop();
  }
} catch (error) {
  const { language } = config.operator;
  const refused =
    error instanceof AppError && translate(error.details.message ?? `error.${error.kind}`, language);
  console.error(refused || (error instanceof Error ? error.message : error));
  process.exitCode = 1;
} finally {
  await db.destroy();
  await embedded?.stop();
}
