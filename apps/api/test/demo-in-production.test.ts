import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { emptyDatabase } from './databases.ts';
import { MailServer } from './mail-server.ts';
import { eventually, ServerProcess } from './server-process.ts';

// One story, told in order: what a town on line is told of a demo that it asked for.
const mail = new MailServer();
let database: Awaited<ReturnType<typeof emptyDatabase>>;
let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  await mail.open();
  database = await emptyDatabase(inject('serverUrl'));
  folder = await mkdtemp(join(tmpdir(), 'wopack-demo-'));
});
afterAll(async () => {
  await server?.end('SIGTERM');
  await mail.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: NodeJS.ProcessEnv): Promise<string> {
  await server?.end('SIGTERM');
  server = await ServerProcess.start(folder, {
    ...{ NODE_ENV: 'production', DRAIN_SECONDS: '0', ENABLE_SANDBOX: '1' },
    ...{ DATABASE_URL: database.url, SMTP_URL: mail.url },
    ...env,
  });
  expect(server.url, server.output).toMatch(/^http/);
  return server.output;
}

const signIn = (password: string) =>
  server.call()('login', { body: { email: 'seller@wopack.example', password, device_name: 'test' } });
const notReal = /not real/;
let password: string;

test('the password of a demo on line is its own, and told once', { timeout: 60_000 }, async () => {
  const told = await start({ SEED_DEMO: '1' });
  password = /seller@wopack\.example {2}(\S{12,})/.exec(told)?.[1] ?? '';
  expect(password, told).not.toBe('');
  expect(told).toMatch(notReal);
  await expect(signIn('sobras1')).rejects.toMatchObject({ code: 1 });
  await expect(signIn(password)).resolves.toMatchObject({ code: 0 });
});

test('its people have no mailbox: nothing is sent to them', { timeout: 60_000 }, async () => {
  await server.call()('sendCode', { body: { email: 'seller@wopack.example', device_name: 'test' } });
  await server.call()('sendCode', { body: { email: 'ines@example.com', device_name: 'test' } });
  const to = () => mail.mails.map((each) => each.to?.[0]?.address);
  await eventually(async () => to().includes('ines@example.com'));
  expect(to().filter((address) => address?.endsWith('@wopack.example'))).toEqual([]);
});

test('later starts say that it is there, asked for or not, and no password', {
  timeout: 60_000,
}, async () => {
  for (const asked of ['1', '0']) {
    const told = await start({ SEED_DEMO: asked });
    expect(told).toMatch(notReal);
    expect(told).not.toContain(password);
    expect(told).not.toContain('sobras1');
  }
});

test('a town without it is told nothing of it', { timeout: 60_000 }, async () => {
  const empty = await emptyDatabase(inject('serverUrl'));
  try {
    expect(await start({ DATABASE_URL: empty.url })).not.toMatch(/demo/i);
  } finally {
    await server.end('SIGTERM');
    await empty.drop();
  }
});
