import { type Endpoint, type EndpointName, endpoints, errorCodes } from '@wopack/contract';
import { beforeAll, expect, test } from 'vitest';
import { listDeclaredErrors } from '../support/declared-errors.ts';
import { useTestApp } from '../support/test-app.ts';
import { injectRequest } from '../support/test-request.ts';

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

let openApi: { paths: Record<string, Record<string, Operation>> };
beforeAll(async () => {
  const { status, body } = await injectRequest(api, 'GET', '/openapi.json');
  expect(status).toBe(200);
  openApi = body as unknown as typeof openApi;
});

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];
const listKeys = (schema: unknown) => Object.keys((schema as Schema | undefined)?.properties ?? {});

test.each(allEndpoints)('%s stands in the document as in the table', (name, endpoint) => {
  const operation = openApi.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  expect(operation).toMatchObject({ summary: endpoint.summary, tags: [endpoint.module] });
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
    expect([content!.schema, ...(content!.schema.anyOf ?? [])].flatMap(listKeys)).toEqual(expectedKeys);
  } else expect(requestBody).toBeUndefined();

  const statuses = [...listDeclaredErrors(name), 'serviceDown' as const, 'ourFault' as const].map((error) =>
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
  const describedOperations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(describedOperations.sort()).toEqual(
    allEndpoints.map(([, { method, path }]) => `${method} ${path}`).sort(),
  );
});

test('/docs shows it, by scripts of its own alone', async () => {
  const { status, text, headers } = await injectRequest(api, 'GET', '/docs');
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/html');
  expect(text).not.toMatch(/<script(?![^>]*src=)/);
  expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'");
  const script = /<script src="([^"]+)"/.exec(text)?.[1];
  expect((await injectRequest(api, 'GET', new URL(script!, 'http://x/docs/').pathname)).status).toBe(200);
});
