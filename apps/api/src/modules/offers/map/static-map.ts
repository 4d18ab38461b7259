import type { FastifyInstance } from 'fastify';
import type { Config } from '../../../config/config.ts';

/**
 * Leads to the picture of a map of the service this server is configured with: `/static-map?latitude=…&longitude=…`.
 * With none the answer is empty, and the web app draws the picture from its own map.
 */
export function registerStaticMap(app: FastifyInstance, { staticMapUrl }: Config): void {
  app.get('/static-map', { schema: { hide: true } }, async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?')[1]);
    const latitude = parseDegrees(query.get('latitude'), 90);
    const longitude = parseDegrees(query.get('longitude'), 180);
    if (!staticMapUrl || latitude === null || longitude === null)
      return reply.header('cache-control', 'no-store').code(204).send();
    const url = staticMapUrl.replaceAll('{latitude}', latitude).replaceAll('{longitude}', longitude);
    return reply.header('cache-control', 'public, max-age=3600').redirect(url);
  });
}

/** As a plain number: nothing else gets into another service's address. */
function parseDegrees(text: string | null, limit: number): string | null {
  if (text === null || !/^-?\d{1,3}(\.\d{1,12})?$/.test(text)) return null;
  return Math.abs(Number(text)) <= limit ? text : null;
}
