import { parseArgs } from 'node:util';
import { loadConfig } from '../config/config.ts';
import { createS3Storage } from '../platform/files/storage.ts';
import { moveFiles } from './move-files.ts';

/** `npm run files -- move`: moves photos from DATA_DIR/media to the bucket. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
});

if (positionals.join(' ') !== 'move') {
  process.stderr.write(`npm run files -- move              moves photos from DATA_DIR/media into the bucket
npm run files -- move --dry-run    reports what would be moved
WoPack may be running, with the same S3_ variables. A repeated run continues with the rest.\n`);
  process.exit(2);
}

const { s3, mediaDir } = loadConfig();
if (!s3) {
  process.stderr.write(
    'No bucket configured: set S3_ENDPOINT and the other S3_ variables, see .env.example.\n',
  );
  process.exit(2);
}

const dryRun = values['dry-run'];
const { files, bytes, failed } = await moveFiles(mediaDir, createS3Storage(s3), {
  dryRun,
  onProgress: (completed, total) => {
    if (!dryRun && (completed % 100 === 0 || completed === total))
      process.stdout.write(`${completed} of ${total}\n`);
  },
});
for (const { key, reason } of failed) process.stderr.write(`${key}: ${reason}\n`);
process.stdout.write(
  `${dryRun ? 'To be moved' : 'Moved'}: ${files} files, ${(bytes / 1e6).toFixed(1)} MB. Failed: ${failed.length}.\n`,
);
process.exitCode = failed.length ? 1 : 0;
