import fc from 'fast-check';
import type { TSchema } from 'typebox';

/** A JSON schema of openapi.json. */
export interface OpenApiSchema {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: OpenApiSchema[];
  items?: OpenApiSchema;
  properties?: Record<string, OpenApiSchema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

/** Hostile and malformed values. */
const hostileValue = fc.constantFrom<unknown>(
  null,
  true,
  [],
  {},
  [[]],
  { a: { b: [] } },
  0,
  -0,
  -1,
  1.5,
  1e21,
  1e308,
  2 ** 53,
  2147483648,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '%00',
  '%',
  '\\',
  "'; drop table users; --",
  '{{constructor}}',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  'null',
  'undefined',
  'NaN',
  '1e400',
  '-1',
  '0x1f',
  '٣',
  '🥐',
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  '-271821-04-20',
  '24:00',
  '"',
  '[1',
  '1,2,3,4',
  ',,,',
  '180,90,-180,-90',
  { toString: 'x' },
  { length: -1 },
  ['__proto__'],
  'x'.repeat(5000),
  'щ'.repeat(1000),
  'ﷺ'.repeat(500),
);

const anyJunk = fc.oneof(
  { weight: 3, arbitrary: hostileValue },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Mostly valid values of a schema, sometimes invalid ones, at every depth. */
export const mostlyValid = (schema: OpenApiSchema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: validFor(schema) }, { weight: 1, arbitrary: anyJunk });

function validFor(schema: OpenApiSchema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(mostlyValid));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case 'integer':
      return arbitraryInteger(schema);
    case 'number': {
      const { minimum: min = -1e6, maximum: max = 1e6 } = schema;
      return fc.oneof(
        fc.double({ min, max, noNaN: true }),
        fc.constantFrom(min, max, 3.99, 38.7123, -9.1416),
      );
    }
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(mostlyValid(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 4, 4) });
    case 'object':
      return arbitraryObject(schema);
    case 'string':
      return arbitraryText(schema);
    default:
      return anyJunk;
  }
}

function arbitraryInteger({
  minimum: min = -1000,
  maximum: max = 2147483647,
}: OpenApiSchema): fc.Arbitrary<number> {
  // Small ids exist.
  const smallId = fc.integer({ min: Math.max(min, 0), max: Math.max(min, Math.min(max, 20)) });
  return fc.oneof(
    smallId,
    fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
    fc.constantFrom(min, max),
  );
}

function arbitraryObject({ properties = {}, required = [] }: OpenApiSchema): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties).map(([key, schema]) => [key, mostlyValid(schema)]);
  return fc.record(Object.fromEntries(entries), { requiredKeys: required as never });
}

function arbitraryText({ format, pattern, maxLength = 40 }: OpenApiSchema): fc.Arbitrary<string> {
  if (format === 'phone') return fc.stringMatching(/^\+[0-9]{9,12}$/);
  if (format === 'email') return fc.emailAddress();
  if (format === 'date') {
    return fc.oneof(
      fc.constant('2026-11-20'),
      fc.stringMatching(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/),
    );
  }
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const anyCharacters = fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 60) });
  return fc.oneof(
    anyCharacters,
    fc.constantFrom('[1,2]', '3.99', 'cesto', 'Cesto de fim de tarde', 'yes', '7', '0'),
  );
}

/** Resolves the references of an OpenAPI document. */
export function dereference<T>(document: T): T {
  return resolve(document) as T;

  function resolve(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(resolve);
    if ('$ref' in value) return resolve(lookUp(String(value.$ref)));
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, resolve(part)]));
  }

  function lookUp(reference: string): unknown {
    return reference
      .split('/')
      .slice(1)
      .reduce((part, key) => (part as Record<string, unknown>)[key], document as unknown);
  }
}

/** A schema of the contract. */
export interface JsonSchema {
  type?: string;
  format?: string;
  pattern?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  /** The keys of this object are data, so unknown ones are refused. */
  additionalProperties?: false;
  anyOf?: JsonSchema[];
  maxLength?: number;
  minLength?: number;
  maximum?: number;
  minimum?: number;
  maxItems?: number;
  enum?: unknown[];
  items?: JsonSchema;
}

interface InvalidValue {
  /** The invalid top-level field. */
  field: string;
  value: unknown;
}

/** Variants of a valid value with one invalid field each. */
export function listInvalidValues(schema: TSchema, validValue: unknown, isText = false): InvalidValue[] {
  const objectSchema = listAlternatives(schema as JsonSchema).find(({ properties }) => properties);
  const value = (validValue ?? {}) as Record<string, unknown>;
  return Object.entries(objectSchema?.properties ?? {}).flatMap(([field, property]) => {
    const invalidValues = isText ? listInvalidTexts(property) : listInvalidJson(property, value[field]);
    const { [field]: _, ...withoutField } = value;
    return [
      ...invalidValues.map((invalidValue) => ({ field, value: { ...value, [field]: invalidValue } })),
      ...(objectSchema?.required?.includes(field) ? [{ field, value: withoutField }] : []),
    ];
  });
}

export const listAlternatives = (schema: JsonSchema): JsonSchema[] =>
  schema.anyOf?.flatMap(listAlternatives) ?? [schema];

function listInvalidJson(schema: JsonSchema, validValue: unknown): unknown[] {
  const alternatives = listAlternatives(schema);
  const acceptsType = (type: string) =>
    alternatives.some((alternative) => alternative.type === type || typeof alternative.enum?.[0] === type);
  const maxTextLength = Math.max(...alternatives.map(({ maxLength = 0 }) => maxLength));
  const isBounded = alternatives.every(({ type, maximum }) => !isNumber(type) || maximum !== undefined);
  const [arraySchema] = alternatives.filter(({ type }) => type === 'array');
  const nestedSchema = alternatives.find(({ properties }) => properties);
  return [
    ...(acceptsType('null') ? [] : [null]),
    ...(acceptsType('object') ? [] : [{}, { $ne: 1 }]),
    ...(acceptsType('array') ? [] : [[], [validValue]]),
    ...(acceptsType('string') ? ['a\u0000b'] : ['text', '']),
    ...(maxTextLength > 0 ? ['x'.repeat(maxTextLength + 1)] : []),
    ...(acceptsType('boolean') ? [] : [true]),
    ...(acceptsType('number') || acceptsType('integer') ? (isBounded ? [1e300, -1e300, 9.1e15] : []) : [7]),
    ...(arraySchema?.maxItems ? [Array.from({ length: arraySchema.maxItems + 1 }, () => 1)] : []),
    ...(arraySchema ? [[{}], [null]] : []),
    ...(nestedSchema ? listInvalidValues(nestedSchema as TSchema, validValue).map(({ value }) => value) : []),
  ];
}

/** For a query, whose values are text: a number as text is valid there. */
function listInvalidTexts(schema: JsonSchema): unknown[] {
  const [{ type, maxLength, maximum, enum: choices }] = listAlternatives(schema) as [JsonSchema];
  if (isNumber(type)) return ['abc', '1e400', '1,5', '\u0000', ...(maximum === undefined ? [] : ['1e300'])];
  return [
    'a\u0000b',
    ...(maxLength ? ['x'.repeat(maxLength + 1)] : []),
    ...(choices ? ['', 'nonsense'] : []),
  ];
}

const isNumber = (type: string | undefined) => type === 'number' || type === 'integer';
