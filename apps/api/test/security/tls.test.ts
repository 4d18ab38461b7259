import { appendFile, chmod, chown, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/db/database.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { preparePostgres } from '../../src/platform/db/postgres-installation.ts';
import { ServerProcess } from '../servers/server-process.ts';

/** A certificate for 'localhost', its authority, and another authority. Its key is no secret: nobody trusts it. */
const getFixturePath = (name: string) => join(import.meta.dirname, 'tls', name);

let dataDir: string;
let postgres: Awaited<ReturnType<typeof startEmbedded>>;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-tls-'));
  await (await startEmbedded(dataDir)).stop();
  const { clusterDir, user } = await preparePostgres(dataDir);
  for (const name of ['server.crt', 'server.key']) {
    const copyPath = join(clusterDir, name);
    await copyFile(getFixturePath(name), copyPath);
    await chmod(copyPath, 0o600);
    if (user) await chown(copyPath, user.uid, user.gid);
  }
  await appendFile(join(clusterDir, 'postgresql.auto.conf'), 'ssl = on\n');
  postgres = await startEmbedded(dataDir);
});
afterAll(async () => {
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

function buildUrl(host: string, authority: string): string {
  const url = Object.assign(new URL(postgres.url), { hostname: host });
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', getFixturePath(authority));
  return url.href;
}

test('all connections of a server are encrypted to a PostgreSQL whose certificate is checked', {
  timeout: 60_000,
}, async () => {
  const url = buildUrl('localhost', 'ca.crt');
  const server = await ServerProcess.start(join(dataDir, 'server'), {
    DATABASE_URL: url,
    ENABLE_SANDBOX: '1',
  });
  const db = openDatabase(url, 1);
  try {
    expect((await fetch(`${server.url}/ready`)).status, server.output).toBe(200);
    const { rows } = await sql<{ ssl: boolean }>`
      SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
      WHERE datname = 'wopack'`.execute(db);
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ ssl }) => !ssl)).toEqual([]);
  } finally {
    await db.destroy();
    await server.waitForExit('SIGTERM');
  }
});

test.each([
  ['of another authority', 'localhost', 'other-ca.crt', /certificate/],
  ['for another name', '127.0.0.1', 'ca.crt', /altnames|does not match/i],
])('a certificate %s is refused', async (_, host, authority, errorPattern) => {
  const db = openDatabase(buildUrl(host, authority), 1);
  await expect(sql`SELECT 1`.execute(db)).rejects.toThrow(errorPattern);
  await db.destroy();
});
