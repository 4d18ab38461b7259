import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/**
 * `/health` says that this process lives, `/ready` that it can serve: its database answers. A load balancer asks the
 * second; while the process closes Fastify answers 503 by itself.
 */
export function readiness(app: FastifyInstance, db: Db): void {
  app.get('/ready', { schema: { hide: true } }, async () => {
    await sql`SELECT 1`.execute(db);
    return { status: 'ready' };
  });
}
