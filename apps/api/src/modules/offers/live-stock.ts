import type { Context } from '../../platform/context.ts';
import { stockOf } from './live.queries.ts';

export interface Stock {
  product_id: number;
  slot_id: number | null;
  quantity: number;
  pickup_start: string | null;
  pickup_end: string | null;
}

export type Watcher = (stock: Stock) => void;

/** Long enough to answer a burst of changes by one query, short enough for nobody to notice. */
const GATHER_MS = 50;
const RETRY_MS = 1_000;
const BATCH = 1_000;

/** Tells watchers the stock of their packs and when it is handed out: what it is when they come, then each change. One query for all of them. */
export function liveStock({
  db,
  readRouter,
  clock,
  liveEvents,
}: Pick<Context, 'db' | 'readRouter' | 'clock' | 'liveEvents'>) {
  const watchers = new Map<number, Set<Watcher>>();
  const changed = new Set<number>();
  const newcomers = new Set<Watcher>();
  const asked = new Set<number>();
  let listening = false;
  /** A look at the database is planned or under way. */
  let telling = false;

  function soon(delay = GATHER_MS): void {
    if (telling) return;
    telling = true;
    setTimeout(() => void tell(), delay).unref();
  }

  /** One after another: what is read later is told later. */
  async function tell(): Promise<void> {
    const news = new Set(changed);
    const fresh = new Set(newcomers);
    const ids = [...new Set([...news, ...asked])].filter((id) => watchers.has(id));
    for (const taken of [changed, newcomers, asked]) taken.clear();
    try {
      // Whoever is told may ask for the list anew at once.
      await readRouter.waitForReplica();
      for (let at = 0; at < ids.length; at += BATCH) {
        for (const { starts_at, ends_at, ...rest } of await stockOf(
          db,
          ids.slice(at, at + BATCH),
          clock.now(),
        )) {
          const stock: Stock = {
            ...rest,
            pickup_start: starts_at?.toISOString() ?? null,
            pickup_end: ends_at?.toISOString() ?? null,
          };
          const all = news.has(stock.product_id);
          for (const watcher of watchers.get(stock.product_id) ?? []) {
            if (all || fresh.has(watcher)) watcher(stock);
          }
        }
      }
      telling = false;
      if (changed.size || asked.size) soon();
    } catch {
      // The database is away: everybody is told when it is back.
      for (const id of ids) changed.add(id);
      telling = false;
      soon(RETRY_MS);
    }
  }

  function hear(news: number | 'gap'): void {
    if (news === 'gap') for (const id of watchers.keys()) changed.add(id);
    else if (watchers.has(news)) changed.add(news);
    if (changed.size) soon();
  }

  /** Answers how to stop watching. */
  return function watch(ids: readonly number[], watcher: Watcher): () => void {
    if (!listening) liveEvents.subscribe('stock', hear);
    listening = true;
    for (const id of ids) {
      const those = watchers.get(id) ?? new Set();
      watchers.set(id, those.add(watcher));
      asked.add(id);
    }
    newcomers.add(watcher);
    soon();
    return () => {
      newcomers.delete(watcher);
      for (const id of ids) {
        const those = watchers.get(id);
        those?.delete(watcher);
        if (those?.size === 0) watchers.delete(id);
      }
    };
  };
}
