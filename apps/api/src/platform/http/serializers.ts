import fastJson, { type Schema as SerializableSchema } from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import { resolveReference } from './shared-schemas.ts';

/** One serialiser for a schema, however many routes answer by it: each route has half a dozen errors, all alike. */
export function registerSerializers(app: FastifyInstance): void {
  const serializers = new Map<string, (value: unknown) => string>();
  app.setSerializerCompiler(({ schema }) => {
    const key = JSON.stringify(schema);
    return serializers.getOrInsertComputed(key, () =>
      fastJson(schema as SerializableSchema, { schema: collectReferenced(schema) }),
    );
  });
}

/** The shared schemas that it refers to and no others: every one that a serialiser is given is checked anew. */
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
