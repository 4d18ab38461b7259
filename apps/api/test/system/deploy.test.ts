import { exec } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MailServer } from '../servers/notification-receivers.ts';
import { ServerProcess, waitUntil } from '../servers/server-process.ts';
import { createEmptyDatabase } from '../support/test-databases.ts';

// Requirements of the image and the compose file, including those of Podman.
const repositoryRoot = join(import.meta.dirname, '../../../..');
let composeFile: string;

beforeAll(async () => {
  composeFile = await readFile(join(repositoryRoot, 'deploy/compose.yaml'), 'utf8');
});

test('no variable has an empty default, which podman-compose would not expand', () => {
  expect(composeFile.match(/^[^#\n]*\$\{\w+:?-\}/gm) ?? []).toEqual([]);
});

test.each(['172.18.0.5', '10.89.1.4', '192.168.112.3'])(
  'X-Forwarded-For of a proxy at %s is trusted',
  async (proxyAddress) => {
    const app = Fastify({ trustProxy: /TRUST_PROXY: (.+)/.exec(composeFile)![1]! });
    app.get('/', ({ ip }) => ip);
    const headers = { 'x-forwarded-for': '85.240.1.2' };
    expect((await app.inject({ url: '/', remoteAddress: proxyAddress, headers })).body).toBe('85.240.1.2');
    expect((await app.inject({ url: '/', remoteAddress: '85.240.9.9', headers })).body).toBe('85.240.9.9');
  },
);

// One string: podman-compose 1.0.3 passes only the first of two list items.
test('the health command succeeds only when the server is ready', async () => {
  const command = /test: >-\n +(node .+)\n/.exec(composeFile)![1]!;
  const app = Fastify();
  let status = 200;
  app.get('/ready', (_request, reply) => reply.code(status).send({}));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const runHealthCommand = () =>
    new Promise((resolve) => {
      exec(command.replace('http://127.0.0.1:3000', url), (error) => resolve(error?.code ?? 0));
    });
  expect(await runHealthCommand()).toBe(0);
  status = 503;
  expect(await runHealthCommand()).toBe(1);
  await app.close();
  expect(await runHealthCommand()).toBe(1);
});

// The tests run in order on one production installation with demo data.
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
    NODE_ENV: 'production',
    DRAIN_SECONDS: '0',
    ENABLE_SANDBOX: '1',
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    ...env,
  });
  expect(server.url, server.output).toMatch(/^http/);
  return server.output;
}

const signIn = (password: string) =>
  server.client()('login', { body: { email: 'seller@wopack.example', password, device_name: 'test' } });
const DEMO_WARNING = /not real/;
let demoPassword: string;

test('the demo password in production is generated and shown once', { timeout: 60_000 }, async () => {
  const output = await restartServer({ SEED_DEMO: '1' });
  demoPassword = /seller@wopack\.example {2}(\S{12,})/.exec(output)?.[1] ?? '';
  expect(demoPassword, output).not.toBe('');
  expect(output).toMatch(DEMO_WARNING);
  await expect(signIn('sobras1')).rejects.toMatchObject({ code: 1 });
  await expect(signIn(demoPassword)).resolves.toMatchObject({ code: 0 });
});

test.each(['OPERATOR_ADDRESS', 'OPERATOR_VAT_NUMBER'])('without %s it does not start', async (name) => {
  const refused = await ServerProcess.start(join(dataDir, 'refused'), { NODE_ENV: 'production', [name]: '' });
  expect(await refused.waitForExit()).toBe(1);
  expect(refused.output).toContain(`Production needs ${name}:`);
});

test('no mail is sent to demo users', { timeout: 60_000 }, async () => {
  await server.client()('sendCode', { body: { email: 'seller@wopack.example', device_name: 'test' } });
  await server.client()('sendCode', { body: { email: 'ines@example.com', device_name: 'test' } });
  const listRecipients = () => mailServer.mails.map((mail) => mail.to?.[0]?.address);
  await waitUntil(async () => listRecipients().includes('ines@example.com'));
  expect(listRecipients().filter((address) => address?.endsWith('@wopack.example'))).toEqual([]);
});

test('later starts warn about the demo data, without the password', {
  timeout: 60_000,
}, async () => {
  for (const seedDemo of ['1', '0']) {
    const output = await restartServer({ SEED_DEMO: seedDemo });
    expect(output).toMatch(DEMO_WARNING);
    expect(output).not.toContain(demoPassword);
    expect(output).not.toContain('sobras1');
  }
});

test('an installation without demo data has no warning', { timeout: 60_000 }, async () => {
  const otherDatabase = await createEmptyDatabase(inject('serverUrl'));
  try {
    expect(await restartServer({ DATABASE_URL: otherDatabase.url })).not.toMatch(/demo/i);
  } finally {
    await server.waitForExit('SIGTERM');
    await otherDatabase.drop();
  }
});
