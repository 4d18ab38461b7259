import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';

type Problem = Pick<ErrorObject, 'keyword' | 'instancePath' | 'schemaPath' | 'params'>;

/**
 * Query strings and parameters, being text, are coerced to what the schema says; bodies are not. One validator for both
 * would turn null into '' in bodies.
 */
export function useValidators(app: FastifyInstance): void {
  const options = { allErrors: true, useDefaults: true, removeAdditional: false } as const;
  const body = new Ajv({ ...options, coerceTypes: false });
  const text = new Ajv({ ...options, coerceTypes: true });
  addFormats.default(body);
  addFormats.default(text);
  app.setValidatorCompiler(({ schema, httpPart }) =>
    checkOf(schema as Schema, (httpPart === 'body' ? body : text).compile(schema as object)),
  );
}

/** What a schema of an endpoint is made of. */
interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: false;
  items?: Schema;
  maxItems?: number;
  anyOf?: Schema[];
}

function checkOf(schema: Schema, validate: ValidateFunction) {
  const check = (data: unknown): boolean => {
    shortenArrays(schema, data);
    const refused = validate(data) ? [] : validate.errors!;
    const found = [...refused, ...clean(schema, data, '')];
    check.errors = found.length > 0 ? found : null;
    return found.length === 0;
  };
  check.errors = null as Problem[] | null;
  return check;
}

/**
 * Cuts every array to one item more than its schema allows: it is refused all the same, and the validator, which looks
 * at every item even of what is too long, has little to look at.
 */
function shortenArrays(schema: Schema, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const forms = formsOf(schema);
  if (Array.isArray(value)) {
    const { items, maxItems = Number.POSITIVE_INFINITY } = forms.find((form) => form.items) ?? {};
    if (value.length > maxItems) value.length = maxItems + 1;
    if (items) for (const part of value) shortenArrays(items, part);
    return;
  }
  for (const { properties = {} } of forms)
    for (const [key, part] of Object.entries(properties))
      if (Object.hasOwn(value, key)) shortenArrays(part, (value as Record<string, unknown>)[key]);
}

/**
 * Drops the keys that a schema does not name: no handler sees them. An object closed by `additionalProperties` keeps
 * them and was refused: there keys are data, as a schedule's days are. Not by Ajv's `removeAdditional`, which drops what
 * the first form of a union does not name before it looks at the second.
 *
 * Answers where there is what no column takes: text with NUL in it, and numbers beyond all numbers ('1e400', coerced).
 */
function clean(schema: Schema, value: unknown, instancePath: string): Problem[] {
  const forms = formsOf(schema);
  if (Array.isArray(value)) {
    const items = forms.find((form) => form.items)?.items;
    return items ? value.flatMap((part, index) => clean(items, part, `${instancePath}/${index}`)) : [];
  }
  if (typeof value === 'object' && value !== null) {
    const objects = forms.filter(({ properties }) => properties);
    const isOpen = objects.some(({ additionalProperties }) => additionalProperties === undefined);
    return Object.entries(value).flatMap(([key, part]) => {
      const form = objects.find(({ properties }) => Object.hasOwn(properties!, key));
      if (form) return clean(form.properties![key]!, part, `${instancePath}/${key}`);
      if (isOpen) delete (value as Record<string, unknown>)[key];
      return [];
    });
  }
  const bad =
    typeof value === 'string' ? value.includes('\0') : Number.isFinite(value) !== (typeof value === 'number');
  return bad ? [{ keyword: 'format', instancePath, schemaPath: '', params: {} }] : [];
}

const formsOf = (schema: Schema): Schema[] => schema.anyOf?.flatMap(formsOf) ?? [schema];
