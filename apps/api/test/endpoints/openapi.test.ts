import { type Endpoint, type EndpointName, endpoints, errorCodes } from '@wopack/contract';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../support/test-app.ts';
import { injectRequest, listDeclaredErrors } from '../support/test-request.ts';
import { dereference } from './arbitraries.ts';

const api = useTestApp();

interface Operation {
  operationId: string;
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

type Paths = Record<string, Record<string, Operation>>;

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];
const isAdminEndpoint = ([, { path }]: [EndpointName, Endpoint]) => path.startsWith('/api/v1/admin/');
/** The endpoints that each document describes. */
const documents: Record<string, [EndpointName, Endpoint][]> = {
  '/openapi.json': allEndpoints.filter((entry) => !isAdminEndpoint(entry)),
  '/openapi-admin.json': allEndpoints.filter(isAdminEndpoint),
};

const sources: Record<string, string> = {};
const pathsByDocument: Record<string, Paths> = {};
let openApi: { paths: Paths };
beforeAll(async () => {
  for (const url of Object.keys(documents)) {
    const { status, text } = await injectRequest(api, 'GET', url);
    expect(status).toBe(200);
    sources[url] = text;
    pathsByDocument[url] = dereference<{ paths: Paths }>(JSON.parse(text)).paths;
  }
  openApi = { paths: Object.assign({}, ...Object.values(pathsByDocument)) };
});

const listKeys = (schema: unknown) => Object.keys((schema as Schema | undefined)?.properties ?? {});

test.each(allEndpoints)('%s is in the document as in the endpoint table', (name, endpoint) => {
  const operation = openApi.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  expect(operation).toMatchObject({
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.module],
  });
  const { parameters = [], requestBody, responses, security } = operation!;

  const listParameters = (location: string) => parameters.filter((p) => p.in === location).map((p) => p.name);
  expect(listParameters('path')).toEqual(listKeys(endpoint.params));
  expect(listParameters('query')).toEqual(listKeys(endpoint.query));

  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (endpoint.file) {
    expect(type).toBe('multipart/form-data');
    expect(content?.schema.properties?.[endpoint.file]).toMatchObject({ type: 'string', format: 'binary' });
  } else if (endpoint.body) {
    expect(type).toBe('application/json');
    const expectedKeys = [endpoint.body as Schema, ...((endpoint.body as Schema).anyOf ?? [])].flatMap(
      listKeys,
    );
    expect(content!.schema).not.toEqual({});
    expect([content!.schema, ...(content!.schema.anyOf ?? [])].flatMap(listKeys)).toEqual(expectedKeys);
  } else expect(requestBody).toBeUndefined();

  const statuses = [...listDeclaredErrors(name), 'serviceDown' as const, 'ourFault' as const].map((error) =>
    String(errorCodes[error].status),
  );
  expect(Object.keys(responses).sort()).toEqual([...new Set(['200', ...statuses])].sort());
  expect(Object.keys(responses['200']!.content)).toEqual([
    endpoint.produces ?? (endpoint.stream ? 'text/event-stream' : 'application/json'),
  ]);
  for (const { schema } of Object.values(responses['200']!.content)) expect(schema).not.toEqual({});
  for (const status of statuses) {
    expect(responses[status]!.content['application/json']!.schema.required).toEqual(['code', 'message']);
  }
  const bearer = { bearer: [] };
  expect(security).toEqual(
    {
      public: [],
      optional: [{}, bearer],
      guest: [{}, bearer],
      user: [bearer],
      member: [bearer],
      device: [bearer],
      operator: [bearer],
    }[endpoint.auth],
  );
});

test.each(Object.entries(documents))('%s describes nothing else', (url, described) => {
  const describedOperations = Object.entries(pathsByDocument[url]!).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(describedOperations.sort()).toEqual(
    described.map(([, { method, path }]) => `${method} ${path}`).sort(),
  );
});

test.each(Object.keys(documents))('%s describes each error once', (url) => {
  const source = sources[url]!;
  expect(source.match(/"request_id":/g)).toHaveLength(1);
  expect(source.length).toBeLessThan(450_000);
});

test('each shared schema is described once', () => {
  expect(sources['/openapi.json']!.match(/"srcset":/g)).toHaveLength(1);
});

test('/docs shows it with its own scripts only', async () => {
  const { status, text, headers } = await injectRequest(api, 'GET', '/docs');
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/html');
  expect(text).not.toMatch(/<script(?![^>]*src=)/);
  expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'");
  const script = /<script src="([^"]+)"/.exec(text)?.[1];
  expect((await injectRequest(api, 'GET', new URL(script!, 'http://x/docs/').pathname)).status).toBe(200);
});
