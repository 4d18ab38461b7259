import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Endpoint, type EndpointName, endpoints, errorCodes } from '@wopack/contract';
import openapiTS, { astToString } from 'openapi-typescript';
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

let source: string;
let openApi: { paths: Record<string, Record<string, Operation>> };
beforeAll(async () => {
  const { status, text } = await injectRequest(api, 'GET', '/openapi.json');
  expect(status).toBe(200);
  source = text;
  openApi = dereference<typeof openApi>(JSON.parse(source));
});

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];
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

test('generated types contain every operation and component, and no untyped body', async () => {
  const types = astToString(await openapiTS(source));
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  try {
    const { components } = JSON.parse(source) as { components: { schemas: object; responses: object } };
    const names = (prefix: string, part: object) => Object.keys(part).map((key) => `${prefix}['${key}']`);
    const named = [
      ...names("components['schemas']", components.schemas),
      ...names("components['responses']", components.responses),
      ...allEndpoints.map(([name]) => `Body<operations['${name}']['responses'][200]>`),
      ...allEndpoints
        .filter(([, { body, file }]) => body ?? file)
        .map(([name]) => `Body<NonNullable<operations['${name}']['requestBody']>>`),
    ];
    await writeFile(join(folder, 'types.ts'), types);
    await writeFile(
      join(folder, 'use.ts'),
      `import type { components, operations } from './types.ts';
type Known<T extends string | number | boolean | object | null> = T;
type Body<T extends { content: object }> = T['content'][keyof T['content']];
${named.map((name, index) => `export type Named${index} = Known<${name}>;`).join('\n')}
// @ts-expect-error So that the lines above say something.
export type Unknown = Known<unknown>;
declare const order: components['schemas']['Order'];
export const price: number | null = order.old_price;
declare const me: operations['getMe']['responses'][200]['content']['application/json'];
export const email: string = me.data.email;
// @ts-expect-error There is no such field.
export const none = me.data.no_such_field;
`,
    );
    const { stdout, status } = spawnSync(
      process.execPath,
      [
        join(import.meta.dirname, '../../../../node_modules/typescript/bin/tsc'),
        ...[
          '--noEmit',
          '--strict',
          '--ignoreConfig',
          '--allowImportingTsExtensions',
          '--module',
          'nodenext',
          '--types',
          '',
        ],
        join(folder, 'use.ts'),
      ],
      { encoding: 'utf8' },
    );
    expect(stdout).toBe('');
    expect(status).toBe(0);
  } finally {
    await rm(folder, { recursive: true });
  }
  expect(types.match(/^.*"(application|text)\/[\w.-]+": unknown.*$/gm)).toBeNull();
}, 60_000);

test('each error and each shared schema is described once', () => {
  expect(source.match(/"request_id":/g)).toHaveLength(1);
  expect(source.match(/"srcset":/g)).toHaveLength(1);
  expect(source.length).toBeLessThan(200_000);
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
