import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** What the database's triggers tell on each channel; 'gap' when news may have been missed: look at all again. */
export interface News {
  /** A product whose stock changed. */
  stock: number | 'gap';
  orders: OrderNews | 'gap';
}

/** An order that was made or changed, or that its buyer reported. */
export interface OrderNews {
  seller_id: number;
  order_id: number;
  sale_place_id: number;
  news: 'sold' | 'cancelled' | 'report' | 'changed';
}

type Channel = keyof News;
type Listener<C extends Channel> = (news: News[C]) => void;

export interface LiveEvents {
  /** Hears of every change, whichever process makes it. Answers how to stop hearing. */
  listen<C extends Channel>(channel: C, listener: Listener<C>): () => void;
  stop(): Promise<void>;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
/** A connection that died without a word is noticed by asking it. */
const PROBE_MS = 30_000;

/**
 * What the database's triggers tell, by one connection a process, opened when somebody first listens. It is opened again
 * when it is lost.
 */
export function listenToDatabase(databaseUrl: string): LiveEvents {
  const listeners = { stock: new Set<Listener<'stock'>>(), orders: new Set<Listener<'orders'>>() };
  const ending = new AbortController();
  let running: Promise<void> | null = null;
  const tell: Tell = (channel, payload) => {
    if (channel === 'stock') for (const listener of listeners.stock) listener(productOf(payload));
    if (channel === 'orders') for (const listener of listeners.orders) listener(orderOf(payload));
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
    listen(channel, listener) {
      const heard: Set<typeof listener> = listeners[channel] as never;
      heard.add(listener);
      running ??= keepListening();
      return () => heard.delete(listener);
    },
    async stop() {
      for (const heard of Object.values(listeners)) heard.clear();
      ending.abort();
      await running;
    },
  };
}

/** Without a payload: what happened before this moment nobody heard. */
type Tell = (channel: string, payload?: string) => void;

/** Resolves or throws when the connection is over. */
async function listenOnce(
  connectionString: string,
  signal: AbortSignal,
  tell: Tell,
  onOpen: () => void,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, keepAlive: true });
  const closed = new AbortController();
  const over = new Promise<void>((resolve) => {
    client.once('error', () => resolve());
    client.once('end', () => resolve());
    signal.addEventListener('abort', () => resolve(), { signal: closed.signal });
  });
  client.on('notification', ({ channel, payload }) => tell(channel, payload));
  let probe: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query('LISTEN stock; LISTEN orders');
    onOpen();
    for (const channel of ['stock', 'orders']) tell(channel);
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

function productOf(payload = '{}'): News['stock'] {
  const { product_id: id } = JSON.parse(payload) as { product_id?: number };
  return id ?? 'gap';
}

const orderOf = (payload?: string): News['orders'] =>
  payload === undefined ? 'gap' : (JSON.parse(payload) as OrderNews);
