import type { Readable } from 'node:stream';
import type { Endpoint } from '@wopack/contract';
import type { FastifyInstance } from 'fastify';
import { buildRouteOptions, type Call, getCall, type Validate } from './route.ts';

interface FileReply {
  /** As the browser is to keep it: ASCII, with its ending. */
  name: string;
  /** Text is UTF-8. */
  content: Readable | Buffer;
}

/** Pairs an endpoint with the file it answers. */
export type FileRoute = <E extends Endpoint>(
  endpoint: E & { produces: string },
  handler: (call: Call<E>) => Promise<FileReply>,
  options?: { validate?: Validate<E> },
) => void;

/** A file to keep; what is refused is refused as JSON before the first byte of it. */
export const createFileRoute =
  (app: FastifyInstance): FileRoute =>
  (endpoint, handler, { validate } = {}) => {
    app.route({
      ...buildRouteOptions(endpoint, { validate }),
      handler: async (request, reply) => {
        const { name, content } = await handler(getCall(endpoint, request));
        const charset = endpoint.produces.startsWith('text/') ? '; charset=utf-8' : '';
        return reply
          .headers({
            'content-type': endpoint.produces + charset,
            'content-disposition': `attachment; filename="${name}"`,
            'cache-control': 'no-store',
          })
          .send(content);
      },
    });
  };
