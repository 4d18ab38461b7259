import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, Server } from './server.ts';

/** A demo server on a free port; its URL is passed to the journeys by E2E_URL. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-e2e-'));
  const server = new Server(dataDir, await findFreePort(), {
    OPERATOR_ADDRESS: 'Rua da Prata 1, 1100-414 Lisboa',
    OPERATOR_VAT_NUMBER: 'PT500000000',
  });
  await server.start();
  await server.turnDurabilityOff();
  process.env.E2E_URL = server.url;
  process.env.E2E_DATA_DIR = dataDir;
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
