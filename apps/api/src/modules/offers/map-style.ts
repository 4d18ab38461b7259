import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { AppError } from '../../platform/http/error.ts';

/** Leads the web app to the style of the map that this server is configured with: `/map-style`, `/map-style?dark`. */
export function mapStyle(app: FastifyInstance, { mapStyle: styles }: Config): void {
  app.get('/map-style', { schema: { hide: true } }, async (request, reply) => {
    if (!styles) throw new AppError('notFound');
    const dark = new URLSearchParams(request.url.split('?')[1]).has('dark');
    return reply.header('cache-control', 'public, max-age=3600').redirect(dark ? styles.dark : styles.light);
  });
}
