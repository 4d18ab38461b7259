import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { cloneTemplate } from './databases.ts';
import { eventually, ServerProcess } from './server-process.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** Takes traces by OTLP over HTTP, and knows places as Photon does. */
const spans: Span[] = [];
let everythingSent = '';
let server: Server;
let receiver: string;
let database: Awaited<ReturnType<typeof cloneTemplate>>;
let folder: string;
let watch: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wopack-tracing-'));
  watch = join(folder, 'watch.mjs');
  await writeFile(
    watch,
    `import { registerHooks } from 'node:module';
     registerHooks({ load(url, context, next) {
       if (/opentelemetry.(?!api\\/)|platform.tracing/.test(url)) process.stderr.write('LOADED ' + url + '\\n');
       return next(url, context);
     } });`,
  );
  database = await cloneTemplate(inject('serverUrl'));
  server = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url!.startsWith('/api')) return void response.end('{"features":[]}');
    everythingSent += body;
    for (const { scopeSpans } of (
      JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    ).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** It says what it loads of tracing. */
const start = (env: NodeJS.ProcessEnv) =>
  ServerProcess.start(join(folder, 'data'), {
    ...{
      DATABASE_URL: database.url,
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      PHOTON_URL: receiver,
      ENABLE_SANDBOX: '1',
      DRAIN_SECONDS: '0',
      OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
      NODE_OPTIONS: `--import=${watch}`,
      ...env,
    },
  });
const person = (name: string) => ({
  body: {
    ...{ name, email: `${name}@secret.example`, password: 'sobras1', device_name: 'test' },
    check_terms: true,
  },
});
const attribute = (span: Span, key: string) => {
  const value = span.attributes.find((each) => each.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
const named = (name: string) => spans.find((span) => span.name === name);

test('calls, their SQL, what is asked of others and work are traced; nothing of people is', {
  timeout: 60_000,
}, async () => {
  const wopack = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver, OTEL_SERVICE_NAME: 'wopack-test' });
  expect(wopack.url, wopack.output).toMatch(/^http/);
  const { token } = await wopack.call()('register', person('Genoveva'));
  await wopack.call()('sendCode', { body: { email: 'genoveva@secret.example', device_name: 'test' } });
  await wopack.call(token)('searchCities', { query: { query: 'Xyzzyburgo' } });
  await wopack.call(token)('getMe');
  await fetch(`${wopack.url}/auth/token?token=${token}`);
  await eventually(async () => named('job mail') ?? null);
  await wopack.end('SIGTERM');

  expect(wopack.output).toContain('LOADED');
  const search = named('GET /api/v1/cities')!;
  const register = named('POST /api/v1/register')!;
  expect(attribute(register, 'http.response.status_code')).toBe(200);
  expect(attribute(register, 'http.route')).toBe('/api/v1/register');
  const partsOf = ({ traceId, spanId }: Span) =>
    spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
  // The body came in between, and still the statements belong to the call.
  expect(partsOf(register).map((span) => span.name)).toEqual(
    expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']),
  );
  const insert = partsOf(register).find((span) =>
    attribute(span, 'db.query.text')?.toString().includes('"users"'),
  )!;
  expect(attribute(insert, 'db.query.text')).toContain('$1');
  const asked = partsOf(search).find((span) => span.name === 'GET 127.0.0.1')!;
  expect(attribute(asked, 'http.response.status_code')).toBe(200);
  const mail = named('job mail')!;
  expect(mail.parentSpanId).toBeFalsy();

  expect(everythingSent).toContain('wopack-test');
  for (const secret of ['enoveva', 'Xyzzy', token, 'sobras1'])
    expect(everythingSent, secret).not.toContain(secret);
  // Nor of what sends the traces itself, nor of polling.
  expect(spans.filter((span) => !span.parentSpanId && !/^(GET|POST|job) ?/.test(span.name))).toEqual([]);

  const lines = wopack.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { trace_id?: string; msg: string; reqId?: string });
  expect(lines.filter(({ trace_id }) => trace_id === register.traceId).map(({ msg }) => msg)).toContain(
    'request completed',
  );
});

test('a receiver that is away is nobody’s trouble; the log says it once', { timeout: 60_000 }, async () => {
  const wopack = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  const calls = await Promise.all(Array.from({ length: 50 }, () => wopack.call()('listProductTypes')));
  expect(calls.every(({ data }) => data.length === 7)).toBe(true);
  const said = await eventually(async () => wopack.output.match(/traces are not taken/g));
  expect(said).toHaveLength(1);
  expect(await wopack.end('SIGTERM')).toBe(0);
});

test('without a receiver nothing of it is loaded', { timeout: 60_000 }, async () => {
  const wopack = await start({});
  await fetch(`${wopack.url}/offers`);
  await wopack.end('SIGTERM');
  expect(wopack.output).not.toContain('LOADED');
});
