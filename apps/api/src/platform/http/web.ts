import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { AppError } from './error.ts';

/** Serves the built web app; any path that is no file and no call is the app's own, which shows its page. */
export async function webRoutes(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/',
    wildcard: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/');
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (/^\/(api|media|sandbox|assets|dev)\//.test(request.url)) throw new AppError('notFound');
    return reply.header('cache-control', 'no-cache').sendFile('index.html', folder);
  });
}
