import { loadConfig } from '../../config/config.ts';
import { connectEmbedded } from './embedded.ts';
import { DatabaseRoleError, prepareDatabase } from './prepare-database.ts';

/** `npm run migrate`: brings the database up to date as its owner, for servers that do not have DATABASE_OWNER_URL. */
const config = loadConfig();
const embedded = config.databaseUrl ? null : await connectEmbedded(config.dataDir);
try {
  const urls = embedded ?? { url: config.databaseUrl!, ownerUrl: config.databaseOwnerUrl };
  const { mayChangeSchema } = await prepareDatabase(urls, 0);
  process.stdout.write(
    `The database is up to date.${mayChangeSchema ? ' The user of DATABASE_URL may change the schema and the past.' : ''}\n`,
  );
} catch (error) {
  console.error(error instanceof DatabaseRoleError ? error.message : error);
  process.exitCode = 1;
} finally {
  await embedded?.stop();
}
