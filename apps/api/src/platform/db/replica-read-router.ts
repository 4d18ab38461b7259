import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from './database.ts';
import { pendingWrites } from './pending-writes.ts';
import { createPrimaryReadRouter, type ReadRouter } from './read-router.ts';
import { monitorReplica, POLL_INTERVAL_MS, type Replica } from './replica.ts';
import { getLastWritePosition, getWrittenPosition, type WalPosition } from './wal-positions.queries.ts';

export interface ReplicaConfig {
  urls: readonly string[];
  /** What a replica may be behind before it is left alone: what others did is seen that late. */
  maxLagMs: number;
  /** Connections to each. */
  poolSize: number;
}

/**
 * Reads from streaming replicas in turn. One is read from while it has all that the primary had a moment ago, and by
 * somebody who wrote only once it has what they wrote. The primary remembers how far its log went then, so this holds
 * over all processes and all devices of a person.
 */
export function createReadRouter(primary: Db, { urls, maxLagMs, poolSize }: ReplicaConfig): ReadRouter {
  if (urls.length === 0) return createPrimaryReadRouter(primary);
  const replicas = urls.map((url) => monitorReplica(url, poolSize));
  /** How far the primary was when; the first is the newest of those that are old enough. */
  const primaryPositions: { polledAt: number; position: WalPosition }[] = [];
  const pendingUserWrites = pendingWrites(primary);
  const shutdown = new AbortController();
  let roundRobin = 0;

  const pollLoop = (async () => {
    while (!shutdown.signal.aborted) {
      const polledAt = performance.now();
      await getWrittenPosition(primary).then(
        (position) => void primaryPositions.push({ polledAt, position }),
        () => {},
      );
      await pendingUserWrites.retryPending().catch(() => {});
      while (primaryPositions[1] && primaryPositions[1].polledAt < performance.now() - maxLagMs)
        primaryPositions.shift();
      await wait(POLL_INTERVAL_MS, undefined, { signal: shutdown.signal }).catch(() => {});
    }
  })();

  const hasReplayed = (replica: Replica, position: WalPosition) =>
    replica.replayedPosition !== null && replica.replayedPosition >= position;
  const isFresh = (replica: Replica) =>
    primaryPositions[0] !== undefined &&
    performance.now() - replica.polledAt < maxLagMs &&
    hasReplayed(replica, primaryPositions[0].position);

  async function chooseDatabase(user: { id: number } | null): Promise<Db> {
    const freshReplicas = replicas.filter(isFresh);
    if (freshReplicas.length === 0 || (user && pendingUserWrites.isPending(user.id))) return primary;
    const requiredPosition = user ? await getLastWritePosition(primary, user.id) : 0n;
    const eligibleReplicas = freshReplicas.filter((replica) => hasReplayed(replica, requiredPosition));
    return eligibleReplicas.length === 0
      ? primary
      : eligibleReplicas[roundRobin++ % eligibleReplicas.length]!.db;
  }

  return {
    async run(user, query) {
      const db = await chooseDatabase(user);
      // A replica may go at any moment, or cancel what stands in the way of its replay.
      return db === primary ? query(primary) : query(db).catch(() => query(primary));
    },
    recordWrite: pendingUserWrites.recordWrite,
    async waitForReplica() {
      if (!replicas.some(isFresh)) return;
      const position = await getWrittenPosition(primary);
      // One that stays behind is not read from for long.
      while (replicas.some((replica) => isFresh(replica) && !hasReplayed(replica, position))) {
        await wait(POLL_INTERVAL_MS / 5);
      }
    },
    listReplicaStates: () => replicas.map((replica) => ({ name: replica.name, isUsed: isFresh(replica) })),
    async stop() {
      shutdown.abort();
      await pollLoop;
      await Promise.all(replicas.map((replica) => replica.stop()));
    },
  };
}
