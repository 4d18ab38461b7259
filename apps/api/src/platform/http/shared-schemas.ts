import { type Endpoint, ErrorReply, endpoints } from '@wopack/contract';

/** What a schema of the contract is made of. */
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
 * The schemas that the contract gives an `$id`, by it. Fastify, Ajv and openapi.json know each once: everywhere else
 * stands a `$ref`.
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

/** A schema with references in place of the shared schemas in it. */
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

/** The schema itself, where there is a reference to a shared one. */
export const resolveReference = (schema: Schema): Schema =>
  schema.$ref ? sharedSchemas.get(schema.$ref.slice(0, -1))! : schema;
