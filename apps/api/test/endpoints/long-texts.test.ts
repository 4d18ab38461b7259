import { type Endpoint, endpoints } from '@wopack/contract';
import { expect, test } from 'vitest';
import { compileValidator } from '../../src/platform/http/route-schemas.ts';
import type { JsonSchema } from './arbitraries.ts';

/** As long as a body may be. */
const LENGTH = 256 * 1024;
const fill = (text: string) => text.repeat(LENGTH / text.length);

/** Each takes minutes in an expression, or in a normal form, whose time grows with the square of the length. */
const hostileTexts = [
  ...['é', '@', ' ', '(', '-', '.', '1', 'a@', 'é.', ' 1', '\u00AD', '\u0301'].map(fill),
  `a@${'é'.repeat(LENGTH)}@`,
  `a${' '.repeat(LENGTH)}b`,
  `a${fill('\u0301\u0323')}`,
  `a${'\u0301'.repeat(LENGTH / 2)}${'\u0323'.repeat(LENGTH / 2)}`,
];

/** The different schemas of texts in requests, each with a place where it stands. */
const textSchemas = new Map<string, string>();

function collectTexts(schema: JsonSchema | undefined, place: string): void {
  if (typeof schema !== 'object' || schema === null) return;
  if (schema.type === 'string') textSchemas.set(JSON.stringify(schema), place);
  for (const [key, part] of Object.entries(schema)) collectTexts(part as JsonSchema, `${place}.${key}`);
}

for (const [name, { params, query, body }] of Object.entries(endpoints) as [string, Endpoint][])
  for (const [part, schema] of Object.entries({ params, query, body }))
    collectTexts(schema as JsonSchema | undefined, `${name} ${part}`);

test('the texts of requests are found', () => {
  expect(textSchemas.size).toBeGreaterThan(50);
});

/** Without bounded work, this test does not end. */
test('each text of a request that is far too long is refused', () => {
  for (const [schema, place] of textSchemas)
    for (const text of hostileTexts)
      for (const httpPart of ['body', 'querystring']) {
        const validate = compileValidator({
          schema: { type: 'object', properties: { text: JSON.parse(schema) } },
          httpPart,
        });
        expect(validate({ text }), `${place}: ${JSON.stringify(text.slice(0, 10))}`).toBe(false);
      }
}, 300_000);
