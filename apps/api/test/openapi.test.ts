import { type Endpoint, type EndpointName, endpoints, errorCodes } from '@wopack/contract';
import { beforeAll, expect, test } from 'vitest';
import { declaredErrors } from './declared.ts';
import { request } from './send.ts';
import { useTestApp } from './test-app.ts';

const api = useTestApp();

interface Operation {
  summary: string;
  tags: string[];
  security: object[];
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}
interface Schema {
  properties?: Record<string, { type?: string; format?: string }>;
  anyOf?: Schema[];
  required?: string[];
}

let document: { paths: Record<string, Record<string, Operation>> };
beforeAll(async () => {
  const { status, body } = await request(api, 'GET', '/openapi.json');
  expect(status).toBe(200);
  document = body as unknown as typeof document;
});

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];
const keys = (schema: unknown) => Object.keys((schema as Schema | undefined)?.properties ?? {});

test.each(all)('%s stands in the document as in the table', (name, endpoint) => {
  const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  expect(operation).toMatchObject({ summary: endpoint.summary, tags: [endpoint.module] });
  const { parameters = [], requestBody, responses, security } = operation!;

  const named = (where: string) => parameters.filter((p) => p.in === where).map((p) => p.name);
  expect(named('path')).toEqual(keys(endpoint.params));
  expect(named('query')).toEqual(keys(endpoint.query));

  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (endpoint.file) {
    expect(type).toBe('multipart/form-data');
    expect(content?.schema.properties?.[endpoint.file]).toMatchObject({ type: 'string', format: 'binary' });
  } else if (endpoint.body) {
    expect(type).toBe('application/json');
    const wanted = [endpoint.body as Schema, ...((endpoint.body as Schema).anyOf ?? [])].flatMap(keys);
    expect([content!.schema, ...(content!.schema.anyOf ?? [])].flatMap(keys)).toEqual(wanted);
  } else expect(requestBody).toBeUndefined();

  const statuses = [...declaredErrors(name), 'serviceDown' as const, 'ourFault' as const].map((error) =>
    String(errorCodes[error].status),
  );
  expect(Object.keys(responses).sort()).toEqual([...new Set(['200', ...statuses])].sort());
  expect(Object.keys(responses['200']!.content)).toEqual([
    endpoint.produces ?? (endpoint.stream ? 'text/event-stream' : 'application/json'),
  ]);
  for (const status of statuses) {
    expect(responses[status]!.content['application/json']!.schema.required).toEqual(['code', 'message']);
  }
  const bearer = { bearer: [] };
  expect(security).toEqual(
    { public: [], optional: [{}, bearer], user: [bearer], owner: [bearer] }[endpoint.auth],
  );
});

test('the document describes nothing else', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.sort()).toEqual(all.map(([, { method, path }]) => `${method} ${path}`).sort());
});

test('/docs shows it, by scripts of its own alone', async () => {
  const { status, text, headers } = await request(api, 'GET', '/docs');
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/html');
  expect(text).not.toMatch(/<script(?![^>]*src=)/);
  expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'");
  const script = /<script src="([^"]+)"/.exec(text)?.[1];
  expect((await request(api, 'GET', new URL(script!, 'http://x/docs/').pathname)).status).toBe(200);
});
