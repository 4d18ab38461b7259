import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Db, openDatabase } from './database.ts';
import { REPLAYED_POSITION_SQL, type WalPosition } from './wal-positions.queries.ts';

export const POLL_INTERVAL_MS = 250;
/** A replica that does not say within so long how far it is counts as away. */
const POLL_TIMEOUT_MS = 1_000;
/** Then the primary is asked: a machine that vanished without a word is not waited for. */
const QUERY_TIMEOUT_MS = 10_000;

/** One streaming replica, asked again and again how far it is. */
export interface Replica {
  readonly name: string;
  readonly db: Db;
  /** All of the primary's log up to here is in it; null while it is away or no replica. */
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

  /** Connections to a machine that is gone may never end by themselves: new ones take their place. */
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
