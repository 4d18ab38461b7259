import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Db, openDatabase } from './database.ts';
import { REPLAYED_POSITION_SQL, type WalPosition } from './wal-positions.queries.ts';

export const POLL_INTERVAL_MS = 250;
/** A replica that does not report its position within this time counts as unavailable. */
const POLL_TIMEOUT_MS = 1_000;
/**
 * After this the primary is queried instead, e.g. when a machine vanished without closing its connections.
 */
const QUERY_TIMEOUT_MS = 10_000;

/** One streaming replica, polled for its position. */
export interface Replica {
  readonly name: string;
  readonly db: Db;
  /** WAL position replayed so far; null while unavailable or not a replica. */
  readonly replayedPosition: WalPosition | null;
  readonly polledAt: number;
  stop(): Promise<void>;
}

export function monitorReplica(url: string, poolSize: number): Replica {
  const openReplica = () => openDatabase(url, poolSize, QUERY_TIMEOUT_MS);
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
