import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ServerProcess, waitUntil } from '../servers/server-process.ts';
import { createTestDatabase } from '../support/test-databases.ts';

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

/** A stub that receives traces by OTLP over HTTP and answers searches as Photon. */
const spans: Span[] = [];
let receivedText = '';
let searchHeaders: IncomingHttpHeaders = {};
let receiverServer: Server;
let receiverUrl: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
let loadHookFile: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-tracing-'));
  loadHookFile = join(dataDir, 'watch.mjs');
  await writeFile(
    loadHookFile,
    `import { registerHooks } from 'node:module';
     registerHooks({ load(url, context, next) {
       if (/opentelemetry.(?!api\\/)|platform.tracing/.test(url)) process.stderr.write('LOADED ' + url + '\\n');
       return next(url, context);
     } });`,
  );
  database = await createTestDatabase(inject('serverUrl'));
  receiverServer = createServer(async (request, response) => {
    const body = await text(request);
    if (request.url!.startsWith('/api')) {
      searchHeaders = request.headers;
      return void response.end('{"features":[]}');
    }
    receivedText += body;
    for (const { scopeSpans } of (
      JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
    ).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(receiverServer, 'listening');
  receiverUrl = `http://127.0.0.1:${(receiverServer.address() as AddressInfo).port}`;
});
afterAll(async () => {
  receiverServer.closeAllConnections();
  receiverServer.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Prints the tracing modules that it loads. */
const startServer = (env: NodeJS.ProcessEnv) =>
  ServerProcess.start(join(dataDir, 'data'), {
    DATABASE_URL: database.url,
    NODE_ENV: 'production',
    MAIL: 'outbox',
    LOG_LEVEL: 'info',
    PHOTON_URL: receiverUrl,
    ENABLE_SANDBOX: '1',
    DRAIN_SECONDS: '0',
    OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
    NODE_OPTIONS: `--import=${loadHookFile}`,
    ...env,
  });
const buildRegistration = (name: string) => ({
  body: {
    name,
    email: `${name}@secret.example`,
    password: 'sobras1',
    device_name: 'test',
    check_terms: true,
  },
});
const getAttribute = (span: Span, key: string) => {
  const value = span.attributes.find((spanAttribute) => spanAttribute.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};
const findSpan = (name: string) => spans.find((span) => span.name === name);

test('requests, SQL, outgoing requests and jobs are traced without personal data', {
  timeout: 300_000,
}, async () => {
  const server = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiverUrl,
    OTEL_SERVICE_NAME: 'wopack-test',
  });
  expect(server.url, server.output).toMatch(/^http/);
  const { token } = await server.client()('register', buildRegistration('Genoveva'));
  await server.client()('sendCode', { body: { email: 'genoveva@secret.example', device_name: 'test' } });
  await server.client(token)('searchCities', { query: { query: 'Xyzzyburgo' } });
  await server.client(token)('getMe');
  const foreignTraceId = '0af7651916cd43dd8448eb211c80319c';
  await fetch(`${server.url}/auth/token?token=${token}`, {
    headers: { traceparent: `00-${foreignTraceId}-b7ad6b7169203331-01` },
  });
  await waitUntil(async () => findSpan('job notifications.send-mail') ?? null);
  await server.waitForExit('SIGTERM');

  expect(server.output).toContain('LOADED');
  const searchSpan = findSpan('GET /api/v1/cities')!;
  const registerSpan = findSpan('POST /api/v1/register')!;
  expect(getAttribute(registerSpan, 'http.response.status_code')).toBe(200);
  expect(getAttribute(registerSpan, 'http.route')).toBe('/api/v1/register');
  const listChildSpans = ({ traceId, spanId }: Span) =>
    spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
  // The statements belong to the request although its body was read in between.
  expect(listChildSpans(registerSpan).map((span) => span.name)).toEqual(
    expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']),
  );
  const insertSpan = listChildSpans(registerSpan).find((span) =>
    getAttribute(span, 'db.query.text')?.toString().includes('"users"'),
  )!;
  expect(getAttribute(insertSpan, 'db.query.text')).toContain('$1');
  const outgoingSpan = listChildSpans(searchSpan).find((span) => span.name === 'GET')!;
  expect(getAttribute(outgoingSpan, 'server.address')).toBe('127.0.0.1');
  expect(getAttribute(outgoingSpan, 'http.response.status_code')).toBe(200);
  expect(searchHeaders.traceparent).toBeUndefined();
  const mailSpan = findSpan('job notifications.send-mail')!;
  expect(mailSpan.parentSpanId).toBeFalsy();

  expect(receivedText).toContain('wopack-test');
  // Without a trusted proxy, nobody outside decides what is traced.
  for (const secret of ['enoveva', 'Xyzzy', token, 'sobras1', foreignTraceId])
    expect(receivedText, secret).not.toContain(secret);
  // The exporter itself and polling are not traced.
  expect(spans.filter((span) => !span.parentSpanId && !/^(GET|POST|job) ?/.test(span.name))).toEqual([]);

  const logLines = server.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { trace_id?: string; msg: string; reqId?: string });
  expect(
    logLines.filter(({ trace_id }) => trace_id === registerSpan.traceId).map(({ msg }) => msg),
  ).toContain('request completed');
});

test('an unavailable receiver does not affect requests and is logged once', {
  timeout: 300_000,
}, async () => {
  const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  const calls = await Promise.all(Array.from({ length: 50 }, () => server.client()('listProductTypes')));
  expect(calls.every(({ data }) => data.length === 7)).toBe(true);
  const warnings = await waitUntil(async () => server.output.match(/trace export failed/g));
  expect(warnings).toHaveLength(1);
  expect(await server.waitForExit('SIGTERM')).toBe(0);
});

test('without a receiver no tracing module is loaded', { timeout: 300_000 }, async () => {
  const server = await startServer({});
  await fetch(`${server.url}/offers`);
  await server.waitForExit('SIGTERM');
  expect(server.output).not.toContain('LOADED');
});
