import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config/config.ts';

/** The web app waits four seconds and shows the built-in map meanwhile. */
const TIME_OUT_MS = 3_000;
const REACHED_FOR_MS = 10 * 60_000;
const MISSED_FOR_MS = 60_000;

/**
 * Leads the web app to the style of the map that this server is configured with: `/map-style`, `/map-style?dark`. With
 * none, or with one that cannot be reached from here, the answer is empty: the built-in map is no failure, and a browser
 * that is led to where nobody answers complains of one.
 */
export function mapStyle(app: FastifyInstance, { mapStyle: styles }: Config): void {
  const reached = new LRUCache<string, Promise<boolean>>({ max: 2 });
  const isReached = (url: string): Promise<boolean> => {
    const known = reached.get(url);
    if (known) return known;
    const answer = answers(url);
    reached.set(url, answer, { ttl: TIME_OUT_MS });
    return answer.then((yes) => {
      reached.set(url, answer, { ttl: yes ? REACHED_FOR_MS : MISSED_FOR_MS });
      return yes;
    });
  };
  app.get('/map-style', { schema: { hide: true } }, async (request, reply) => {
    const dark = new URLSearchParams(request.url.split('?')[1]).has('dark');
    const style = styles && (dark ? styles.dark : styles.light);
    if (!style || !(await isReached(style)))
      return reply.header('cache-control', 'no-store').code(204).send();
    return reply.header('cache-control', 'public, max-age=3600').redirect(style);
  });
}

/** Any answer will do, a refusal too: a key may be good for browsers alone. */
async function answers(url: string): Promise<boolean> {
  try {
    const reply = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(TIME_OUT_MS) });
    return reply.status < 500;
  } catch {
    return false;
  }
}
