import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { Client } from 'pg';
import { type Db, openDatabase } from './database.ts';

const POLL_INTERVAL_MS = 250;
/** A replica that does not report its position within this time counts as unavailable. */
const POLL_TIMEOUT_MS = 1_000;
/**
 * After this the primary is queried instead, e.g. when a machine vanished without closing its connections.
 */
const QUERY_LIMIT_MS = 10_000;

/** One streaming replica, polled for its position. */
interface Replica {
  readonly name: string;
  readonly db: Db;
  /** WAL position replayed so far; null while unavailable or not a replica. */
  readonly replayedPosition: WalPosition | null;
  readonly polledAt: number;
  stop(): Promise<void>;
}

function monitorReplica(url: string, poolSize: number): Replica {
  const openReplica = () => openDatabase(url, poolSize, { queryLimitMs: QUERY_LIMIT_MS });
  const { host, pathname } = new URL(url);
  const state = {
    name: host + pathname,
    db: openReplica(),
    replayedPosition: null as WalPosition | null,
    polledAt: 0,
  };
  const shutdown = new AbortController();
  let client: Client | null = null;

  async function pollReplica(): Promise<void> {
    if (!client) {
      client = new Client({
        connectionString: url,
        connectionTimeoutMillis: POLL_TIMEOUT_MS,
        query_timeout: POLL_TIMEOUT_MS,
      });
      client.on('error', () => {});
      await client.connect();
    }
    const startedAt = performance.now();
    const { rows } = await client.query<{ position: string | null }>(REPLAYED_POSITION_SQL);
    const position = rows[0]!.position;
    state.replayedPosition = position === null ? null : BigInt(position);
    state.polledAt = startedAt;
  }

  /** Connections to a vanished machine may never close by themselves: they are replaced. */
  function reconnect(): void {
    const lostClient = client;
    client = null;
    void lostClient?.end().catch(() => {});
    if (state.replayedPosition === null) return;
    state.replayedPosition = null;
    void state.db.destroy().catch(() => {});
    state.db = openReplica();
  }

  const pollLoop = (async () => {
    while (!shutdown.signal.aborted) {
      await pollReplica().catch(reconnect);
      await wait(POLL_INTERVAL_MS, undefined, { signal: shutdown.signal }).catch(() => {});
    }
  })();

  return Object.assign(state, {
    async stop() {
      shutdown.abort();
      await pollLoop;
      await client?.end().catch(() => {});
      await state.db.destroy();
    },
  });
}

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

export interface ReplicaConfig {
  urls: readonly string[];
  /** A replica further behind is not used; bounds how stale other users' writes may be. */
  maxLagMs: number;
  /** Connections per replica. */
  poolSize: number;
}

/**
 * Routes reads to streaming replicas, round robin. A replica is used while it has replayed what the primary
 * had `maxLagMs` ago, and for a user who wrote only once it has replayed their last write. The primary
 * stores the WAL position of that write, so this holds across processes and devices.
 */
export function createReadRouter(primary: Db, { urls, maxLagMs, poolSize }: ReplicaConfig): ReadRouter {
  if (urls.length === 0) return createPrimaryReadRouter(primary);
  const replicas = urls.map((url) => monitorReplica(url, poolSize));
  /** WAL positions of the primary, oldest first; the first is the newest that is older than `maxLagMs`. */
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
      // A replica may fail at any time, or cancel a query that conflicts with its replay.
      return db === primary ? query(primary) : query(db).catch(() => query(primary));
    },
    recordWrite: pendingUserWrites.recordWrite,
    async waitForReplica() {
      if (!replicas.some(isFresh)) return;
      const position = await getWrittenPosition(primary);
      // Ends, because a replica that stays behind soon counts as not fresh.
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

/**
 * Records the WAL position of users' writes. A failure does not fail the request that wrote: the user is
 * kept in memory and recorded later.
 */
function pendingWrites(primary: Db) {
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

/** Bytes of the write-ahead log since its beginning; only grows. */
type WalPosition = bigint;

const WAL_START = sql.lit('0/0');

/** Includes everything committed before the call. */
async function getWrittenPosition(db: Db): Promise<WalPosition> {
  const { rows } = await sql<{ position: string }>`
    SELECT pg_current_wal_insert_lsn() - ${WAL_START}::pg_lsn AS position`.execute(db);
  return BigInt(rows[0]!.position);
}

/** Runs on a dedicated connection to a replica; null when it has become a primary. */
const REPLAYED_POSITION_SQL = `
  SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() - '0/0'::pg_lsn END AS position`;

const upsertLastWrite = (db: Db, userId: number) =>
  sql`INSERT INTO last_writes (user_id, lsn) VALUES (${userId}, pg_current_wal_insert_lsn())
      ON CONFLICT (user_id) DO UPDATE SET lsn = pg_current_wal_insert_lsn()`.execute(db);

/** Zero for a user who has never written. */
export async function getLastWritePosition(db: Db, userId: number): Promise<WalPosition> {
  const { rows } = await sql<{ position: string }>`
    SELECT lsn - ${WAL_START}::pg_lsn AS position FROM last_writes WHERE user_id = ${userId} /* prepared */`.execute(
    db,
  );
  return BigInt(rows[0]?.position ?? 0);
}
