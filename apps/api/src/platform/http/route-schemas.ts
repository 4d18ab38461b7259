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
  type?: string;
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
  member: [{ bearer: [] }],
  device: [{ bearer: [] }],
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
  ...(auth === 'member' || auth === 'device' || auth === 'operator' ? (['notAllowed'] as const) : []),
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
  // Checked with the forms of other texts, by `listTextIssues`.
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

/** Compiles each schema once, since many routes have the same path parameters, when the first request needs it. */
export function compileValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }): Validator {
  const ajv = httpPart === 'body' ? bodyAjv : coercingAjv;
  return validators
    .get(ajv)!
    .getOrInsertComputed(JSON.stringify(schema), () => createValidator(schema as Schema, ajv));
}

function createValidator(schema: Schema, ajv: Ajv) {
  let validate: ValidateFunction | undefined;
  const validator = (data: unknown): boolean => {
    validate ??= ajv.compile(schema);
    const textIssues = prepareParts(schema, data, '');
    const issues = validate(data) ? textIssues : [...validate.errors!, ...textIssues];
    validator.errors = issues.length > 0 ? issues : null;
    return issues.length === 0;
  };
  validator.errors = null as ValidationIssue[] | null;
  return validator;
}

/**
 * Brings the parts of a value to the form in which they are validated and stored, and returns issues of texts.
 *
 * - Arrays are cut to one item more than the schema allows: they are still refused, and Ajv, which visits each item, has
 *   few to visit.
 * - Keys that the schema does not name are dropped. An object closed by `additionalProperties` keeps them and is
 *   refused: its keys are data, such as the days of a schedule. Ajv's `removeAdditional` is not used, because in a union
 *   it drops what the first alternative does not name before it tries the second.
 * - Texts but passwords get their one form, e-mail addresses and phones theirs.
 */
function prepareParts(schema: Schema, value: unknown, path: string): ValidationIssue[] {
  if (typeof value !== 'object' || value === null) return [];
  const alternatives = listAlternatives(schema);
  const objects = alternatives.filter(({ properties }) => properties);
  const isOpen = objects.some(({ additionalProperties }) => additionalProperties === undefined);
  const list = alternatives.find(({ items }) => items);
  if (Array.isArray(value) && list?.maxItems !== undefined && value.length > list.maxItems)
    value.length = list.maxItems + 1;
  const findSchema = (key: string) =>
    Array.isArray(value)
      ? list?.items
      : objects.map(({ properties }) => properties!).find((properties) => Object.hasOwn(properties, key))?.[
          key
        ];
  const parts = value as Record<string, unknown>;
  const issues: ValidationIssue[] = [];
  for (const [key, part] of Object.entries(parts)) {
    const partSchema = findSchema(key);
    if (!partSchema) {
      if (isOpen && !Array.isArray(value)) delete parts[key];
    } else if (typeof part === 'string') {
      const partAlternatives = listAlternatives(partSchema);
      const text = normalizeByFormat(partAlternatives, part);
      parts[key] = text;
      issues.push(...listTextIssues(partAlternatives, text, `${path}/${key}`));
    } else if (typeof part === 'number' && isUnstorable(part))
      issues.push(createFormatIssue(`${path}/${key}`));
    else issues.push(...prepareParts(partSchema, part, `${path}/${key}`));
  }
  return issues;
}

const MIN_NORMAL_NUMBER = 2 ** -1022;

/** PostgreSQL refuses what has no end ('1e400'), and what is too small for its full precision. */
const isUnstorable = (number: number): boolean =>
  Math.abs(number) === Number.POSITIVE_INFINITY || (number !== 0 && Math.abs(number) < MIN_NORMAL_NUMBER);

const createFormatIssue = (instancePath: string): ValidationIssue => ({
  keyword: 'format',
  instancePath,
  schemaPath: '',
  params: {},
});

/** Reports characters that do not belong into the field, which has one line by default, and numbers that no column can store. */
function listTextIssues(
  alternatives: readonly Schema[],
  text: string,
  instancePath: string,
): ValidationIssue[] {
  const hasType = (name: string) => alternatives.some(({ type }) => type === name);
  if (!hasType('string') && (hasType('number') || hasType('integer')))
    return isUnstorable(Number(text)) ? [createFormatIssue(instancePath)] : [];
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
