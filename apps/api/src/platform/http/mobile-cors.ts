import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/**
 * The app of a telephone brings its pages along and calls from an origin of its own. Whoever calls proves who they are
 * by a token, never by a cookie, so nothing can be done in anybody's name from there.
 */
export async function allowMobileOrigins(app: FastifyInstance, origins: string[]): Promise<void> {
  await app.register(cors, {
    origin: origins,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['accept-language', 'authorization', 'content-type'],
    exposedHeaders: ['retry-after'],
    maxAge: 86_400,
  });
  app.addHook('onSend', async (request, reply) => {
    // Pictures of packs are for everybody; without this a page of another origin may not show them.
    if (request.url.startsWith('/media/')) reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}
