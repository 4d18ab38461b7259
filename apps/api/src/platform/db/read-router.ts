import type { Db } from './database.ts';

/** Where what only reads is answered: by the primary, or by a replica that knows all this person wrote. */
export interface ReadRouter {
  /** `query` must only read, and may be asked twice: what fails at a replica is asked of the primary. */
  run<T>(user: { id: number } | null, query: (db: Db) => Promise<T>): Promise<T>;
  /** After a call in which this person may have written; before it is answered. Never fails. */
  recordWrite(userId: number): Promise<void>;
  /** Resolves when whoever reads now sees all that has happened up to now. */
  waitForReplica(): Promise<void>;
  /** The replicas by name, and whether they are read from at the moment. */
  listReplicaStates(): { name: string; isUsed: boolean }[];
  stop(): Promise<void>;
}

/** Without replicas: nothing to choose and nothing to remember. */
export const createPrimaryReadRouter = (db: Db): ReadRouter => ({
  run: (_user, query) => query(db),
  recordWrite: async () => {},
  waitForReplica: async () => {},
  listReplicaStates: () => [],
  stop: async () => {},
});
