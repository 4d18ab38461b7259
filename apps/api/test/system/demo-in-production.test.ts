import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MailServer } from '../servers/mail-server.ts';
import { ServerProcess, waitUntil } from '../servers/server-process.ts';
import { createEmptyDatabase } from '../support/test-databases.ts';

// One story, told in order: what a town on line is told of a demo that it asked for.
const mailServer = new MailServer();
let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  await mailServer.open();
  database = await createEmptyDatabase(inject('serverUrl'));
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-demo-'));
});
afterAll(async () => {
  await server?.waitForExit('SIGTERM');
  await mailServer.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function restartServer(env: NodeJS.ProcessEnv): Promise<string> {
  await server?.waitForExit('SIGTERM');
  server = await ServerProcess.start(dataDir, {
    ...{ NODE_ENV: 'production', DRAIN_SECONDS: '0', ENABLE_SANDBOX: '1' },
    ...{ DATABASE_URL: database.url, SMTP_URL: mailServer.url },
    ...env,
  });
  expect(server.url, server.output).toMatch(/^http/);
  return server.output;
}

const signIn = (password: string) =>
  server.client()('login', { body: { email: 'seller@wopack.example', password, device_name: 'test' } });
const DEMO_WARNING = /not real/;
let demoPassword: string;

test('the password of a demo on line is its own, and told once', { timeout: 60_000 }, async () => {
  const output = await restartServer({ SEED_DEMO: '1' });
  demoPassword = /seller@wopack\.example {2}(\S{12,})/.exec(output)?.[1] ?? '';
  expect(demoPassword, output).not.toBe('');
  expect(output).toMatch(DEMO_WARNING);
  await expect(signIn('sobras1')).rejects.toMatchObject({ code: 1 });
  await expect(signIn(demoPassword)).resolves.toMatchObject({ code: 0 });
});

test('its people have no mailbox: nothing is sent to them', { timeout: 60_000 }, async () => {
  await server.client()('sendCode', { body: { email: 'seller@wopack.example', device_name: 'test' } });
  await server.client()('sendCode', { body: { email: 'ines@example.com', device_name: 'test' } });
  const listRecipients = () => mailServer.mails.map((mail) => mail.to?.[0]?.address);
  await waitUntil(async () => listRecipients().includes('ines@example.com'));
  expect(listRecipients().filter((address) => address?.endsWith('@wopack.example'))).toEqual([]);
});

test('later starts say that it is there, asked for or not, and no password', {
  timeout: 60_000,
}, async () => {
  for (const seedDemo of ['1', '0']) {
    const output = await restartServer({ SEED_DEMO: seedDemo });
    expect(output).toMatch(DEMO_WARNING);
    expect(output).not.toContain(demoPassword);
    expect(output).not.toContain('sobras1');
  }
});

test('a town without it is told nothing of it', { timeout: 60_000 }, async () => {
  const otherDatabase = await createEmptyDatabase(inject('serverUrl'));
  try {
    expect(await restartServer({ DATABASE_URL: otherDatabase.url })).not.toMatch(/demo/i);
  } finally {
    await server.waitForExit('SIGTERM');
    await otherDatabase.drop();
  }
});
