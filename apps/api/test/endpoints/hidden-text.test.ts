import { type Endpoint, type EndpointName, endpoints } from '@wopack/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestUser, type TestUser } from '../support/builders.ts';
import { createTestOperator } from '../support/operators.ts';
import { createFixtures, type Fixtures, sampleRequests } from '../support/sample-requests.ts';
import { useTestApp } from '../support/test-app.ts';
import { sendRequest, type TestRequest } from '../support/test-request.ts';
import type { JsonSchema } from './arbitraries.ts';

const api = useTestApp();
let fixtures: Fixtures;
let operator: TestUser;
beforeAll(async () => {
  fixtures = await createFixtures(api);
  operator = await createTestOperator(api, 'owner');
});

interface TextField {
  path: string[];
  /** Of several lines. */
  hasLines: boolean;
  /** Seen by nobody else. */
  isPassword: boolean;
}

/** All texts of a part of a request. */
function listTextFields(schema: JsonSchema, path: string[] = []): TextField[] {
  const alternatives = schema.anyOf ?? [schema];
  const nested = alternatives.flatMap(({ items, properties = {} }) => [
    ...(items ? listTextFields(items, [...path, '0']) : []),
    ...Object.entries(properties).flatMap(([key, property]) => listTextFields(property, [...path, key])),
  ]);
  if (nested.length > 0) return nested;
  const text = alternatives.find(({ type }) => type === 'string');
  const { format } = text ?? {};
  return text ? [{ path, hasLines: format === 'lines', isPassword: format === 'password' }] : [];
}

/** A copy of the value with the text at each path. */
function withText(value: unknown, fields: readonly TextField[], text: string): unknown {
  const copy = structuredClone({ value: value ?? {} }) as { value: unknown };
  for (const { path } of fields) {
    let parent = copy as unknown as Record<string, unknown>;
    const keys = ['value', ...path];
    keys.slice(0, -1).forEach((key, index) => {
      if (typeof parent[key] !== 'object' || parent[key] === null)
        parent[key] = keys[index + 1] === '0' ? [] : {};
      parent = parent[key] as Record<string, unknown>;
    });
    parent[keys.at(-1)!] = text;
  }
  return copy.value;
}

/** The longest is shorter than any field. */
const hiddenTexts = [
  ...['a\u202Eb', 'a\u2066b', 'a\u200Fb', 'a\u001bb', 'a\u0000b'],
  ...['\u200B', '\u3164', '\u2800', '\u00AD', '\u0301', '\u3000', '\u{1D159}', '\u17B4'],
];
const linesOfText = ['a\nb', 'a\r\nb', 'a\u2028b'];

const textEndpoints = (Object.entries(endpoints) as [EndpointName, Endpoint][]).flatMap(
  ([name, endpoint]) => {
    const parts = (['params', 'query', 'body'] as const).map((part) => ({
      part,
      fields: endpoint[part] ? listTextFields(endpoint[part] as JsonSchema) : [],
    }));
    return parts.some(({ fields }) => fields.length > 0) ? [{ name, parts }] : [];
  },
);

const getCaller = (name: EndpointName): TestUser => {
  const { auth, module } = endpoints[name];
  if (auth === 'operator') return operator;
  if (auth === 'device') return fixtures.counter;
  if (module === 'affiliates') return fixtures.partner;
  return auth === 'member' ? fixtures.seller : fixtures.buyer;
};

describe.each(textEndpoints)('$name refuses in each of its texts', ({ name, parts }) => {
  let validRequest: Promise<TestRequest> | undefined;
  const expectRefused = async (
    text: string,
    isTried: (field: TextField) => boolean,
    triedParts: readonly string[] = ['params', 'query', 'body'],
  ) => {
    const tried = parts
      .filter(({ part }) => triedParts.includes(part))
      .map(({ part, fields }) => ({ part, fields: fields.filter(isTried) }));
    const expected = tried.flatMap(({ fields }) => fields.map(({ path }) => path.join('.')));
    if (expected.length === 0) return;
    const caller = getCaller(name);
    // All that it is used for is refused.
    validRequest ??= Promise.resolve(sampleRequests[name](fixtures, caller));
    const request = { ...(await validRequest), token: caller.token };
    for (const { part, fields } of tried)
      if (fields.length > 0) Object.assign(request, { [part]: withText(request[part], fields, text) });
    const { body } = await sendRequest(api, name, request);
    expect(body, JSON.stringify(text)).toMatchObject({ code: 1 });
    const errors = Object.keys((body as { errors: object }).errors);
    for (const field of expected) expect(errors, JSON.stringify(text)).toContain(field);
  };

  test('what is hidden or turns text around', async () => {
    for (const text of hiddenTexts) await expectRefused(text, ({ isPassword }) => !isPassword);
  });

  test('half of a character, which cannot be stored', async () => {
    // An address cannot have it: it would not be UTF-8.
    for (const text of ['a\ud800b', 'a\udfffb']) await expectRefused(text, () => true, ['body']);
  });

  test('several lines, where there is one', async () => {
    for (const text of linesOfText)
      await expectRefused(text, ({ hasLines, isPassword }) => !hasLines && !isPassword);
  });
});

test('the message says what is wrong, in the language of the caller', async () => {
  const { body } = await sendRequest(api, 'updateProfile', {
    token: fixtures.buyer.token,
    body: { name: 'Marta\nSalgado', sname: '\u3164', phone: '' },
    language: 'pt',
  });
  expect(body).toMatchObject({
    errors: {
      name: ['Só uma linha, sem caracteres invisíveis.'],
      sname: ['Tem caracteres invisíveis. Escreve-o de novo.'],
    },
  });
});

test('what must not be empty is not blank either', async () => {
  const { body } = await sendRequest(api, 'updateProfile', {
    token: fixtures.buyer.token,
    body: { name: ' \u00a0 ', sname: '', phone: '' },
  });
  expect(body).toMatchObject({ code: 1, errors: { name: ['Fill this in.'] } });
});

test('letters of two characters are stored as one, passwords as they are typed', async () => {
  const name = 'Чаи\u0306ная 👩‍👩‍👧 ❤️ מאפייה';
  const user = await createTestUser(api);
  await user.call('updateProfile', { body: { name, sname: 'Joa\u0303o', phone: '' } });
  const { data } = await user.call('getMe');
  expect(data).toMatchObject({ name: 'Чайная 👩‍👩‍👧 ❤️ מאפייה', sname: 'João' });
  const password = 'Чаи\u0306ная1';
  const email = 'chainaya@example.com';
  const device = { email, password, device_name: '' };
  const { status } = await sendRequest(api, 'register', {
    body: { ...device, name: 'Ч', check_terms: true },
  });
  expect(status).toBe(200);
  expect(await sendRequest(api, 'login', { body: device })).toMatchObject({ status: 200 });
  const composed = { ...device, password: password.normalize('NFC') };
  expect(await sendRequest(api, 'login', { body: composed })).toMatchObject({ status: 422 });
});
