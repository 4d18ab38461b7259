import { setTimeout as wait } from 'node:timers/promises';
import type { Db } from './database.ts';
import { notedWrites } from './noted-writes.ts';
import { lastWriteOf, type Position, writtenUpTo } from './positions.queries.ts';
import { primaryOnly, type Reads } from './reads.ts';
import { LOOK_EVERY_MS, type Replica, watchReplica } from './replica.ts';

export interface ReplicaConfig {
  urls: readonly string[];
  /** What a replica may be behind before it is left alone: what others did is seen that late. */
  mostLagMs: number;
  /** Connections to each. */
  pool: number;
}

/**
 * Reads from streaming replicas in turn. One is read from while it has all that the primary had a moment ago, and by
 * somebody who wrote only once it has what they wrote. The primary remembers how far its log went then, so this holds
 * over all processes and all devices of a person.
 */
export function readFrom(primary: Db, { urls, mostLagMs, pool }: ReplicaConfig): Reads {
  if (urls.length === 0) return primaryOnly(primary);
  const replicas = urls.map((url) => watchReplica(url, pool));
  /** How far the primary was when; the first is the newest of those that are old enough. */
  const passed: { at: number; position: Position }[] = [];
  const writes = notedWrites(primary);
  const ending = new AbortController();
  let turn = 0;

  const watching = (async () => {
    while (!ending.signal.aborted) {
      const at = performance.now();
      await writtenUpTo(primary).then(
        (position) => void passed.push({ at, position }),
        () => {},
      );
      await writes.noteAgain().catch(() => {});
      while (passed[1] && passed[1].at < performance.now() - mostLagMs) passed.shift();
      await wait(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => {});
    }
  })();

  const has = (replica: Replica, position: Position) =>
    replica.replayed !== null && replica.replayed >= position;
  const isFresh = (replica: Replica) =>
    passed[0] !== undefined &&
    performance.now() - replica.lookedAt < mostLagMs &&
    has(replica, passed[0].position);

  async function choose(person: { id: number } | null): Promise<Db> {
    const fresh = replicas.filter(isFresh);
    if (fresh.length === 0 || (person && writes.isUnnoted(person.id))) return primary;
    const needed = person ? await lastWriteOf(primary, person.id) : 0n;
    const able = fresh.filter((replica) => has(replica, needed));
    return able.length === 0 ? primary : able[turn++ % able.length]!.db;
  }

  return {
    async read(person, query) {
      const db = await choose(person);
      // A replica may go at any moment, or cancel what stands in the way of its replay.
      return db === primary ? query(primary) : query(db).catch(() => query(primary));
    },
    wrote: writes.note,
    async caughtUp() {
      if (!replicas.some(isFresh)) return;
      const position = await writtenUpTo(primary);
      // One that stays behind is not read from for long.
      while (replicas.some((replica) => isFresh(replica) && !has(replica, position))) {
        await wait(LOOK_EVERY_MS / 5);
      }
    },
    states: () => replicas.map((replica) => ({ name: replica.name, used: isFresh(replica) })),
    async stop() {
      ending.abort();
      await watching;
      await Promise.all(replicas.map((replica) => replica.stop()));
    },
  };
}
