import type { Db } from './database.ts';
import { upsertLastWrite } from './wal-positions.queries.ts';

/**
 * Notes who wrote. A call that is done is not refused because that failed: whom it concerns is kept here, and noted
 * as soon as it can be.
 */
export function pendingWrites(primary: Db) {
  /** Each with a mark of the last time: what fails while it is noted again stays. */
  const pending = new Map<number, object>();
  const markPending = (userId: number) => void pending.set(userId, {});
  return {
    recordWrite: (userId: number): Promise<void> =>
      upsertLastWrite(primary, userId).then(
        () => {},
        () => markPending(userId),
      ),
    /** Whether what this person wrote is known to nobody but this process. */
    isPending: (userId: number): boolean => pending.has(userId),
    async retryPending(): Promise<void> {
      for (const [userId, marker] of pending) {
        await upsertLastWrite(primary, userId);
        if (pending.get(userId) === marker) pending.delete(userId);
      }
    },
  };
}
