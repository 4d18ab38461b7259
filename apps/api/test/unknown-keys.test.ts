import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buy, type Person, person } from './builders.ts';
import { makeScene, type Scene, samples } from './scene.ts';
import { type Answer, type Sending, send } from './send.ts';
import { useTestApp } from './test-app.ts';

const api = useTestApp();
let scene: Scene;
/** Columns of all tables and what goes by similar names, each with a value that belongs to somebody else. */
let columnKeys: Record<string, unknown>;
let before: string[];
let references: Reference[];

/** What the latest handler got. */
let handlerInput: { body: unknown; query: unknown } | null = null;
const recordInput = (message: unknown) => {
  const { body, query } = (message as { request: FastifyRequest }).request;
  handlerInput = structuredClone({ body, query: { ...(query as object) } });
};
const HANDLER = 'tracing:fastify.request.handler:start';

const TEXT = 'text of an unknown key';

beforeAll(async () => {
  subscribe(HANDLER, recordInput);
  scene = await makeScene(api);
  const { otherClient, otherOwner, productId } = scene;
  await otherClient.call('updateNotificationSettings', {
    body: { channel: 'push', reminder_minutes: 30, quiet_from: '21:00', quiet_to: '09:00' },
  });
  await otherOwner.call('updateSellerNotificationSettings', {
    body: { sold: 'push', last_sold: 'push', cancelled: 'push', report: 'push' },
  });
  await buy(otherClient, productId);
  references = await findReferences();
  const theirs = ofOthers(await allRows());
  columnKeys = await findColumnKeys(theirs);
  before = textOf(theirs);
  expect(new Set(theirs.map(({ table }) => table)).size).toBeGreaterThan(8);
});
afterAll(() => unsubscribe(HANDLER, recordInput));

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
      where constraint_schema = 'public'`.execute(api.db)
  ).rows;

/** Every row of the two who make no call here, and every row that belongs to one of these. */
function ofOthers(all: Row[]): Row[] {
  const { otherClient, otherOwner } = scene;
  const theirs = new Set<Row>();
  const values = new Set([`users.id=${otherClient.id}`, `users.id=${otherOwner.id}`]);
  const isTheirs = ({ table, row }: Row) =>
    (table === 'users' && values.has(`users.id=${row.id}`)) ||
    references.some(
      (key) => key.table === table && values.has(`${key.target}.${key.targetColumn}=${row[key.column]}`),
    );
  for (let size = -1; size < theirs.size; ) {
    size = theirs.size;
    for (const one of all.filter((other) => !theirs.has(other) && isTheirs(other))) {
      theirs.add(one);
      for (const { target, targetColumn } of references)
        if (target === one.table) values.add(`${target}.${targetColumn}=${one.row[targetColumn]}`);
    }
  }
  return [...theirs];
}

const textOf = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();

async function findColumnKeys(theirs: Row[]): Promise<Record<string, unknown>> {
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select distinct on (column_name) column_name as name, data_type as type
    from information_schema.columns where table_schema = 'public' order by column_name`.execute(api.db);
  const byType = (type: string) =>
    /int|numeric|double/.test(type)
      ? 99
      : /bool/.test(type)
        ? true
        : /time|date/.test(type)
          ? '2001-01-01T00:00:00.000Z'
          : /json|ARRAY/.test(type)
            ? [TEXT]
            : TEXT;
  return {
    ...Object.fromEntries(
      columns.map(({ name, type }) => {
        const reference = references.find(({ column }) => column === name);
        const row = reference && theirs.find(({ table }) => table === reference.target)?.row;
        return [name, row?.[reference!.targetColumn] ?? byType(type)];
      }),
    ),
    ...{ id: scene.otherClient.id, user_id: scene.otherClient.id, seller_id: scene.otherOwner.id },
    ...{
      role: 'operator',
      is_operator: true,
      is_admin: true,
      email_verified: true,
      sold: 0,
      actor: { id: 1 },
    },
  };
}

/** Keys that objects have of their own, with what no column takes. */
const awkwardKeys = {
  toString: '\u0000',
  constructor: '\u0000',
  'a\u0000b': '\u0000',
  $set: { state: 'paid' },
  length: [],
};

interface Schema {
  /** Its keys are data: what is unknown is refused. */
  additionalProperties?: false;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
}

/** A value with every one of these keys that its schema does not know, at every depth. */
function addUnknownKeys(schema: Schema, value: unknown, keys: object): unknown {
  const form = schema.properties ? schema : schema.anyOf?.find(({ properties }) => properties);
  if (!form?.properties || typeof value !== 'object' || value === null) return value;
  const unknown =
    form.additionalProperties === false
      ? []
      : Object.entries(keys).filter(([key]) => !Object.hasOwn(form.properties!, key));
  const known = Object.entries(value).map(([key, part]) => [
    key,
    addUnknownKeys(form.properties![key] ?? {}, part, keys),
  ]);
  return Object.fromEntries([...unknown, ...known]);
}

const all = Object.entries(endpoints) as [EndpointName, Endpoint][];

const none: Schema = { properties: {} };
/** Uploads have fields of their own kind. */
function withUnknownKeys({ query, body, file, method }: Endpoint, good: Sending, keys: object): Sending {
  return {
    ...good,
    query: addUnknownKeys((query ?? none) as Schema, good.query ?? {}, keys) as Record<string, unknown>,
    ...(method === 'POST' &&
      !file && { body: addUnknownKeys((body ?? none) as Schema, good.body ?? {}, keys) }),
  };
}

const callers = (name: EndpointName): ('client' | 'owner' | 'partner')[] => {
  const { auth, module } = endpoints[name];
  if (module === 'affiliates') return ['partner'];
  return auth === 'owner' ? ['owner'] : ['client', 'owner'];
};

/** Whoever logs out or leaves does not come back. */
const callerOf = async (name: EndpointName, who: 'client' | 'owner' | 'partner'): Promise<Person> =>
  name === 'logout' || name === 'deleteAccount' ? person(api, { is_owner: who === 'owner' }) : scene[who];

/** An order is rated and reported once. */
async function forgetOrder(): Promise<void> {
  await api.db.deleteFrom('ratings').where('order_id', '=', scene.order.id).execute();
  await api.db.deleteFrom('reports').where('order_id', '=', scene.order.id).execute();
}

const outcome = ({ status, body }: Answer) => ({ status, code: body.code });

describe.each(all)('%s: what it does not know has no effect', (name, endpoint) => {
  test.each(callers(name))('sent by the %s', async (who) => {
    const plainCaller = await callerOf(name, who);
    const plain = { ...(await samples[name](scene, plainCaller)), token: plainCaller.token };
    const plainAnswer = await send(api, name, plain);
    const plainInput = handlerInput;

    for (const keys of [columnKeys, awkwardKeys]) {
      await forgetOrder();
      const caller = await callerOf(name, who);
      const good = { ...(await samples[name](scene, caller)), token: caller.token };
      const answer = await send(api, name, withUnknownKeys(endpoint, good, keys));

      expect(outcome(answer), answer.text).toEqual(outcome(plainAnswer));
      if (endpoint.query) expect(handlerInput?.query).toEqual(plainInput?.query);
      if (endpoint.body) expect(keysOf(handlerInput?.body)).toEqual(keysOf(plainInput?.body));
      if (endpoint.method === 'GET' && !endpoint.stream && !endpoint.produces)
        expect(answer.body).toEqual(plainAnswer.body);
      expect(answer.text).not.toContain(TEXT);
    }
    if (endpoint.method === 'GET') return;
    const rows = await allRows();
    expect(textOf(ofOthers(rows))).toEqual(before);
    expect(JSON.stringify(rows)).not.toContain(TEXT);
  });
});

/** Names of all keys, at every depth. */
const keysOf = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => [`${path}/${key}`, ...keysOf(part, `${path}/${key}`)])
    : [];
