import type { Readable } from 'node:stream';
import type { Endpoint } from '@wopack/contract';
import type { FastifyInstance } from 'fastify';
import type { Authenticate } from './actor.ts';
import { type Call, identify, readCall, schemaOf, urlOf, type Validate } from './route.ts';

interface AnsweredFile {
  /** As the browser is to keep it: ASCII, with its ending. */
  name: string;
  /** Text is UTF-8. */
  content: Readable | Buffer;
}

/** Pairs an endpoint with the file it answers. */
export type Files = <E extends Endpoint>(
  endpoint: E & { produces: string },
  handler: (call: Call<E>) => Promise<AnsweredFile>,
  options?: { validate?: Validate<E> },
) => void;

/** A file to keep; what is refused is refused as JSON before the first byte of it. */
export const filesOn =
  (app: FastifyInstance, authenticate: Authenticate): Files =>
  (endpoint, handler, { validate } = {}) => {
    app.route({
      method: endpoint.method,
      url: urlOf(endpoint),
      schema: schemaOf(endpoint),
      attachValidation: true,
      onRequest: (request) => identify(endpoint, request, authenticate),
      handler: async (request, reply) => {
        const { name, content } = await handler(
          (await readCall(endpoint, request, validate as never)) as never,
        );
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
