import type { Db } from './database.ts';

/** Routes reads to the primary, or to a replica that has replayed all writes of the user. */
export interface ReadRouter {
  /** `query` must only read and may run twice: if it fails on a replica, it is repeated on the primary. */
  run<T>(user: { id: number } | null, query: (db: Db) => Promise<T>): Promise<T>;
  /** Called after a request that may have written for this user, before it is answered. Never rejects. */
  recordWrite(userId: number): Promise<void>;
  /** Resolves when every replica in use has replayed everything committed so far. */
  waitForReplica(): Promise<void>;
  /** Replicas by name, and whether they are in use. */
  listReplicaStates(): { name: string; isUsed: boolean }[];
  stop(): Promise<void>;
}

/** Without replicas all reads go to the primary. */
export const createPrimaryReadRouter = (db: Db): ReadRouter => ({
  run: (_user, query) => query(db),
  recordWrite: async () => {},
  waitForReplica: async () => {},
  listReplicaStates: () => [],
  stop: async () => {},
});
