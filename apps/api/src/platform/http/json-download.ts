import { Readable } from 'node:stream';
import type { Endpoint } from '@wopack/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import { buildRouteOptions, type Call, createRateLimits, getCall, type RouteDependencies } from './route.ts';
import { toReferences } from './route-schemas.ts';
import { endWithSession } from './session-end.ts';

/** An object some of whose lists come in batches. */
export type Streamed<T> = {
  [K in keyof T]:
    | T[K]
    | (NonNullable<T[K]> extends readonly (infer Item)[] ? AsyncIterable<readonly Item[]> : never);
};

/** Pairs an endpoint with a use case whose reply is a JSON file of any length. */
export type JsonDownloadRoute = <E extends Endpoint>(
  endpoint: E,
  fileName: string,
  handler: (call: Call<E>) => Promise<Streamed<Static<E['reply']>>>,
) => void;

/**
 * Sends the reply as it is read, no faster than the client takes it. Errors are JSON of their own before the first byte;
 * after it the connection breaks, so that the client sees a failed download, and the text is no valid JSON.
 */
export const createJsonDownloadRoute =
  (app: FastifyInstance, dependencies: Pick<RouteDependencies, 'createRateLimit'>): JsonDownloadRoute =>
  (endpoint, fileName, handler) => {
    app.route({
      ...buildRouteOptions(endpoint, createRateLimits(dependencies, endpoint)),
      handler: async (request, reply) => {
        const fields = (await handler(getCall(endpoint, request))) as Record<string, unknown>;
        const content = Readable.from(inChunks(writeObject(endpoint.reply as TObject, fields, reply)), {
          objectMode: false,
        });
        return reply
          .headers({
            'content-type': 'application/json; charset=utf-8',
            'content-disposition': `attachment; filename="${fileName}"`,
          })
          .send(endWithSession(request, content));
      },
    });
  };

const isBatched = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Fields that the schema does not name are not sent. */
async function* writeObject({ properties }: TObject, fields: Record<string, unknown>, reply: FastifyReply) {
  const compile = (schema: TSchema) =>
    reply.compileSerializationSchema(toReferences(schema) as Record<string, unknown>) as (
      value: unknown,
    ) => string;
  let separator = '{';
  for (const [name, schema] of Object.entries(properties)) {
    const value = fields[name];
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    separator = ',';
    if (isBatched(value)) yield* writeList(value, compile((schema as TSchema & { items: TSchema }).items));
    else yield compile(schema)(value);
  }
  yield '}';
}

async function* writeList(batches: AsyncIterable<readonly unknown[]>, serialize: (item: unknown) => string) {
  let separator = '[';
  for await (const batch of batches)
    for (const item of batch) {
      yield separator + serialize(item);
      separator = ',';
    }
  yield separator === '[' ? '[]' : ']';
}

const CHUNK_LENGTH = 65_536;

/** A chunk of many pieces instead of one of each. */
async function* inChunks(pieces: AsyncIterable<string>) {
  let chunk = '';
  for await (const piece of pieces) {
    chunk += piece;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}
