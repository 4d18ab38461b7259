import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** A product whose stock changed; 'gap' when changes may have been missed: look at everything again. */
export type StockNews = number | 'gap';

export interface LiveEvents {
  /** Hears of every change, whichever process makes it. Answers how to stop hearing. */
  listen(listener: (news: StockNews) => void): () => void;
  stop(): Promise<void>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
/** A connection that died without a word is noticed by asking it. */
const PROBE_MS = 30_000;

/**
 * What the database's triggers tell on 'stock', by one connection a process, opened when somebody first listens. It is
 * opened again when it is lost.
 */
export function listenToStock(databaseUrl: string): LiveEvents {
  const listeners = new Set<(news: StockNews) => void>();
  const ending = new AbortController();
  let running: Promise<void> | null = null;
  const tell = (news: StockNews) => {
    for (const listener of listeners) listener(news);
  };

  async function keepListening(): Promise<void> {
    let failures = 0;
    while (!ending.signal.aborted) {
      await listenOnce(databaseUrl, ending.signal, tell, () => {
        failures = 0;
      }).catch(() => {});
      const pause = Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS);
      await wait(pause, undefined, { signal: ending.signal }).catch(() => {});
    }
  }

  return {
    listen(listener) {
      listeners.add(listener);
      running ??= keepListening();
      return () => listeners.delete(listener);
    },
    async stop() {
      listeners.clear();
      ending.abort();
      await running;
    },
  };
}

/** Resolves or throws when the connection is over. */
async function listenOnce(
  connectionString: string,
  signal: AbortSignal,
  tell: (news: StockNews) => void,
  onOpen: () => void,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, keepAlive: true });
  const closed = new AbortController();
  const over = new Promise<void>((resolve) => {
    client.once('error', () => resolve());
    client.once('end', () => resolve());
    signal.addEventListener('abort', () => resolve(), { signal: closed.signal });
  });
  client.on('notification', ({ payload }) => tell(productOf(payload)));
  let probe: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query('LISTEN stock');
    onOpen();
    // What happened before this moment nobody heard.
    tell('gap');
    probe = setInterval(() => {
      client
        .query({ text: 'SELECT', query_timeout: 5_000 } as pg.QueryConfig)
        .catch(() => client.emit('end'));
    }, PROBE_MS);
    await over;
  } finally {
    clearInterval(probe);
    closed.abort();
    client.on('error', () => {});
    await client.end().catch(() => {});
  }
}

function productOf(payload = '{}'): StockNews {
  const { product_id: id } = JSON.parse(payload) as { product_id?: number };
  return id ?? 'gap';
}
