import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import buildTypes, { astToString } from 'openapi-typescript';

/**
 * Compiles the types that openapi-typescript makes of the committed OpenAPI documents: they contain every operation and
 * component, and no untyped body.
 */
const root = join(import.meta.dirname, '..');

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];
const isAdminEndpoint = ([, { path }]: [EndpointName, Endpoint]) => path.startsWith('/api/v1/admin/');

const TYPE_SAMPLES = `
declare const order: components['schemas']['Order'];
export const price: number | null = order.old_price;
declare const me: operations['getMe']['responses'][200]['content']['application/json'];
export const email: string = me.data.email;
// @ts-expect-error There is no such field.
export const none = me.data.no_such_field;
`;

await checkTypes(
  'openapi.json',
  allEndpoints.filter((entry) => !isAdminEndpoint(entry)),
  TYPE_SAMPLES,
);
await checkTypes('openapi-admin.json', allEndpoints.filter(isAdminEndpoint));

async function checkTypes(file: string, described: [EndpointName, Endpoint][], samples = ''): Promise<void> {
  const source = readFileSync(join(root, file), 'utf8');
  const types = astToString(await buildTypes(source));
  const { components } = JSON.parse(source) as { components: { schemas: object; responses: object } };
  const names = (prefix: string, part: object) => Object.keys(part).map((key) => `${prefix}['${key}']`);
  const named = [
    ...names("components['schemas']", components.schemas),
    ...names("components['responses']", components.responses),
    ...described.map(([name]) => `Body<operations['${name}']['responses'][200]>`),
    ...described
      .filter(([, { body, file: fileField }]) => body ?? fileField)
      .map(([name]) => `Body<NonNullable<operations['${name}']['requestBody']>>`),
  ];
  const usage = `import type { components, operations } from './types.ts';
type Known<T extends string | number | boolean | object | null> = T;
type Body<T extends { content: object }> = T['content'][keyof T['content']];
${named.map((name, index) => `export type Named${index} = Known<${name}>;`).join('\n')}
// @ts-expect-error So that the lines above say something.
export type Unknown = Known<unknown>;
${samples}`;
  assert.equal(compile({ 'types.ts': types, 'use.ts': usage }, 'use.ts'), '', `types of ${file}`);
  const untypedBodies = types.match(/^.*"(application|text)\/[\w.-]+": unknown.*$/gm);
  assert.equal(untypedBodies, null, `untyped bodies of ${file}`);
}

/** The compiler's messages. */
function compile(files: Record<string, string>, entry: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const options = ['--noEmit', '--strict', '--ignoreConfig', '--allowImportingTsExtensions'];
    const { stdout, status } = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      [...options, '--module', 'nodenext', '--types', '', join(folder, entry)],
      { encoding: 'utf8' },
    );
    return status === 0 ? stdout : stdout || `tsc ended with ${status}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
