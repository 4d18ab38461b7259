import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyProduct, createTestUser, type TestUser } from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import { sendRequest, type TestRequest, type TestResponse } from '../support/test-request.ts';
import type { JsonSchema } from './arbitraries.ts';

/** An address with an encrypted key differs each time. */
const withoutKeys = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body).replace(/\/v1\.[\w-]+/g, '/key'));

const api = useTestApp();
let fixtures: Fixtures;
/** Column names of all tables and variants of them, each with a value of another user. */
let columnKeys: Record<string, unknown>;
let rowsBefore: string[];
let references: Reference[];

/** Input of the most recent handler. */
let handlerInput: { body: unknown; query: unknown } | null = null;
const recordInput = (message: unknown) => {
  const { body, query } = (message as { request: FastifyRequest }).request;
  handlerInput = structuredClone({ body, query: { ...(query as object) } });
};
const HANDLER_CHANNEL = 'tracing:fastify.request.handler:start';

const UNKNOWN_TEXT = 'text of an unknown key';

beforeAll(async () => {
  subscribe(HANDLER_CHANNEL, recordInput);
  fixtures = await createFixtures(api);
  const { otherBuyer, otherSeller, productId } = fixtures;
  await otherBuyer.call('updateNotificationSettings', {
    body: { channel: 'push', reminder_minutes: 30, quiet_from: '21:00', quiet_to: '09:00' },
  });
  await otherSeller.call('updateSellerNotificationSettings', {
    body: { sold: 'push', last_sold: 'push', cancelled: 'push', report: 'push' },
  });
  await buyProduct(otherBuyer, productId);
  references = await findReferences();
  const othersRows = selectRowsOfOthers(await allRows());
  columnKeys = await findColumnKeys(othersRows);
  rowsBefore = serializeRows(othersRows);
  expect(new Set(othersRows.map(({ table }) => table)).size).toBeGreaterThan(8);
});
afterAll(() => unsubscribe(HANDLER_CHANNEL, recordInput));

interface Row {
  table: string;
  row: Record<string, unknown>;
}

async function allRows(): Promise<Row[]> {
  const { rows } = await sql<{ query: string }>`
    select string_agg(format('select %L as "table", to_jsonb(t) as row from public.%I t', table_name, table_name), ' union all ') as query
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    api.db,
  );
  return (await sql<Row>`${sql.raw(rows[0]!.query)}`.execute(api.db)).rows;
}

interface Reference {
  table: string;
  column: string;
  target: string;
  targetColumn: string;
}

const findReferences = async () =>
  (
    await sql<Reference>`
      select kcu.table_name as "table", kcu.column_name as "column", ccu.table_name as target, ccu.column_name as "targetColumn"
      from information_schema.referential_constraints rc
      join information_schema.key_column_usage kcu using (constraint_schema, constraint_name)
      join information_schema.constraint_column_usage ccu using (constraint_schema, constraint_name)
      where constraint_schema = 'public'`.execute(api.ownerDb)
  ).rows;

/** All rows of the two users who send no request here, including rows that refer to these rows. */
function selectRowsOfOthers(rows: Row[]): Row[] {
  const { otherBuyer, otherSeller } = fixtures;
  const othersRows = new Set<Row>();
  const values = new Set([`users.id=${otherBuyer.id}`, `users.id=${otherSeller.id}`]);
  const isOfOthers = ({ table, row }: Row) =>
    (table === 'users' && values.has(`users.id=${row.id}`)) ||
    references.some(
      (key) => key.table === table && values.has(`${key.target}.${key.targetColumn}=${row[key.column]}`),
    );
  for (let size = -1; size < othersRows.size; ) {
    size = othersRows.size;
    for (const ownedRow of rows.filter((other) => !othersRows.has(other) && isOfOthers(other))) {
      othersRows.add(ownedRow);
      for (const { target, targetColumn } of references)
        if (target === ownedRow.table) values.add(`${target}.${targetColumn}=${ownedRow.row[targetColumn]}`);
    }
  }
  return [...othersRows];
}

const serializeRows = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();

async function findColumnKeys(othersRows: Row[]): Promise<Record<string, unknown>> {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select distinct on (column_name) column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public' order by column_name`.execute(api.db);
  const valueForType = (type: string) => {
    if (/int|numeric|double/.test(type)) return 99;
    if (/bool/.test(type)) return true;
    if (/time|date/.test(type)) return '2001-01-01T00:00:00.000Z';
    return /json|ARRAY/.test(type) ? [UNKNOWN_TEXT] : UNKNOWN_TEXT;
  };
  return {
    ...Object.fromEntries(
      columns.map(({ name, type }) => {
        const reference = references.find(({ column }) => column === name);
        const row = reference && othersRows.find(({ table }) => table === reference.target)?.row;
        return [name, row?.[reference!.targetColumn] ?? valueForType(type)];
      }),
    ),
    id: fixtures.otherBuyer.id,
    user_id: fixtures.otherBuyer.id,
    seller_id: fixtures.otherSeller.id,
    role: 'operator',
    is_operator: true,
    is_admin: true,
    email_verified: true,
    sold: 0,
    actor: { id: 1 },
  };
}

/** Names of inherited properties and invalid column values. */
const AWKWARD_KEYS = {
  toString: '\u0000',
  constructor: '\u0000',
  'a\u0000b': '\u0000',
  $set: { state: 'paid' },
  length: [],
};

/** Adds those of the keys that the schema does not declare, at every depth. */
function addUnknownKeys(schema: JsonSchema, value: unknown, keys: object): unknown {
  const objectSchema = schema.properties ? schema : schema.anyOf?.find(({ properties }) => properties);
  if (!objectSchema?.properties || typeof value !== 'object' || value === null) return value;
  const unknownEntries =
    objectSchema.additionalProperties === false
      ? []
      : Object.entries(keys).filter(([key]) => !Object.hasOwn(objectSchema.properties!, key));
  const declaredEntries = Object.entries(value).map(([key, partValue]) => [
    key,
    addUnknownKeys(objectSchema.properties![key] ?? {}, partValue, keys),
  ]);
  return Object.fromEntries([...unknownEntries, ...declaredEntries]);
}

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];

/** Bodies of uploads stay unchanged, because they are multipart. */
function withUnknownKeys(
  { query, body, file, method }: Endpoint,
  validRequest: TestRequest,
  keys: object,
): TestRequest {
  const addKeys = (schema: object = { properties: {} }, value: unknown = {}) =>
    addUnknownKeys(schema as JsonSchema, value, keys);
  return {
    ...validRequest,
    query: addKeys(query, validRequest.query) as Record<string, unknown>,
    ...(method === 'POST' && !file && { body: addKeys(body, validRequest.body) }),
  };
}

type CallerName = 'buyer' | 'seller' | 'partner' | 'counter' | 'operator';

const listCallerNames = (name: EndpointName): CallerName[] => {
  const { auth, module } = endpoints[name];
  if (auth === 'operator') return ['operator'];
  if (auth === 'device') return ['counter'];
  if (module === 'affiliates') return ['partner'];
  return auth === 'member' ? ['seller'] : ['buyer', 'seller'];
};

let reader: Promise<TestUser> | undefined;
/** The same one for reads, whose replies are compared. */
function getOperator(name: EndpointName): Promise<TestUser> {
  if (endpoints[name].method === 'POST') return createTestOperator(api, 'owner');
  reader ??= createTestOperator(api, 'owner');
  return reader;
}

/** A new user for calls that end the session or the account. */
const getCaller = async (name: EndpointName, callerName: CallerName): Promise<TestUser> =>
  callerName === 'operator'
    ? getOperator(name)
    : name === 'logout' || name === 'deleteAccount'
      ? createTestUser(api, { isSeller: callerName === 'seller' })
      : fixtures[callerName];

/** An order can be rated and reported once only. */
async function deleteRatingAndReport(): Promise<void> {
  await api.db.deleteFrom('ratings').where('order_id', '=', fixtures.order.id).execute();
  await api.db.deleteFrom('reports').where('order_id', '=', fixtures.order.id).execute();
}

const getOutcome = ({ status, body }: TestResponse) => ({ status, code: body.code });

describe.each(allEndpoints)('%s: unknown keys have no effect', (name, endpoint) => {
  test.each(listCallerNames(name))('sent by the %s', async (callerName) => {
    const referenceCaller = await getCaller(name, callerName);
    const referenceRequest = {
      ...(await sampleRequests[name](fixtures, referenceCaller)),
      token: referenceCaller.token,
    };
    const referenceResponse = await sendRequest(api, name, referenceRequest);
    const referenceInput = handlerInput;

    for (const keys of [columnKeys, AWKWARD_KEYS]) {
      await deleteRatingAndReport();
      const caller = await getCaller(name, callerName);
      const validRequest = { ...(await sampleRequests[name](fixtures, caller)), token: caller.token };
      const response = await sendRequest(api, name, withUnknownKeys(endpoint, validRequest, keys));

      expect(getOutcome(response), response.text).toEqual(getOutcome(referenceResponse));
      if (endpoint.query) expect(handlerInput?.query).toEqual(referenceInput?.query);
      if (endpoint.body) expect(listKeyPaths(handlerInput?.body)).toEqual(listKeyPaths(referenceInput?.body));
      if (endpoint.method === 'GET' && !endpoint.stream && !endpoint.produces)
        expect(withoutKeys(response.body)).toEqual(withoutKeys(referenceResponse.body));
      expect(response.text).not.toContain(UNKNOWN_TEXT);
    }
    if (endpoint.method === 'GET') return;
    const rows = await allRows();
    expect(serializeRows(selectRowsOfOthers(rows))).toEqual(rowsBefore);
    expect(JSON.stringify(rows)).not.toContain(UNKNOWN_TEXT);
  });
});

/** Names of all keys, at every depth. */
const listKeyPaths = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, partValue]) => [
        `${path}/${key}`,
        ...listKeyPaths(partValue, `${path}/${key}`),
      ])
    : [];
