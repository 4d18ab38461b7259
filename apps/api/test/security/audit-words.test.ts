import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestOperator } from '../support/operators.ts';
import { createFixtures, sampleRequests } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import { sendRequest } from '../support/test-request.ts';
import { personalColumns } from './personal-columns.ts';

const api = useTestApp();

/** All values of personal columns; shorter ones are words of the log too. */
async function listPersonalValues(): Promise<Set<string>> {
  const values = new Set<string>();
  for (const [table, columns] of Object.entries(personalColumns))
    for (const column of Object.keys(columns)) {
      const { rows } = await sql<{ text: string | null }>`
        select distinct ${sql.ref(column)}::text as text from ${sql.table(table)}`.execute(api.db);
      for (const { text } of rows) if (text && text.trim().length >= 4) values.add(text.trim());
    }
  return values;
}

const listTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
};

test('the audit log, which nothing erases, has no word of the users it is about', async () => {
  const fixtures = await createFixtures(api);
  const operator = await createTestOperator(api, 'owner');
  const consoleCalls = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    ([, { auth }]) => auth === 'operator',
  );
  for (const [name, { method }] of consoleCalls) {
    const caller = method === 'POST' ? await createTestOperator(api, 'owner') : operator;
    const request = await sampleRequests[name](fixtures, caller);
    await sendRequest(api, name, { ...request, token: caller.token });
    const { query } = endpoints[name] as Endpoint & { query?: { properties: object } };
    if (query && 'q' in query.properties)
      for (const q of ['Rui Fontes', '+351910000000', '910 000 000', 'PT501442600', fixtures.buyer.email])
        await sendRequest(api, name, { ...request, query: { ...request.query, q }, token: caller.token });
  }
  const { rows } = await sql<{ action: string; before: unknown; after: unknown }>`
    select action, before, after from audit_entries`.execute(api.db);
  expect(new Set(rows.map(({ action }) => action)).size).toBeGreaterThan(60);
  const personal = [...(await listPersonalValues()), '910 000 000', '910000000', 'PT501442600'];
  const words = rows.flatMap(({ action, before, after }) =>
    listTexts([before, after]).flatMap((text) =>
      personal.filter((value) => text.includes(value)).map((value) => `${action}: ${value}`),
    ),
  );
  expect([...new Set(words)]).toEqual([]);
});
