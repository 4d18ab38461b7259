import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { nearly, type Schema } from './arbitraries.ts';
import { dereference } from './openapi-document.ts';
import { makeScene, type Scene } from './scene.ts';
import { request } from './send.ts';
import { useTestApp } from './test-app.ts';

/** NUM_FUZZ=50000 for a long look. */
const REQUESTS = Number(process.env.NUM_FUZZ ?? 1500);

interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = dereference<{ paths: Record<string, Record<string, Operation>> }>(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8')),
);

const api = useTestApp();
let scene: Scene;
beforeAll(async () => {
  scene = await makeScene(api);
});

interface Shot {
  method: 'GET' | 'POST';
  url: string;
  payload: string | undefined;
  contentType: string;
  caller: 'client' | 'owner' | 'otherOwner' | 'nobody' | 'stranger';
  language: string;
}

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
/** Lone halves of a character have no place in an address. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

function shotsAt(
  path: string,
  method: string,
  { parameters = [], requestBody }: Operation,
): fc.Arbitrary<Shot> {
  const named = (where: string) =>
    fc.record(
      Object.fromEntries(parameters.filter((p) => p.in === where).map((p) => [p.name, nearly(p.schema)])),
      where === 'query' ? { requiredKeys: [] } : {},
    ) as fc.Arbitrary<Record<string, unknown>>;
  const [type = 'application/json', content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const body = content
    ? fc.oneof(
        { weight: 9, arbitrary: nearly(content.schema).map((value) => JSON.stringify(value)) },
        { weight: 1, arbitrary: fc.string() },
      )
    : fc.constant(undefined);
  const callers = fc.constantFrom<Shot['caller']>('client', 'owner', 'otherOwner', 'nobody', 'stranger');
  return fc
    .tuple(
      named('path'),
      named('query'),
      body,
      // Whoever logs out would be a stranger from then on.
      path.endsWith('/logout') ? fc.constant('stranger' as const) : callers,
      fc.oneof(
        { weight: 9, arbitrary: fc.constant(type) },
        { weight: 1, arbitrary: fc.constantFrom('text/plain', 'x') },
      ),
      fc.constantFrom('pt', 'en', 'ru', 'de', '\u00ff', 'pt;q=x,,'),
    )
    .map(([inPath, query, payload, caller, contentType, language]) => {
      const search = Object.entries(query).map(([key, value]) => `${key}=${encode(asText(value))}`);
      const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encode(asText(inPath[key])) || '%20');
      return {
        method: method.toUpperCase() as Shot['method'],
        url: search.length ? `${filled}?${search.join('&')}` : filled,
        ...{ payload, contentType, caller, language },
      };
    });
}

const shots = fc.oneof(
  ...Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => shotsAt(path, method, operation)),
  ),
);

/** Words that only somebody inside would write. */
const inside =
  /node_modules|\.ts:|\bat \S+ \(|pg_|relation "|column "|syntax|invalid input|violates|constraint|ECONN|Kysely|stack|undefined/i;

test(`${REQUESTS} malformed requests: no fault of ours, nothing from inside`, {
  timeout: 30_000 + REQUESTS * 50,
}, async () => {
  const tokenOf = (caller: Shot['caller']) =>
    caller === 'nobody' ? null : caller === 'stranger' ? 'x'.repeat(43) : scene[caller].token;
  await fc.assert(
    fc.asyncProperty(shots, async ({ method, url, payload, contentType, caller, language }) => {
      const token = tokenOf(caller);
      const { status, body, text } = await request(api, method, url, {
        payload,
        headers: {
          'accept-language': language,
          ...(payload !== undefined && { 'content-type': contentType }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
      });
      expect(status, text).toBeLessThan(500);
      if (status !== 200) {
        expect(text).not.toMatch(inside);
        expect(body).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
      }
    }),
    { numRuns: REQUESTS, seed: Number(process.env.FUZZ_SEED ?? 20261120), endOnFailure: true },
  );
});
