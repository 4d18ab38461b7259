import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../../config/config.ts';

/** The web app waits four seconds and shows the built-in map meanwhile. */
const TIMEOUT_MS = 3_000;
const REACHABLE_TTL_MS = 10 * 60_000;
const UNREACHABLE_TTL_MS = 60_000;

/**
 * Leads the web app to the style of the map that this server is configured with: `/map-style`, `/map-style?dark`. With
 * none, or with one that cannot be reached from here, the answer is empty: the built-in map is no failure, and a browser
 * that is led to where nobody answers complains of one.
 */
export function registerMapStyle(app: FastifyInstance, { mapStyle: styleUrls }: Config): void {
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

/** Any answer will do, a refusal too: a key may be good for browsers alone. */
async function isResponding(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return reply.status < 500;
  } catch {
    return false;
  }
}
