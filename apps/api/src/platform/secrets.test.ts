import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { ServerProcess } from '../../test/servers/server-process.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  TEST_SECRET_KEY,
} from '../../test/support/test-databases.ts';
import { parseConfig } from '../config/config.ts';
import { openDatabase } from './db/database.ts';
import { assertSecretKey, WrongSecretKeyError } from './db/secret-key.queries.ts';
import { createSecrets, loadSecrets, secretKeyFile } from './secrets.ts';

const secrets = createSecrets(TEST_SECRET_KEY);
const others = createSecrets(`another ${TEST_SECRET_KEY}`);

test('encrypted text is decrypted only with the same key and purpose', () => {
  const [one, two] = [secrets.encrypt('pin', '0417'), secrets.encrypt('pin', '0417')];
  expect(one).not.toBe(two);
  for (const text of [one, two]) expect(secrets.decrypt('pin', text)).toBe('0417');
  expect(secrets.decrypt('login-code', one)).toBeNull();
  expect(others.decrypt('pin', one)).toBeNull();
  const bytes = Buffer.from(one.slice(3), 'base64url');
  bytes[bytes.length - 1]! ^= 1;
  expect(secrets.decrypt('pin', `v1.${bytes.toString('base64url')}`)).toBeNull();
  for (const damaged of ['', 'v1.', 'v1.AAAA', '0417']) expect(secrets.decrypt('pin', damaged)).toBeNull();
  expect(secrets.hash('pin', '0417')).toEqual(createSecrets(TEST_SECRET_KEY).hash('pin', '0417'));
  expect(secrets.hash('pin', '0417')).not.toEqual(secrets.hash('login-code', '0417'));
  expect(secrets.hash('pin', '0417')).not.toEqual(others.hash('pin', '0417'));
});

test('without SECRET_KEY a private key file is created in DATA_DIR on the first start', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-key-'));
  const config = { secretKey: null, dataDir };
  const [one, two] = await Promise.all([loadSecrets(config), loadSecrets(config)]);
  expect(one.hash('pin', 'x')).toEqual(two.hash('pin', 'x'));
  expect((await loadSecrets(config)).hash('pin', 'x')).toEqual(one.hash('pin', 'x'));
  expect((await stat(secretKeyFile(dataDir))).mode & 0o777).toBe(0o600);
  expect((await readFile(secretKeyFile(dataDir), 'utf8')).length).toBeGreaterThan(40);
  await rm(dataDir, { recursive: true });
  expect(() => parseConfig({ SECRET_KEY: 'too short' })).toThrow('32 characters');
});

test('a database accepts only its own key', async () => {
  const { url, drop } = await createTestDatabase(inject('serverUrl'));
  const db = openDatabase(url, 2);
  await assertSecretKey(db, secrets);
  await assertSecretKey(db, secrets);
  await expect(assertSecretKey(db, others)).rejects.toThrow(WrongSecretKeyError);
  await db.destroy();
  await drop();
});

test('a server with another key reports it and does not start', { timeout: 300_000 }, async () => {
  const { url, ownerUrl, drop } = await createEmptyDatabase(inject('serverUrl'));
  const env = { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, ENABLE_SANDBOX: '1' };
  const folder = await mkdtemp(join(tmpdir(), 'wopack-key-'));
  const first = await ServerProcess.start(folder, env);
  expect(first.url).not.toBe('');
  const second = await ServerProcess.start(folder, {
    ...env,
    SECRET_KEY: `another ${TEST_SECRET_KEY}`,
  });
  expect(await second.waitForExit()).toBe(1);
  expect(second.output).toContain('npm run operator -- pins renew');
  expect(second.output).not.toContain('    at ');
  await first.waitForExit('SIGTERM');
  await rm(folder, { recursive: true });
  await drop();
});
