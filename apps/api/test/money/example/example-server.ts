import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../../../src/platform/db/embedded.ts';
import { prepareDatabase } from '../../../src/platform/db/prepare-database.ts';
import { startTestApp } from '../../support/start-test-app.ts';
import { runExample } from './run-example.ts';

/**
 * A server process with the web app and the data of docs/worked-example.md. Its clock stops at the end of the example.
 * Prints its URL as one line of JSON, and runs until it is terminated.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'wopack-example-'));
const embedded = await startEmbedded(dataDir);
const stopDatabase = async () => {
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
};
const { url, ownerUrl } = embedded;
await prepareDatabase(embedded);

const webDir = join(import.meta.dirname, '../../../../web/dist');
const api = await startTestApp({ database: { url, ownerUrl, drop: stopDatabase }, webDir });
process.once('SIGTERM', () => void api.close().then(() => process.exit(0)));
const users = await runExample(api);
await api.app.listen({ port: 0, host: 'localhost' });
const { port } = api.app.server.address() as AddressInfo;
const emails = Object.entries(users).map(([name, { email }]) => [name, email]);
process.stdout.write(
  `${JSON.stringify({
    url: `http://localhost:${port}`,
    databaseUrl: url,
    now: api.clock.now(),
    emails: Object.fromEntries(emails),
  })}\n`,
);
