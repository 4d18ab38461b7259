import type { Db } from '../db/database.ts';
import type { ReadRouter } from '../db/read-router.ts';
import type { Actor } from './actor.ts';

/**
 * A use case that only reads, as a handler: its `db` may be a replica. For what is heavy or asked often; who has just
 * written is answered by the primary until the replica knows it.
 */
export const routeRead =
  <HandlerContext extends { db: Db }, RequestCall extends { actor: Actor | null }, Result>(
    context: HandlerContext & { readRouter: ReadRouter },
    useCase: (context: HandlerContext, call: RequestCall) => Promise<Result>,
  ): ((call: RequestCall) => Promise<Result>) =>
  (call) =>
    context.readRouter.run(call.actor, (db) =>
      useCase(db === context.db ? context : { ...context, db }, call),
    );
