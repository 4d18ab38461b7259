import { type Endpoint, type ErrorName, ErrorReply, endpoints, errorCodes } from '@wopack/contract';
import type { FastifySchema } from 'fastify';

/** The parts of a JSON schema that the contract uses. */
export interface Schema {
  $id?: string;
  $ref?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: false;
  items?: Schema;
  maxItems?: number;
  anyOf?: Schema[];
}

/**
 * Schemas of the contract with an `$id`, by id. Fastify, Ajv and openapi.json have each once; elsewhere they are
 * replaced by a `$ref`.
 */
export const sharedSchemas: ReadonlyMap<string, Schema> = collectSharedSchemas([
  ErrorReply,
  ...Object.values(endpoints).flatMap(({ params, query, body, reply, events = {} }: Endpoint) => [
    ...[params, query, body, reply],
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
