import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/**
 * Payloads of the database triggers by channel; 'gap' when events may have been missed: reload everything.
 */
export interface LiveEventPayloads {
  /** Id of a product whose stock changed. */
  stock: number | 'gap';
  orders: OrderRowChange | 'gap';
  entries: EntryRowChange | 'gap';
  /** A hold whose unit passed to another buyer. */
  holds: EntryRowChange | 'gap';
  /** Ids of tokens that were deleted, or whose user is no seller any more. */
  tokens: number[] | 'gap';
}

/** An entry in a draw or waitlist that was inserted, updated or deleted; or a hold. */
export interface EntryRowChange {
  user_id: number | null;
  product_id: number;
  slot_id: number;
}

/** A row of orders or reports that was inserted or updated, with the order's state. */
export interface OrderRowChange {
  seller_id: number;
  buyer_id: number;
  order_id: number;
  sale_place_id: number;
  state: string;
  changed_table: 'orders' | 'reports';
  operation: 'INSERT' | 'UPDATE';
}

type Channel = keyof LiveEventPayloads;
const CHANNELS = ['stock', 'orders', 'entries', 'holds', 'tokens'] as const satisfies Channel[];
type Listener<C extends Channel> = (payload: LiveEventPayloads[C]) => void;

export interface LiveEvents {
  /** Receives changes made by any process. Returns a function that unsubscribes. */
  subscribe<C extends Channel>(channel: C, listener: Listener<C>): () => void;
  stop(): Promise<void>;
}

const INITIAL_RETRY_DELAY_MS = 100;
const MAX_RETRY_DELAY_MS = 5_000;
/** A connection that was dropped silently is detected by a query. */
const PROBE_INTERVAL_MS = 30_000;

/**
 * Notifications of the database triggers over one connection per process, opened at the first subscription
 * and reopened when it is lost.
 */
export function createLiveEvents(databaseUrl: string): LiveEvents {
  const listeners = {
    stock: new Set<Listener<'stock'>>(),
    orders: new Set<Listener<'orders'>>(),
    entries: new Set<Listener<'entries'>>(),
    holds: new Set<Listener<'holds'>>(),
    tokens: new Set<Listener<'tokens'>>(),
  };
  const shutdown = new AbortController();
  let listenLoop: Promise<void> | null = null;
  const dispatch: Dispatch = (channel, payload) => {
    if (channel === 'stock') for (const listener of listeners.stock) listener(parseStockEvent(payload));
    if (channel === 'orders') for (const listener of listeners.orders) listener(parseRowChange(payload));
    if (channel === 'entries') for (const listener of listeners.entries) listener(parseRowChange(payload));
    if (channel === 'holds') for (const listener of listeners.holds) listener(parseRowChange(payload));
    if (channel === 'tokens') for (const listener of listeners.tokens) listener(parseEndedTokens(payload));
  };

  async function listenWithRetry(): Promise<void> {
    let failures = 0;
    while (!shutdown.signal.aborted) {
      await listenOnce(databaseUrl, shutdown.signal, dispatch, () => {
        failures = 0;
      }).catch(() => {});
      const retryDelayMs = Math.min(INITIAL_RETRY_DELAY_MS * 2 ** failures++, MAX_RETRY_DELAY_MS);
      await wait(retryDelayMs, undefined, { signal: shutdown.signal }).catch(() => {});
    }
  }

  return {
    subscribe(channel, listener) {
      const channelListeners: Set<typeof listener> = listeners[channel] as never;
      channelListeners.add(listener);
      listenLoop ??= listenWithRetry();
      return () => channelListeners.delete(listener);
    },
    async stop() {
      for (const channelListeners of Object.values(listeners)) channelListeners.clear();
      shutdown.abort();
      await listenLoop;
    },
  };
}

/** Called without a payload after a gap: events before this moment were missed. */
type Dispatch = (channel: string, payload?: string) => void;

/** Resolves or rejects when the connection ends. */
async function listenOnce(
  connectionString: string,
  signal: AbortSignal,
  dispatch: Dispatch,
  onOpen: () => void,
): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000, keepAlive: true });
  const cleanup = new AbortController();
  const connectionEnded = new Promise<void>((resolve) => {
    client.once('error', () => resolve());
    client.once('end', () => resolve());
    signal.addEventListener('abort', () => resolve(), { signal: cleanup.signal });
  });
  client.on('notification', ({ channel, payload }) => dispatch(channel, payload));
  let probe: NodeJS.Timeout | undefined;
  try {
    await client.connect();
    await client.query(CHANNELS.map((channel) => `LISTEN ${channel}`).join('; '));
    onOpen();
    for (const channel of CHANNELS) dispatch(channel);
    probe = setInterval(() => {
      client
        .query({ text: 'SELECT', query_timeout: 5_000 } as pg.QueryConfig)
        .catch(() => client.emit('end'));
    }, PROBE_INTERVAL_MS);
    await connectionEnded;
  } finally {
    clearInterval(probe);
    cleanup.abort();
    client.on('error', () => {});
    await client.end().catch(() => {});
  }
}

function parseStockEvent(payload = '{}'): LiveEventPayloads['stock'] {
  const { product_id: id } = JSON.parse(payload) as { product_id?: number };
  return id ?? 'gap';
}

function parseEndedTokens(payload = '{}'): LiveEventPayloads['tokens'] {
  const { ids } = JSON.parse(payload) as { ids?: number[] };
  return ids ?? 'gap';
}

const parseRowChange = <Change>(payload?: string): Change | 'gap' =>
  payload === undefined ? 'gap' : (JSON.parse(payload) as Change);
