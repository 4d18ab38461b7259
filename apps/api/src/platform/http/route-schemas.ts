import { type Endpoint, type ErrorName, ErrorReply, endpoints, errorCodes } from '@wopack/contract';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchema } from 'fastify';
import { isEmail, normalizeEmail } from '../email-address.ts';
import { isPhone, normalizePhone } from '../phone-number.ts';
import { findTextProblem, normalizeText, type TextForm } from '../text-rules.ts';

/** The parts of a JSON schema that the contract uses. */
interface Schema {
  $id?: string;
  $ref?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: false;
  items?: Schema;
  maxItems?: number;
  anyOf?: Schema[];
  format?: string;
  minLength?: number;
}

/**
 * Schemas of the contract with an `$id`, by id. Fastify, Ajv and openapi.json have each once; elsewhere they are
 * replaced by a `$ref`.
 */
export const sharedSchemas: ReadonlyMap<string, Schema> = collectSharedSchemas([
  ErrorReply,
  ...Object.values(endpoints).flatMap(({ params, query, body, reply, events = {} }: Endpoint) => [
    params,
    query,
    body,
    reply,
    ...Object.values(events),
  ]),
]);

export function collectSharedSchemas(schemas: readonly unknown[]): Map<string, Schema> {
  const sharedSchemas = new Map<string, Schema>();
  for (const schema of schemas) collect(schema);
  return sharedSchemas;

  function collect(value: unknown): void {
    if (typeof value !== 'object' || value === null) return;
    for (const nestedValue of Object.values(value)) collect(nestedValue);
    const { $id } = value as Schema;
    if (typeof $id !== 'string') return;
    const sharedSchema = replaceNested(value);
    const sameName = sharedSchemas.get($id);
    if (sameName && JSON.stringify(sameName) !== JSON.stringify(sharedSchema))
      throw new Error(`two schemas have the $id '${$id}'`);
    sharedSchemas.set($id, sharedSchema);
  }
}

/** Replaces the shared schemas in a schema by references. */
export function toReferences(schema: unknown): object {
  const { $id } = schema as Schema;
  return $id ? { $ref: `${$id}#` } : replaceNested(schema as object);
}

function replaceNested(schema: object): object {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, replaceValue(value)]));
}

function replaceValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceValue);
  return typeof value === 'object' && value !== null ? toReferences(value) : value;
}

/** The shared schema that a reference names; any other schema itself. */
export const resolveReference = (schema: Schema): Schema =>
  schema.$ref ? sharedSchemas.get(schema.$ref.slice(0, -1))! : schema;

const securityByAuth: Record<Endpoint['auth'], Record<string, string[]>[]> = {
  public: [],
  optional: [{}, { bearer: [] }],
  guest: [{}, { bearer: [] }],
  user: [{ bearer: [] }],
  owner: [{ bearer: [] }],
  operator: [{ bearer: [] }],
};

const operationIds = new Map<Endpoint, string>(
  Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]),
);

export function buildRouteSchema(endpoint: Endpoint): FastifySchema {
  const { params, query, body, file, summary, module, auth } = endpoint;
  return {
    operationId: operationIds.get(endpoint),
    summary,
    tags: [module],
    ...(params && { params: toReferences(params) }),
    ...(query && { querystring: toReferences(query) }),
    ...(body && { body: toReferences(body) }),
    ...(file && { consumes: ['multipart/form-data'] }),
    security: securityByAuth[auth],
    response: {
      200: buildReplySchema(endpoint),
      ...Object.fromEntries(
        listErrors(endpoint).map((name) => [errorCodes[name].status, toReferences(ErrorReply)]),
      ),
    },
  };
}

const listErrors = ({ auth, errors }: Endpoint): ErrorName[] => [
  ...errors,
  ...(auth === 'public' || auth === 'optional' ? [] : (['notSignedIn'] as const)),
  ...(auth === 'owner' || auth === 'operator' ? (['notAllowed'] as const) : []),
  // Any call may fail for lack of a database, or by an internal error.
  'serviceDown',
  'ourFault',
];

function buildReplySchema({ reply, stream, events = {}, produces }: Endpoint): object {
  const schema = toReferences(reply);
  if (!stream) return produces ? { description: 'a file', content: { [produces]: { schema } } } : schema;
  const eventNames = [stream, ...Object.keys(events)].map((name) => `'${name}'`).join(' and ');
  const eventSchemas = Object.values(events).map(toReferences);
  return {
    description: `server-sent events ${eventNames} with this as data`,
    content: {
      'text/event-stream': {
        schema: eventSchemas.length > 0 ? { anyOf: [schema, ...eventSchemas] } : schema,
      },
    },
  };
}

type ValidationIssue = Pick<ErrorObject, 'keyword' | 'instancePath' | 'schemaPath' | 'params'>;

const ajvOptions = { allErrors: true, useDefaults: true, removeAdditional: false } as const;
const bodyAjv = createAjv(false);
/** Query strings and path parameters are text. One for bodies too would turn null into '' there. */
const coercingAjv = createAjv(true);

function createAjv(coerceTypes: boolean): Ajv {
  const ajv = new Ajv({ ...ajvOptions, coerceTypes });
  addFormats.default(ajv);
  // Checked with the forms of other texts, by `sanitizeValue`.
  ajv.addFormat('lines', true);
  ajv.addFormat('email', isEmail);
  ajv.addFormat('phone', isPhone);
  for (const schema of sharedSchemas.values()) ajv.addSchema(schema);
  return ajv;
}

type Validator = ReturnType<typeof createValidator>;
const validators = new Map<Ajv, Map<string, Validator>>([
  [bodyAjv, new Map()],
  [coercingAjv, new Map()],
]);

/** Compiles each schema once: many routes have the same path parameters. */
export function compileValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }): Validator {
  const ajv = httpPart === 'body' ? bodyAjv : coercingAjv;
  return validators
    .get(ajv)!
    .getOrInsertComputed(JSON.stringify(schema), () =>
      createValidator(schema as Schema, ajv.compile(schema as object)),
    );
}

function createValidator(schema: Schema, validate: ValidateFunction) {
  const validator = (data: unknown): boolean => {
    shortenArrays(schema, data);
    normalizeTexts(schema, data);
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

/** Brings all texts but passwords to their one form, e-mail addresses and phones to theirs. */
function normalizeTexts(schema: Schema, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const alternatives = listAlternatives(schema);
  const items = alternatives.find((alternative) => alternative.items)?.items;
  for (const [key, nestedValue] of Object.entries(value)) {
    const nestedSchema = Array.isArray(value)
      ? items
      : alternatives.find(({ properties }) => properties && Object.hasOwn(properties, key))?.properties?.[
          key
        ];
    if (!nestedSchema) continue;
    if (typeof nestedValue !== 'string') normalizeTexts(nestedSchema, nestedValue);
    else
      (value as Record<string, unknown>)[key] = normalizeByFormat(
        listAlternatives(nestedSchema),
        nestedValue,
      );
  }
}

/**
 * Drops keys that the schema does not name. An object closed by `additionalProperties` keeps them and is refused: its
 * keys are data, such as the days of a schedule. Ajv's `removeAdditional` is not used, because in a union it drops what
 * the first alternative does not name before it tries the second.
 *
 * Returns issues for texts with characters that do not belong into their field, by default one line, and for numbers
 * coerced to infinity ('1e400'), which no column can store.
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
  if (typeof value === 'string') return listTextIssues(alternatives, value, instancePath);
  const isUnstorable = Number.isFinite(value) !== (typeof value === 'number');
  return isUnstorable ? [{ keyword: 'format', instancePath, schemaPath: '', params: {} }] : [];
}

function listTextIssues(
  alternatives: readonly Schema[],
  text: string,
  instancePath: string,
): ValidationIssue[] {
  const problem = findTextProblem(text, getTextForm(alternatives));
  if (problem) return [{ keyword: 'format', instancePath, schemaPath: '', params: { format: problem } }];
  const isBlank = alternatives.every(({ minLength = 0 }) => minLength > 0) && text.trim() === '';
  return isBlank ? [{ keyword: 'minLength', instancePath, schemaPath: '', params: { limit: 1 } }] : [];
}

function normalizeByFormat(alternatives: readonly Schema[], text: string): string {
  if (getTextForm(alternatives) === 'secret') return text;
  const hasFormat = (name: string) => alternatives.some(({ format }) => format === name);
  if (hasFormat('email')) return normalizeEmail(text);
  return hasFormat('phone') ? normalizePhone(text) : normalizeText(text);
}

function getTextForm(alternatives: readonly Schema[]): TextForm {
  const hasFormat = (name: string) => alternatives.some(({ format }) => format === name);
  return hasFormat('password') ? 'secret' : hasFormat('lines') ? 'lines' : 'line';
}

function listAlternatives(schema: Schema): Schema[] {
  const resolved = resolveReference(schema);
  return resolved.anyOf?.flatMap(listAlternatives) ?? [resolved];
}
