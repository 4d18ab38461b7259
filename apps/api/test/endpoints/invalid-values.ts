import type { TSchema } from 'typebox';

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
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
  /** The field of the top that is wrong. */
  field: string;
  value: unknown;
}

/** Ways to spoil a good value, one field at a time: each of them has to be refused. */
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

const listAlternatives = (schema: JsonSchema): JsonSchema[] =>
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
    null,
    ...(acceptsType('object') ? [] : [{}, { $ne: 1 }]),
    ...(acceptsType('array') ? [] : [[], [validValue]]),
    ...(acceptsType('string') ? ['a\u0000b'] : ['text', '']),
    ...(maxTextLength > 0 ? ['x'.repeat(maxTextLength + 1)] : []),
    ...(acceptsType('boolean') ? [] : [true]),
    ...(acceptsType('number') || acceptsType('integer') ? (isBounded ? [1e300, -1e300, 9e15] : []) : [7]),
    ...(arraySchema?.maxItems ? [Array.from({ length: arraySchema.maxItems + 1 }, () => 1)] : []),
    ...(arraySchema ? [[{}], [null]] : []),
    ...(nestedSchema ? listInvalidValues(nestedSchema as TSchema, validValue).map(({ value }) => value) : []),
  ];
}

/** Of a query: all is text there, and text that reads as a number is one. */
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
