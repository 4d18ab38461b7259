import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { AppError } from './app-error.ts';

/**
 * `/health` says that this process lives, `/ready` that it can serve: its database answers, and it is not about to
 * leave. A load balancer asks the second. One that leaves still serves whoever comes, but lets connections go, so that
 * nobody sends a call into one that closes at that moment.
 */
export function registerReadiness(app: FastifyInstance, db: Db, shutdownSignal?: AbortSignal): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (shutdownSignal?.aborted) reply.header('connection', 'close');
  });
  app.get('/ready', { schema: { hide: true } }, async () => {
    if (shutdownSignal?.aborted) throw new AppError('serviceDown', { retryAfter: 5 });
    await sql`SELECT 1`.execute(db);
    return { status: 'ready' };
  });
}
