import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { limitStreams } from '../../platform/http/stream-limit.ts';
import { liveStock } from './live-stock.ts';

const LARGEST_ID = 2147483647;

export function liveRoutes(context: Context, { streams }: Http): void {
  const watch = liveStock(context);
  const count = limitStreams();
  streams(endpoints.live, ({ actor, query }, send) => {
    const uncount = count(actor.id);
    const ids = new Set(query.products.split(',').map(Number));
    const stop = watch(
      [...ids].filter((id) => id <= LARGEST_ID),
      send,
    );
    return () => {
      stop();
      uncount();
    };
  });
}
