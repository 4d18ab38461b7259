import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { findFreePort, Server } from './server.ts';

/** A demo server on a free port; its URL is passed to the journeys by E2E_URL. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-e2e-'));
  const server = new Server(dataDir, await findFreePort(), {
    OPERATOR_ADDRESS: 'Rua da Prata 1, 1100-414 Lisboa',
    OPERATOR_VAT_NUMBER: 'PT500000000',
  });
  await server.start();
  await turnDurabilityOff(server);
  process.env.E2E_URL = server.url;
  process.env.E2E_DATA_DIR = dataDir;
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Waiting for the disk would lengthen the journeys; those about a crash start a server of their own. */
async function turnDurabilityOff(server: Server): Promise<void> {
  const client = new pg.Client(await server.getDatabaseUrl());
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}
