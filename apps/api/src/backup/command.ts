import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { loadConfig } from '../config/config.ts';
import { connectEmbedded } from '../platform/db/embedded.ts';
import { prepareDatabase } from '../platform/db/prepare-database.ts';
import { secretKeyFile } from '../platform/secrets.ts';
import { BackupError, restoreBackup, tryBackup, writeBackup } from './backup.ts';

/** `npm run backup -- FILE` and `npm run restore -- FILE`. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { trial: { type: 'boolean', default: false }, into: { type: 'string' } },
});
const [command, file] = positionals;
const isTrial = command === 'restore' && values.trial;
const commands = { backup: writeBackup, restore: restoreBackup };

if ((command !== 'backup' && command !== 'restore') || !file) {
  process.stderr.write(
    `npm run backup -- FILE.tar.gz    writes rows, photos, keys and unfinished jobs to one file; WoPack may be running
npm run restore -- FILE.tar.gz   fills an empty database and DATA_DIR from it
npm run restore -- --trial FILE.tar.gz   restores it into a database of its own, which is removed, or into an empty one
                                 (--into postgresql://…), and notes that it worked
Both use DATABASE_OWNER_URL, or else DATABASE_URL, and DATA_DIR like the server.\n`,
  );
  process.exit(2);
}

const config = loadConfig();
const embedded = config.databaseUrl ? null : await connectEmbedded(config.dataDir);
try {
  const urls = embedded ?? { url: config.databaseUrl!, ownerUrl: config.databaseOwnerUrl };
  const databaseUrl = urls.ownerUrl ?? urls.url;
  const manifest = isTrial
    ? await tryBackup(databaseUrl, file, values.into)
    : await commands[command](databaseUrl, config.dataDir, file);
  if (command === 'restore' && !isTrial) await prepareDatabase(urls);
  process.stdout.write(
    `${command === 'backup' ? 'Written' : isTrial ? 'Restored for a trial' : 'Restored'}: ${manifest.tables.length} tables, ${manifest.jobs.length} waiting jobs, as of ${manifest.made_at}\n`,
  );
  if (command === 'restore' && !isTrial)
    process.stdout.write(
      `Nothing is sent until you confirm: mail, refunds and payouts may have been made after ${manifest.made_at}.\n` +
        '  npm run operator -- recovery show       what is due\n' +
        '  npm run operator -- recovery confirm\n',
    );
  if (command === 'restore' && !isTrial && !config.secretKey && !existsSync(secretKeyFile(config.dataDir))) {
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
