import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadConfig } from '../config/config.ts';
import { connectEmbedded } from '../platform/db/embedded.ts';
import { prepareDatabase } from '../platform/db/prepare-database.ts';
import { secretKeyFile } from '../platform/secrets.ts';
import { BackupError, restoreBackup, writeBackup } from './backup.ts';

/** `npm run backup -- FILE` and `npm run restore -- FILE`. */
const { positionals } = parseArgs({ allowPositionals: true });
const [command, file] = positionals;
const commands = { backup: writeBackup, restore: restoreBackup };

if ((command !== 'backup' && command !== 'restore') || !file) {
  process.stderr.write(
    `npm run backup -- FILE.tar.gz    writes rows, photos, keys and unfinished jobs to one file; WoPack may be running
npm run restore -- FILE.tar.gz   fills an empty database and DATA_DIR from it
Both use DATABASE_OWNER_URL, or else DATABASE_URL, and DATA_DIR like the server.\n`,
  );
  process.exit(2);
}

const config = loadConfig();
const embedded = config.databaseUrl ? null : await connectEmbedded(config.dataDir);
try {
  const urls = embedded ?? { url: config.databaseUrl!, ownerUrl: config.databaseOwnerUrl };
  const manifest = await commands[command](urls.ownerUrl ?? urls.url, config.dataDir, file);
  if (command === 'restore') await prepareDatabase(urls);
  process.stdout.write(
    `${command === 'backup' ? 'Written' : 'Restored'}: ${manifest.tables.length} tables, ${manifest.jobs.length} waiting jobs, as of ${manifest.made_at}\n`,
  );
  if (command === 'restore')
    process.stdout.write(
      `Nothing is sent until you confirm: mail, refunds and payouts may have been made after ${manifest.made_at}.\n` +
        '  npm run operator -- recovery show       what is due\n' +
        '  npm run operator -- recovery confirm\n',
    );
  if (command === 'restore' && !config.secretKey && !existsSync(secretKeyFile(config.dataDir))) {
    process.stdout.write(
      'Before the first start: set SECRET_KEY as it was, or put the former secret-key into DATA_DIR. ' +
        'If it is lost: npm run operator -- pins renew.\n',
    );
  }
} catch (error) {
  console.error(error instanceof BackupError ? error.message : error);
  process.exitCode = 1;
} finally {
  await embedded?.stop();
}
