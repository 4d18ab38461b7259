import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { resolveReference, type Schema, sharedSchemas } from './route-schemas.ts';

type ValidationIssue = Pick<ErrorObject, 'keyword' | 'instancePath' | 'schemaPath' | 'params'>;

/**
 * Coerces query strings and path parameters, which are text, to the types of their schemas; bodies are not coerced.
 * One validator for both would turn null into '' in bodies.
 */
export function registerValidators(app: FastifyInstance): void {
  const options = { allErrors: true, useDefaults: true, removeAdditional: false } as const;
  const bodyAjv = new Ajv({ ...options, coerceTypes: false });
  const coercingAjv = new Ajv({ ...options, coerceTypes: true });
  for (const ajv of [bodyAjv, coercingAjv]) {
    addFormats.default(ajv);
    for (const schema of sharedSchemas.values()) ajv.addSchema(schema);
  }
  app.setValidatorCompiler(({ schema, httpPart }) =>
    createValidator(
      schema as Schema,
      (httpPart === 'body' ? bodyAjv : coercingAjv).compile(schema as object),
    ),
  );
}

function createValidator(schema: Schema, validate: ValidateFunction) {
  const validator = (data: unknown): boolean => {
    shortenArrays(schema, data);
    const schemaIssues = validate(data) ? [] : validate.errors!;
    const issues = [...schemaIssues, ...sanitizeValue(schema, data, '')];
    validator.errors = issues.length > 0 ? issues : null;
    return issues.length === 0;
  };
  validator.errors = null as ValidationIssue[] | null;
  return validator;
}

/**
 * Cuts every array to one item more than its schema allows: it is still refused, and the validator, which visits all
 * items of an array that is too long, has few to visit.
 */
function shortenArrays(schema: Schema, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const alternatives = listAlternatives(schema);
  if (Array.isArray(value)) {
    const { items, maxItems = Number.POSITIVE_INFINITY } =
      alternatives.find((alternative) => alternative.items) ?? {};
    if (value.length > maxItems) value.length = maxItems + 1;
    if (items) for (const nestedValue of value) shortenArrays(items, nestedValue);
    return;
  }
  for (const { properties = {} } of alternatives)
    for (const [key, nestedValue] of Object.entries(properties))
      if (Object.hasOwn(value, key)) shortenArrays(nestedValue, (value as Record<string, unknown>)[key]);
}

/**
 * Drops keys that the schema does not name. An object closed by `additionalProperties` keeps them and is refused: its
 * keys are data, such as the days of a schedule. Ajv's `removeAdditional` is not used, because in a union it drops what
 * the first alternative does not name before it tries the second.
 *
 * Returns issues for values that no column can store: text with NUL, and numbers coerced to infinity ('1e400').
 */
function sanitizeValue(schema: Schema, value: unknown, instancePath: string): ValidationIssue[] {
  const alternatives = listAlternatives(schema);
  if (Array.isArray(value)) {
    const items = alternatives.find((alternative) => alternative.items)?.items;
    return items
      ? value.flatMap((nestedValue, index) => sanitizeValue(items, nestedValue, `${instancePath}/${index}`))
      : [];
  }
  if (typeof value === 'object' && value !== null) {
    const objectSchemas = alternatives.filter(({ properties }) => properties);
    const isOpen = objectSchemas.some(({ additionalProperties }) => additionalProperties === undefined);
    return Object.entries(value).flatMap(([key, nestedValue]) => {
      const alternative = objectSchemas.find(({ properties }) => Object.hasOwn(properties!, key));
      if (alternative)
        return sanitizeValue(alternative.properties![key]!, nestedValue, `${instancePath}/${key}`);
      if (isOpen) delete (value as Record<string, unknown>)[key];
      return [];
    });
  }
  const isUnstorable =
    typeof value === 'string' ? value.includes('\0') : Number.isFinite(value) !== (typeof value === 'number');
  return isUnstorable ? [{ keyword: 'format', instancePath, schemaPath: '', params: {} }] : [];
}

function listAlternatives(schema: Schema): Schema[] {
  const resolved = resolveReference(schema);
  return resolved.anyOf?.flatMap(listAlternatives) ?? [resolved];
}
