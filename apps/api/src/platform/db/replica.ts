import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { type Db, openDatabase } from './database.ts';
import { type Position, REPLAYED_UP_TO } from './positions.queries.ts';

export const LOOK_EVERY_MS = 250;
/** A replica that does not say within so long how far it is counts as away. */
const LOOK_PATIENCE_MS = 1_000;
/** Then the primary is asked: a machine that vanished without a word is not waited for. */
const READ_PATIENCE_MS = 10_000;

/** One streaming replica, asked again and again how far it is. */
export interface Replica {
  readonly name: string;
  readonly db: Db;
  /** All of the primary's log up to here is in it; null while it is away or no replica. */
  readonly replayed: Position | null;
  readonly lookedAt: number;
  stop(): Promise<void>;
}

export function watchReplica(url: string, poolSize: number): Replica {
  const open = () => openDatabase(url, poolSize, READ_PATIENCE_MS);
  const { host, pathname } = new URL(url);
  const state = { name: host + pathname, db: open(), replayed: null as Position | null, lookedAt: 0 };
  const ending = new AbortController();
  let client: Client | null = null;

  async function look(): Promise<void> {
    if (!client) {
      client = new Client({
        connectionString: url,
        connectionTimeoutMillis: LOOK_PATIENCE_MS,
        query_timeout: LOOK_PATIENCE_MS,
      });
      client.on('error', () => {});
      await client.connect();
    }
    const asked = performance.now();
    const { rows } = await client.query<{ position: string | null }>(REPLAYED_UP_TO);
    const position = rows[0]!.position;
    state.replayed = position === null ? null : BigInt(position);
    state.lookedAt = asked;
  }

  /** Connections to a machine that is gone may never end by themselves: new ones take their place. */
  function giveUp(): void {
    const lost = client;
    client = null;
    void lost?.end().catch(() => {});
    if (state.replayed === null) return;
    state.replayed = null;
    void state.db.destroy().catch(() => {});
    state.db = open();
  }

  const watching = (async () => {
    while (!ending.signal.aborted) {
      await look().catch(giveUp);
      await wait(LOOK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => {});
    }
  })();

  return Object.assign(state, {
    async stop() {
      ending.abort();
      await watching;
      await client?.end().catch(() => {});
      await state.db.destroy();
    },
  });
}
