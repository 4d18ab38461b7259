import { appendFile, chmod, chown, copyFile, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/db/database.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { preparePostgres } from '../../src/platform/db/postgres-server.ts';
import { ServerProcess } from '../servers/server-process.ts';
import { createTestUser } from '../support/builders.ts';
import { buildUpload, createFixtures, type Fixtures } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import {
  expectDeclaredError,
  injectRequest,
  sendRequest,
  type TestRequest,
} from '../support/test-request.ts';

const api = useTestApp();
let fixtures: Fixtures;
let port: number;
beforeAll(async () => {
  fixtures = await createFixtures(api);
  port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];
const listNames = (predicate: (endpoint: Endpoint) => boolean) =>
  allEndpoints.filter(([, endpoint]) => predicate(endpoint)).map(([name]) => [name]);

/** Every field is invalid. */
const buildInvalidRequest = ({ body, file }: Endpoint): TestRequest => ({
  params: { id: 'none' },
  query: { limit: 'many', cursor: '\0', from: 'x' },
  ...(body && { body: '{"broken', contentType: 'application/json' }),
  ...(file && buildUpload(file, Buffer.from('<svg/>'), 'x.svg')),
});

describe('an unauthorised caller gets the authorisation error, not those of validation', () => {
  const signedInEndpoints = listNames(({ auth }) => ['user', 'member', 'device', 'operator'].includes(auth));
  test.each(signedInEndpoints)('%s by a stranger', async (name) => {
    for (const token of [undefined, 'x'.repeat(43)])
      expectDeclaredError(
        await sendRequest(api, name, { ...buildInvalidRequest(endpoints[name]), token }),
        ['notSignedIn'],
        'en',
      );
  });

  test.each(listNames(({ auth }) => auth === 'member' || auth === 'device'))(
    '%s by a buyer',
    async (name) => {
      const testRequest = { ...buildInvalidRequest(endpoints[name]), token: fixtures.buyer.token };
      expectDeclaredError(await sendRequest(api, name, testRequest), ['notAllowed'], 'en');
    },
  );

  test('an upload of 50 MB is refused before its body is read', async () => {
    const bigUpload = buildUpload('photo', new Uint8Array(50 * 1024 * 1024));
    expectDeclaredError(await sendRequest(api, 'uploadProductPhoto', bigUpload), ['notSignedIn'], 'en');
    expectDeclaredError(
      await sendRequest(api, 'uploadProductPhoto', { ...bigUpload, token: fixtures.seller.token }),
      ['uploadTooLarge'],
      'en',
    );
  });
});

describe('malformed HTTP is answered with the usual error body', () => {
  const longHeader = 'x'.repeat(20_000);
  test.each([
    ['no request at all', 'hello\r\n\r\n', 400],
    ['a method that there is not', 'STEAL / HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['headers without an end', `GET / HTTP/1.1\r\nhost: a\r\nx: ${longHeader}\r\n\r\n`, 431],
    ['a length that is none', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1e3\r\n\r\n', 400],
    [
      'two lengths, as smugglers send them',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('%s', async (_, rawRequest, status) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(rawRequest);
    const [head, body] = (await text(socket)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('content-type: application/json');
    expect(JSON.parse(body!)).toEqual({ code: 1, message: expect.stringMatching(/\w/) });
  });

  test('an aborted request does not affect others', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /api/v1/login HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{"em');
    socket.resetAndDestroy();
    expect((await injectRequest(api, 'GET', '/ready')).status).toBe(200);
  });
});

test('a forged X-Forwarded-For does not evade a rate limit', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 12; i++) {
    const { status } = await injectRequest(api, 'POST', '/api/v1/login', {
      remoteAddress: '203.0.113.9',
      headers: { 'x-forwarded-for': `198.51.100.${i}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ email: `nobody${i}@example.com`, password: 'wrong-1', device_name: 'x' }),
    });
    statuses.push(status);
  }
  expect(statuses.slice(10)).toEqual([429, 429]);
});

test.each([
  ...['/api/v1/productTypes', '/nothing/here', '/%zz', '/docs', '/docs/static/index.html'],
  '/dev/oidc/.well-known/openid-configuration',
])('the headers forbid inline scripts and framing: %s', async (path) => {
  const { headers } = await injectRequest(api, 'GET', path);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("object-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('a registration cannot set fields that belong to the server', async () => {
  const partner = await createTestUser(api, { isPartner: true });
  const { status, body } = await sendRequest(api, 'register', {
    body: {
      name: 'Eva',
      email: 'eva@attack.example',
      password: 'sobras1',
      device_name: 'x',
      check_terms: true,
      id: partner.id,
      email_verified_at: '2026-01-01',
      ref_code: 'FREE',
      referred_by: partner.id,
      balance: 1_000_000,
    },
  });
  expect(status).toBe(200);
  const profile = (await api.client(body.token as string)('getMe')).data;
  expect(profile).toMatchObject({ email_verified: false, is_owner: false, is_partner: false });
  expect(profile.id).not.toBe(partner.id);
  const userQuery = api.db
    .selectFrom('users')
    .select(['referral_code', 'referred_by'])
    .where('id', '=', profile.id);
  expect(await userQuery.executeTakeFirstOrThrow()).toMatchObject({ referred_by: null });
  expect((await userQuery.executeTakeFirstOrThrow()).referral_code).not.toBe('FREE');
});

/**
 * A certificate for 'localhost', its authority, and another authority. Only tests trust them, so the private key is
 * public.
 */
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

function buildUrl(host: string, authority: string, databaseUrl = postgres.url): string {
  const url = Object.assign(new URL(databaseUrl), { hostname: host, search: '' });
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', getFixturePath(authority));
  return url.href;
}

test('all connections to PostgreSQL are encrypted, and its certificate is verified', {
  timeout: 300_000,
}, async () => {
  const url = buildUrl('localhost', 'ca.crt');
  const env = {
    DATABASE_URL: url,
    DATABASE_OWNER_URL: buildUrl('localhost', 'ca.crt', postgres.ownerUrl),
    ENABLE_SANDBOX: '1',
  };
  const server = await ServerProcess.start(join(dataDir, 'server'), env);
  // Only the owner sees the connections of both roles.
  const db = openDatabase(env.DATABASE_OWNER_URL, 1);
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

const sendPreflight = async (origin: string) =>
  api.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/orders',
    headers: {
      origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization,accept-language',
    },
  });

test.each(['https://localhost', 'capacitor://localhost'])(
  'the mobile app may call from %s',
  async (origin) => {
    const { statusCode, headers } = await sendPreflight(origin);
    expect(statusCode).toBe(204);
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-allow-headers']).toContain('authorization');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    const response = await api.app.inject({ url: '/api/v1/product_types', headers: { origin } });
    expect(response.headers['access-control-allow-origin']).toBe(origin);
  },
);

test('OPTIONS that asks for nothing is answered, not refused in a form of its own', async () => {
  const { statusCode, body } = await api.app.inject({ method: 'OPTIONS', url: '/api/v1/orders' });
  expect([statusCode, body]).toEqual([204, '']);
});

test.each(['https://evil.example', 'http://localhost', 'https://localhost.evil.example', 'null'])(
  '%s is not an allowed origin',
  async (origin) => {
    expect((await sendPreflight(origin)).headers['access-control-allow-origin']).toBeUndefined();
  },
);

test('other origins may embed pictures, but not read API replies', async () => {
  const getResourcePolicy = async (url: string) =>
    (await api.app.inject(url)).headers['cross-origin-resource-policy'];
  expect(await getResourcePolicy('/media/photos/none.webp')).toBe('cross-origin');
  expect(await getResourcePolicy('/api/v1/product_types')).toBe('same-origin');
});
