import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { PgBoss } from 'pg-boss';

/** The database of the server that the journeys share. */
async function getDatabaseUrl(): Promise<string> {
  const dataDir = process.env.E2E_DATA_DIR!;
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const port = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
  return `postgresql://postgres:${password}@127.0.0.1:${port}/wopack`;
}

/** Lets ten minutes pass for a person's holds, and the server look for what is over. */
export async function expireHolds(email: string): Promise<void> {
  const url = await getDatabaseUrl();
  const client = new pg.Client(url);
  await client.connect();
  await client.query(
    `UPDATE payments SET expires_at = now() - interval '1 second'
     WHERE state = 'pending' AND user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  await client.end();
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false, migrate: false });
  await boss.start();
  await boss.send('checkout.sync-holds', {});
  await boss.stop({ graceful: false });
}
