import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { buildFastify } from './fastify.ts';
import { isOnConsoleHost } from './hosts.ts';
import { adminPageRoutes, webRoutes } from './pages/web.routes.ts';

let folder: string;

async function startApp(env: NodeJS.ProcessEnv): Promise<FastifyInstance> {
  const config = parseConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', OVERLOADED_AFTER_MS: '0', ...env });
  const app = await buildFastify(config);
  app.get('/ready', async () => ({ status: 'ready' }));
  app.get('/api/v1/admin/me', async () => ({ code: 0 }));
  app.get('/api/v1/admin/broken', async () => {
    throw new Error('broken');
  });
  app.post('/api/v1/login', async () => ({ code: 0 }));
  app.get('/api/v1/products', async () => ({ code: 0 }));
  await adminPageRoutes(app, join(folder, 'admin'));
  await webRoutes(app, { folder: join(folder, 'web'), publicUrl: config.publicUrl, linkPreviews: {} });
  await app.ready();
  return app;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wopack-hosts-'));
  for (const name of ['web', 'admin']) {
    await mkdir(join(folder, name, 'assets'), { recursive: true });
    await writeFile(join(folder, name, 'assets/index-1a2b.js'), '1');
    await writeFile(join(folder, name, 'index.html'), `<html><head></head><body>${name}</body></html>`);
  }
  await writeFile(join(folder, 'web/prerendered.json'), '{}');
  await writeFile(join(folder, 'web/logo-mark.svg'), '<svg/>');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const isConsolePolicy = (policy: unknown) => String(policy).startsWith("default-src 'none'");

describe('the policy of the console holds for whatever is below /admin', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await startApp({});
  });
  afterAll(() => app.close());

  const paths = [
    '/admin',
    '/admin/',
    '/admin?next=%2F',
    '/admin/index.html',
    '/admin/index.html?x=1',
    '/%61dmin/index.html',
    '/admin/%69ndex.html',
    '/admin//index.html',
    '//admin/index.html',
    '/admin/index.html/',
    '/admin/./index.html',
    '/x/../admin/index.html',
    '/admin%2Findex.html',
    '/admin/orders/1',
    '/admin/assets/index-1a2b.js',
    '/admin/assets/none.js',
    '/admin/%zz',
    '/api/v1/admin/me',
    '/api/v1/admin/broken',
    '/api/v1/admin/none',
    'http://wopack.test/admin/index.html',
  ];
  for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'] as const)
    test.each(paths)(`${method} %s`, async (url) => {
      const answer = await app.inject({ method, url, headers: { host: 'wopack.test' } });
      expect([answer.statusCode, answer.headers['content-security-policy']]).toEqual([
        expect.any(Number),
        expect.stringMatching(/^default-src 'none'/),
      ]);
      expect(answer.headers['x-robots-tag']).toBe('noindex');
    });

  test.each(['/admin/', '/admin/index.html', '/admin/orders'])('%s is not stored', async (url) => {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.body).toContain('admin');
  });

  test.each(['/', '/administration', '/offers', '/api/v1/products', '/?next=/admin/'])(
    '%s has the policy of the web app',
    async (url) => {
      const answer = await app.inject({ url });
      expect(isConsolePolicy(answer.headers['content-security-policy'])).toBe(false);
      expect(answer.headers['x-robots-tag']).toBeUndefined();
    },
  );

  test.each(['wopack.test', 'localhost:3000', '10.0.0.7', '[::1]:3000'])(
    'any host serves both without a setting: %s',
    async (host) => {
      for (const url of ['/', '/admin/', '/api/v1/admin/me', '/api/v1/products'])
        expect((await app.inject({ url, headers: { host } })).statusCode).toBe(200);
    },
  );
});

describe('a console with a host name of its own', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await startApp({
      PUBLIC_URL: 'https://wopack.test',
      CONSOLE_URL: 'https://console.wopack.test',
      TRUST_PROXY: '10.9.9.9',
    });
  });
  afterAll(() => app.close());
  const requestStatus = async (host: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    (await app.inject({ method, url, headers: { host } })).statusCode;

  test.each(['console.wopack.test', 'CONSOLE.wopack.test:443', 'console.wopack.test.'])(
    '%s serves the console and what it needs, with its policy',
    async (host) => {
      for (const url of [
        '/admin/',
        '/admin/index.html',
        '/admin/orders/1',
        '/api/v1/admin/me',
        '/logo-mark.svg',
        '/ready',
      ]) {
        const answer = await app.inject({ url, headers: { host } });
        expect([url, answer.statusCode]).toEqual([url, 200]);
        expect(isConsolePolicy(answer.headers['content-security-policy'])).toBe(true);
      }
      expect(await requestStatus(host, '/api/v1/login', 'POST')).toBe(200);
      const start = await app.inject({ url: '/', headers: { host } });
      expect([start.statusCode, start.headers.location]).toEqual([302, '/admin/']);
    },
  );

  test.each([
    '/offers',
    '/index.html',
    '/api/v1/products',
    '/docs/',
    '/openapi.json',
    '/assets/index-1a2b.js',
  ])('it does not serve %s', async (url) => {
    expect(await requestStatus('console.wopack.test', url)).toBe(404);
  });

  test.each(['wopack.test', 'other.test', '10.0.0.7:3000'])('%s does not serve the console', async (host) => {
    for (const url of [
      '/admin',
      '/admin/',
      '/admin/index.html',
      '/%61dmin/index.html',
      '/admin/assets/index-1a2b.js',
      '/api/v1/admin/me',
      '/api/v1/%61dmin/me',
      '/openapi-admin.json',
    ])
      expect([url, await requestStatus(host, url)]).toEqual([url, 404]);
    expect(await requestStatus(host, '/')).toBe(200);
    expect(await requestStatus(host, '/api/v1/products')).toBe(200);
    expect(await requestStatus(host, '/ready')).toBe(200);
  });

  test('whoever opens a page of the other host in a browser gets a page, and not the error of a call', async () => {
    const open = async (host: string, url: string) => {
      const headers = { host, accept: 'text/html,application/xhtml+xml' };
      const answer = await app.inject({ url, headers });
      return answer.headers.location ?? answer.statusCode;
    };
    expect(await open('console.wopack.test', '/offers')).toBe('/admin/');
    for (const url of ['/admin', '/admin/orders/1', '/%61dmin/'])
      expect(await open('wopack.test', url)).toBe('/404');
    expect(await open('wopack.test', '/404')).not.toBe('/404');
    expect(await open('wopack.test', '/api/v1/admin/me')).toBe(404);
    expect(await open('console.wopack.test', '/api/v1/products')).toBe(404);
  });

  test('the host that a trusted proxy names counts, that of anybody else does not', async () => {
    const headers = { host: 'wopack.test', 'x-forwarded-host': 'console.wopack.test' };
    const request = (remoteAddress: string) =>
      app.inject({ url: '/api/v1/admin/me', headers, remoteAddress });
    expect((await request('10.9.9.9')).statusCode).toBe(200);
    expect((await request('198.51.100.1')).statusCode).toBe(404);
  });

  test('serves every call that the console makes', async () => {
    const consoleFolder = join(import.meta.dirname, '../../../../admin/app');
    const { endpoints } = await import('@wopack/contract');
    const names = new Set<string>();
    for (const file of globSync('**/*.{ts,tsx}', { cwd: consoleFolder })) {
      if (file.includes('.test.')) continue;
      const source = await readFile(join(consoleFolder, file), 'utf8');
      for (const [, name] of source.matchAll(/\b(?:call|callAsUser)\(\s*'(\w+)'/g)) names.add(name!);
    }
    expect(names.size).toBeGreaterThan(50);
    const refused = [...names].filter(
      (name) => !isOnConsoleHost(endpoints[name as keyof typeof endpoints].path),
    );
    expect(refused).toEqual([]);
  });

  test('the host name must differ from the public one', () => {
    const env = { PUBLIC_URL: 'https://wopack.test', CONSOLE_URL: 'https://wopack.test:8443' };
    expect(() => parseConfig(env)).toThrow('CONSOLE_URL needs a host name');
    expect(() => parseConfig({ CONSOLE_URL: 'console' })).toThrow('CONSOLE_URL');
  });
});

describe('a request that names its host in two ways is refused', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = await startApp({});
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => app.close());

  async function send(...lines: string[]): Promise<{ status: number; body: string }> {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.setEncoding('utf8');
    let text = '';
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    await once(socket, 'close');
    return { status: Number(text.split(' ')[1]), body: text.split('\r\n\r\n').slice(1).join('') };
  }

  test.each([
    ['two Host headers', ['GET / HTTP/1.1', 'Host: a.test', 'Host: b.test']],
    ['two equal ones', ['GET / HTTP/1.1', 'Host: a.test', 'host: a.test']],
    ['two at an address that cannot be read', ['GET /%zz HTTP/1.1', 'Host: a.test', 'Host: b.test']],
    ['two at an unknown address', ['GET /api/v1/none HTTP/1.1', 'Host: a.test', 'Host: b.test']],
    ['two of a POST', ['POST /api/v1/login HTTP/1.1', 'Host: a.test', 'Host: b.test', 'Content-Length: 0']],
    ['a target with another host', ['GET http://b.test/ HTTP/1.1', 'Host: a.test']],
    ['a list', ['GET / HTTP/1.1', 'Host: a.test, b.test']],
    ['a name in it', ['GET / HTTP/1.1', 'Host: a.test@b.test']],
    ['a path in it', ['GET / HTTP/1.1', 'Host: a.test/admin']],
    ['an empty one', ['GET / HTTP/1.1', 'Host:']],
    ['none', ['GET / HTTP/1.1']],
  ])('%s', async (_case, lines) => {
    const { status, body } = await send(...lines);
    expect([status, body]).toEqual([400, expect.stringContaining('"code":1')]);
  });

  test.each([
    ['one', ['GET / HTTP/1.1', 'Host: a.test']],
    ['one with a port', ['GET / HTTP/1.1', 'Host: a.test:3000']],
    ['a target with the same host', ['GET http://A.test/ HTTP/1.1', 'Host: a.test']],
    ['none of an old client', ['GET / HTTP/1.0']],
    ['an IPv6 address', ['GET / HTTP/1.1', 'Host: [::1]:3000']],
  ])('%s is answered', async (_case, lines) => {
    expect((await send(...lines)).status).toBe(200);
  });
});
