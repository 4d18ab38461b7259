import type { Db } from '../db/database.ts';
import type { Reads } from '../db/reads.ts';
import type { Actor } from './actor.ts';

/**
 * A use case that only reads, as a handler: its `db` may be a replica. For what is heavy or asked often; who has just
 * written is answered by the primary until the replica knows it.
 */
export const reading =
  <N extends { db: Db }, C extends { actor: Actor | null }, R>(
    context: N & { reads: Reads },
    useCase: (context: N, call: C) => Promise<R>,
  ): ((call: C) => Promise<R>) =>
  (call) =>
    context.reads.read(call.actor, (db) => useCase(db === context.db ? context : { ...context, db }, call));
