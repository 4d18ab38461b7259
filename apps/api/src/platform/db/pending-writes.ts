import type { Db } from './database.ts';
import { upsertLastWrite } from './wal-positions.queries.ts';

/**
 * Records the WAL position of users' writes. A failure does not fail the request that wrote: the user is
 * kept in memory and recorded later.
 */
export function pendingWrites(primary: Db) {
  /** The value identifies the latest write: one made during a retry stays pending. */
  const pending = new Map<number, object>();
  const markPending = (userId: number) => void pending.set(userId, {});
  return {
    recordWrite: (userId: number): Promise<void> =>
      upsertLastWrite(primary, userId).then(
        () => {},
        () => markPending(userId),
      ),
    /** Whether this user's writes are known to this process only. */
    isPending: (userId: number): boolean => pending.has(userId),
    async retryPending(): Promise<void> {
      for (const [userId, marker] of pending) {
        await upsertLastWrite(primary, userId);
        if (pending.get(userId) === marker) pending.delete(userId);
      }
    },
  };
}
