import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { normalizeEmail } from '../../src/platform/email-address.ts';
import { createTestUser } from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import { sendRequest } from '../support/test-request.ts';
import type { JsonSchema } from './arbitraries.ts';

const api = useTestApp();
let fixtures: Fixtures;
beforeAll(async () => {
  fixtures = await createFixtures(api);
  await createTestUser(api, { email: 'quack@example.com' });
});

/** Unicode takes the letter for one of ASCII, in upper or lower case or by compatibility; mail programs do not. */
const lookAlikes = [
  ...['quac\u212A@example.com', 'QUAC\u212A@example.com', 'mi\u017Fs@example.com', '\u0130nes@example.com'],
  ...['\u0131ris@example.com', 'ｑuack@example.com', 'quack@ｅxample.com', 'quack@duc\u212A.example'],
  ...['quack\u200B@example.com', 'quack@exam\u00ADple.com', 'кваk@example.com'],
];

/** All fields that take an address, by their names. */
const fields = (Object.entries(endpoints) as [EndpointName, Endpoint][]).flatMap(([name, endpoint]) =>
  (['params', 'query', 'body'] as const).flatMap((part) =>
    Object.entries((endpoint[part] as JsonSchema | undefined)?.properties ?? {})
      .filter(([key, { type }]) => /(^|_)e?mail$/.test(key) && type === 'string')
      .map(([key, schema]) => ({ name, part, key, schema })),
  ),
);

test('the calls that take an address are found', () => {
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'register',
      'login',
      'sendCode',
      'updateEmail',
      'inviteOperator',
      'reportContent',
    ]),
  );
});

describe.each(fields)('$name', ({ name, part, key, schema }) => {
  test('its address has the format that is compared', () => {
    expect(schema.format).toBe('email');
  });

  test.each(lookAlikes)('refuses %j', async (address) => {
    const { auth } = endpoints[name];
    const caller =
      auth === 'operator'
        ? await createTestOperator(api, 'owner')
        : fixtures[auth === 'member' ? 'seller' : 'buyer'];
    const request = await sampleRequests[name](fixtures, caller);
    const { status, body } = await sendRequest(api, name, {
      ...request,
      token: caller.token,
      [part]: { ...(request[part] as object), [key]: address },
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 1, errors: { [key]: [expect.any(String)] } });
  });
});

test('an address is stored in one form, and compared without its case', async () => {
  const body = { name: 'Ana', email: ' Ana.Silva@Example.COM ', password: 'sobras12', device_name: '' };
  expect(await sendRequest(api, 'register', { body: { ...body, check_terms: true } })).toMatchObject({
    status: 200,
  });
  const login = { email: 'ANA.silva@example.com', password: 'sobras12', device_name: '' };
  const { status, body: reply } = await sendRequest(api, 'login', { body: login });
  expect(status).toBe(200);
  const me = await sendRequest(api, 'getMe', { token: (reply as { token: string }).token });
  expect(me.body).toMatchObject({ data: { email: 'ana.silva@example.com' } });
  const taken = await sendRequest(api, 'register', { body: { ...body, check_terms: true } });
  expect(taken.body).toMatchObject({ code: 1, errors: { email: [expect.any(String)] } });
});

test('a domain in other letters has the form that mail uses', () => {
  expect(normalizeEmail('Ana@Padaria-São.example')).toBe('ana@xn--padaria-so-n5a.example');
  expect(normalizeEmail('ana@пекарня.example')).toBe('ana@xn--80ajpngj0i.example');
  // The letters of its labels are those of another domain.
  expect(normalizeEmail('ana@duc\u212A.example')).toBe('ana@duc\u212A.example');
  expect(normalizeEmail('ana')).toBe('ana');
  expect(normalizeEmail('a@b@c')).toBe('a@b@c');
});

test('the database has addresses in that form only, whatever its locale', async () => {
  const { rows: columns } = await sql<{ name: string; type: string; collation: string | null }>`
    select table_name || '.' || column_name as name, udt_name as type, collation_name as collation
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (column_name ~ '(^|_)e?mail$' or column_name = 'recipient') and data_type <> 'jsonb'`.execute(
    api.db,
  );
  expect(columns.map(({ name }) => name).sort()).toEqual([
    'content_reports.reporter_email',
    'decisions.email',
    'login_codes.email',
    'mail_failures.recipient',
    'member_invitations.email',
    'users.email',
  ]);
  for (const column of columns) expect(column).toMatchObject({ type: 'text', collation: 'C' });
  const { rows: checks } = await sql<{ name: string }>`
    select conrelid::regclass || '.' || attname as name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'c' and pg_get_constraintdef(pg_constraint.oid) ~ ('\\y' || attname || ' = lower\\(' || attname)
    order by 1`.execute(api.db);
  expect(checks.map(({ name }) => name)).toEqual(columns.map(({ name }) => name).sort());
  await expect(
    api.db
      .updateTable('users')
      .set({ email: 'QUACK2@example.com' })
      .where('email', '=', 'quack@example.com')
      .execute(),
  ).rejects.toThrow(/users_email_folded/);
});
