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

interface Mutant {
  /** The field of the top that is wrong. */
  field: string;
  value: unknown;
}

/** Ways to spoil a good value, one field at a time: each of them has to be refused. */
export function mutants(schema: TSchema, good: unknown, asText = false): Mutant[] {
  const object = forms(schema as JsonSchema).find(({ properties }) => properties);
  const value = (good ?? {}) as Record<string, unknown>;
  return Object.entries(object?.properties ?? {}).flatMap(([field, property]) => {
    const bad = asText ? badTexts(property) : badValues(property, value[field]);
    const { [field]: _, ...without } = value;
    return [
      ...bad.map((spoilt) => ({ field, value: { ...value, [field]: spoilt } })),
      ...(object?.required?.includes(field) ? [{ field, value: without }] : []),
    ];
  });
}

const forms = (schema: JsonSchema): JsonSchema[] => schema.anyOf?.flatMap(forms) ?? [schema];

function badValues(schema: JsonSchema, good: unknown): unknown[] {
  const all = forms(schema);
  const takes = (type: string) => all.some((form) => form.type === type || typeof form.enum?.[0] === type);
  const longest = Math.max(...all.map(({ maxLength = 0 }) => maxLength));
  const bounded = all.every(({ type, maximum }) => !isNumber(type) || maximum !== undefined);
  const [list] = all.filter(({ type }) => type === 'array');
  const nested = all.find(({ properties }) => properties);
  return [
    null,
    ...(takes('object') ? [] : [{}, { $ne: 1 }]),
    ...(takes('array') ? [] : [[], [good]]),
    ...(takes('string') ? ['a\u0000b'] : ['text', '']),
    ...(longest > 0 ? ['x'.repeat(longest + 1)] : []),
    ...(takes('boolean') ? [] : [true]),
    ...(takes('number') || takes('integer') ? (bounded ? [1e300, -1e300, 9e15] : []) : [7]),
    ...(list?.maxItems ? [Array.from({ length: list.maxItems + 1 }, () => 1)] : []),
    ...(list ? [[{}], [null]] : []),
    ...(nested ? mutants(nested as TSchema, good).map(({ value }) => value) : []),
  ];
}

/** Of a query: all is text there, and text that reads as a number is one. */
function badTexts(schema: JsonSchema): unknown[] {
  const [{ type, maxLength, maximum, enum: choice }] = forms(schema) as [JsonSchema];
  if (isNumber(type)) return ['abc', '1e400', '1,5', '\u0000', ...(maximum === undefined ? [] : ['1e300'])];
  return ['a\u0000b', ...(maxLength ? ['x'.repeat(maxLength + 1)] : []), ...(choice ? ['', 'nonsense'] : [])];
}

const isNumber = (type: string | undefined) => type === 'number' || type === 'integer';
