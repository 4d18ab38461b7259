import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { AppError } from '../../platform/http/error.ts';
import { liveStock } from './live-stock.ts';

/** At once, of one person on one process: more tabs than anybody looks at. */
const MOST_STREAMS = 20;
const LARGEST_ID = 2147483647;

export function liveRoutes(context: Context, { streams }: Http): void {
  const watch = liveStock(context);
  const open = new Map<number, number>();
  streams(endpoints.live, ({ actor, query }, send) => {
    const mine = open.get(actor.id) ?? 0;
    if (mine >= MOST_STREAMS) throw new AppError('tooMany', { retryAfter: 30 });
    open.set(actor.id, mine + 1);
    const ids = new Set(query.products.split(',').map(Number));
    const stop = watch(
      [...ids].filter((id) => id <= LARGEST_ID),
      send,
    );
    return () => {
      stop();
      const left = open.get(actor.id)! - 1;
      if (left > 0) open.set(actor.id, left);
      else open.delete(actor.id);
    };
  });
}
