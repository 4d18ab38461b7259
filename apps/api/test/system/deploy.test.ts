import { exec } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { MailServer } from '../servers/mail-server.ts';
import { ServerProcess, waitUntil } from '../servers/server-process.ts';
import { createEmptyDatabase } from '../support/test-databases.ts';

// What the image and the compose file stand on, beyond what Docker alone would forgive.
const repositoryRoot = join(import.meta.dirname, '../../../..');
let composeFile: string;

beforeAll(async () => {
  composeFile = await readFile(join(repositoryRoot, 'deploy/compose.yaml'), 'utf8');
});

test('the pictures of the demo come with an install for production, which the image is', async () => {
  const { packages } = JSON.parse(await readFile(join(repositoryRoot, 'package-lock.json'), 'utf8'));
  expect(packages['node_modules/@lobehub/fluent-emoji-3d']).not.toHaveProperty('dev');
});

test('no value has an empty default: podman-compose would leave it as it is written', () => {
  expect(composeFile.match(/^[^#\n]*\$\{\w+:?-\}/gm) ?? []).toEqual([]);
});

test.each(['172.18.0.5', '10.89.1.4', '192.168.112.3'])(
  'a proxy at %s is believed who calls',
  async (proxyAddress) => {
    const app = Fastify({ trustProxy: /TRUST_PROXY: (.+)/.exec(composeFile)![1]! });
    app.get('/', ({ ip }) => ip);
    const headers = { 'x-forwarded-for': '85.240.1.2' };
    expect((await app.inject({ url: '/', remoteAddress: proxyAddress, headers })).body).toBe('85.240.1.2');
    expect((await app.inject({ url: '/', remoteAddress: '85.240.9.9', headers })).body).toBe('85.240.9.9');
  },
);

// As one string: a list is given by podman-compose 1.0.3 to the first of two alone.
test('the health command tells a WoPack that can serve from one that cannot', async () => {
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
