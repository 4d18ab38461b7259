import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { S3Server } from '../../test/servers/s3-server.ts';
import { parseConfig } from '../config/config.ts';
import { createS3Storage, createStorage, type Storage } from '../platform/files/storage.ts';
import { moveFiles } from './move-files.ts';

const s3 = new S3Server();
let dataDir: string;
let media: string;
let bucket: Storage;
beforeAll(() => s3.open());
afterAll(() => s3.close());

const names = ['photos/a-1280.webp', 'photos/a-640.webp', 'avatars/b.webp'];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-move-'));
  media = join(dataDir, 'media');
  for (const kind of ['photos', 'avatars', 'demo']) await mkdir(join(media, kind), { recursive: true });
  for (const name of names) await writeFile(join(media, name), `content of ${name}`);
  await writeFile(join(media, 'photos/c.webp.17.part'), 'half');
  await writeFile(join(media, 'demo/bakery.webp'), 'painted');
  bucket = createS3Storage(parseConfig(s3.buildEnv()).s3!);
});
afterEach(async () => {
  s3.findFailure = () => null;
  for (const key of await s3.listKeys()) await bucket.remove(key);
  await rm(dataDir, { recursive: true, force: true });
});

const listLocalFiles = async () =>
  (await readdir(media, { recursive: true })).filter((name) => /\.webp$/.test(name)).sort();
const sortedNames = [...names].sort();

test('a dry run reports the amount and moves nothing', async () => {
  const { files, bytes } = await moveFiles(media, bucket, { dryRun: true });
  expect({ files, bytes }).toEqual({ files: 3, bytes: names.join('').length + 3 * 'content of '.length });
  expect(await s3.listKeys()).toEqual([]);
  expect(await listLocalFiles()).toEqual([...sortedNames, 'demo/bakery.webp'].sort());
});

test('complete files are moved; demo pictures and partial files stay', async () => {
  expect(await moveFiles(media, bucket)).toMatchObject({ files: 3, failed: [] });
  expect(await s3.listKeys()).toEqual(sortedNames);
  expect(String(await bucket.get('avatars/b.webp'))).toBe('content of avatars/b.webp');
  expect(await listLocalFiles()).toEqual(['demo/bakery.webp']);
  expect(await moveFiles(media, bucket)).toMatchObject({ files: 0, failed: [] });
});

test('a failed file stays in the folder and is moved by the next run', async () => {
  s3.findFailure = ({ method, path }) => (method === 'PUT' && path.includes('a-640') ? 500 : null);
  const { files, failed } = await moveFiles(media, bucket);
  expect({ files, failed }).toEqual({
    files: 2,
    failed: [{ key: 'photos/a-640.webp', reason: expect.stringContaining('500') }],
  });
  expect(await listLocalFiles()).toContain('photos/a-640.webp');
  s3.findFailure = () => null;
  expect(await moveFiles(media, bucket)).toMatchObject({ files: 1, failed: [] });
  expect(await s3.listKeys()).toEqual(sortedNames);
});

test('a run stopped after copying a file continues without copying it again', async () => {
  await bucket.put('photos/a-640.webp', Buffer.from('content of photos/a-640.webp'));
  s3.calls.length = 0;
  await moveFiles(media, bucket);
  expect(s3.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(2);
  expect(await s3.listKeys()).toEqual(sortedNames);
});

test('a file that differs when read back is not removed from the folder', async () => {
  const corruptingStorage = { ...bucket, get: async () => Buffer.from('something else') };
  const { files, failed } = await moveFiles(media, corruptingStorage);
  expect({ files, failed: failed.length }).toEqual({ files: 0, failed: 3 });
  expect(await listLocalFiles()).toEqual([...sortedNames, 'demo/bakery.webp'].sort());
});

test('a picture removed during its move does not reappear', async () => {
  const config = { ...parseConfig({ ...s3.buildEnv(), DATA_DIR: dataDir }) };
  const servingStorage = createStorage(config);
  const slowBucket: Storage = {
    ...bucket,
    put: async (key, content) => {
      if (key === 'avatars/b.webp') await servingStorage.remove(key);
      await bucket.put(key, content);
    },
  };
  expect((await moveFiles(media, slowBucket)).failed).toEqual([]);
  expect(await s3.listKeys()).toEqual(['photos/a-1280.webp', 'photos/a-640.webp']);
});

test('the command moves files and rejects unknown arguments', async () => {
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, 'command.ts'), ...words], {
      env: { ...process.env, ...s3.buildEnv(), DATA_DIR: dataDir },
    });
  expect((await run('move', '--dry-run')).stdout).toContain('To be moved: 3 files');
  expect(await s3.listKeys()).toEqual([]);
  expect((await run('move')).stdout).toContain('Moved: 3 files');
  expect(await s3.listKeys()).toEqual(sortedNames);
  await expect(run('fetch')).rejects.toMatchObject({ code: 2 });
});
