import fastJson, { type Schema as SerializableSchema } from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import { resolveReference } from '../http/route-schemas.ts';

type SerializerCompiler = Parameters<FastifyInstance['setSerializerCompiler']>[0];

const serializers = new Map<string, (value: unknown) => string>();

/**
 * Compiles each schema when the first reply needs it, and once instead of once a route and status: every route has the
 * same half dozen error replies.
 */
export const compileSerializer: SerializerCompiler = ({ schema }) => {
  let serialize: ((value: unknown) => string) | undefined;
  const compile = () =>
    serializers.getOrInsertComputed(JSON.stringify(schema), () =>
      fastJson(schema as SerializableSchema, {
        schema: collectReferenced(schema),
        // Says nothing of a reply.
        ajv: { formats: { lines: true } },
      }),
    );
  return (value) => {
    serialize ??= compile();
    return serialize(value);
  };
};

/** The shared schemas that a schema refers to, no others: the serialiser validates each schema that it is given. */
function collectReferenced(
  value: unknown,
  referenced: Record<string, SerializableSchema> = {},
): Record<string, SerializableSchema> {
  if (typeof value !== 'object' || value === null) return referenced;
  const schema = resolveReference(value);
  if (schema !== value) {
    const id = schema.$id!;
    if (referenced[id]) return referenced;
    referenced[id] = schema as SerializableSchema;
  }
  for (const nestedValue of Object.values(schema)) collectReferenced(nestedValue, referenced);
  return referenced;
}
