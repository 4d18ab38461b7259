import { MINUTE_MS } from '@wopack/domain';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config/config.ts';

export function mapRedirectRoutes(app: FastifyInstance, config: Config): void {
  registerMapStyle(app, config);
  registerStaticMap(app, config);
}

/** Shorter than the four seconds that the web app waits. */
const TIMEOUT_MS = 3_000;
const REACHABLE_TTL_MS = 10 * MINUTE_MS;
const UNREACHABLE_TTL_MS = 60_000;

/**
 * Redirects to the configured map style: `/map-style`, `/map-style?dark`. Without one, or when it is unreachable, the
 * answer is 204 and the web app shows its built-in map; a redirect to a dead host would be an error in the browser.
 */
function registerMapStyle(app: FastifyInstance, { mapStyle: styleUrls }: Config): void {
  const reachability = new LRUCache<string, Promise<boolean>>({ max: 2 });
  const isReachable = (url: string): Promise<boolean> => {
    const cachedCheck = reachability.get(url);
    if (cachedCheck) return cachedCheck;
    const pendingCheck = isResponding(url);
    reachability.set(url, pendingCheck, { ttl: TIMEOUT_MS });
    return pendingCheck.then((isUp) => {
      reachability.set(url, pendingCheck, { ttl: isUp ? REACHABLE_TTL_MS : UNREACHABLE_TTL_MS });
      return isUp;
    });
  };
  app.get('/map-style', { schema: { hide: true } }, async (request, reply) => {
    const isDark = new URLSearchParams(request.url.split('?')[1]).has('dark');
    const styleUrl = styleUrls && (isDark ? styleUrls.dark : styleUrls.light);
    if (!styleUrl || !(await isReachable(styleUrl)))
      return reply.header('cache-control', 'no-store').code(204).send();
    return reply.header('cache-control', 'public, max-age=3600').redirect(styleUrl);
  });
}

/** Any answer below 500 counts, also a refusal, because a key may be restricted to browsers. */
async function isResponding(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return reply.status < 500;
  } catch {
    return false;
  }
}

/**
 * Redirects to the configured static map service: `/static-map?latitude=…&longitude=…`. Without one the answer is 204
 * and the web app renders its own map.
 */
function registerStaticMap(app: FastifyInstance, { staticMapUrl }: Config): void {
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

/** Plain numbers only, so that nothing else is injected into the URL. */
function parseDegrees(text: string | null, limit: number): string | null {
  if (text === null || !/^-?\d{1,3}(\.\d{1,12})?$/.test(text)) return null;
  return Math.abs(Number(text)) <= limit ? text : null;
}
