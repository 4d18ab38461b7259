import { type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Reply } from '@wopack/contract/client';
import {
  getServerClockOffset,
  isServerTimeLearnt,
  restoreServerClock,
  serverNow,
} from '@wopack/ui/server-clock.ts';
import { useCallback, useEffect, useEffectEvent } from 'react';
import { callAsDevice, endPairing } from '../../features/businesses/counter/counter-client.ts';
import { type SellerOrder, sellerOrderKeys } from '../../features/orders/seller-orders.api.ts';
import { sellerWeekKey } from '../../features/products/seller-week/seller-week.api.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { readStream } from '../../lib/live/read-stream.ts';
import { checkConnection } from '../../lib/offline/connection.ts';
import { readStored, useStored, writeStored } from '../../lib/storage/storage.ts';

/** Also without news, which a proxy may hold back. */
const REFETCH_MS = 60_000;
const RETRY_MS = 15_000;

/** Without a connection the clock of a device that is wrong by a day would refuse the tickets of today. */
export function restoreCounterClock(): void {
  const kept = readStored('counterSnapshot');
  if (kept) restoreServerClock(kept.clockOffset ?? 0, Date.parse(kept.at));
}

/** Whether the server has ever told this device the time: then it counts on by that. */
export const hasServerTime = (): boolean =>
  isServerTimeLearnt() || readStored('counterSnapshot')?.clockOffset !== undefined;

const isUnreachable = (error: unknown): boolean => !(error instanceof ApiError) || error.status === 0;

/** A query that the counter opens with when there is no connection. */
const keptQuery = <T>(name: string, queryKey: QueryKey, load: (signal: AbortSignal) => Promise<T>) => {
  const kept = readStored('counterSnapshot');
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        const reply = await load(signal);
        const at = new Date(serverNow()).toISOString();
        writeStored('counterSnapshot', {
          at,
          ...(isServerTimeLearnt() && { clockOffset: getServerClockOffset() }),
          replies: { ...readStored('counterSnapshot')?.replies, [name]: reply },
        });
        return reply;
      } catch (error) {
        if (!signal.aborted && isUnreachable(error)) void checkConnection();
        throw error;
      }
    },
    initialData: kept?.replies[name] as T | undefined,
    initialDataUpdatedAt: 0,
    refetchInterval: REFETCH_MS,
    retry: false,
  });
};

export type Counter = Reply<'getCounter'>['data'];

export const counterQuery = (language: string) =>
  keptQuery(
    'counter',
    [...queryKeys.seller, 'counter', language],
    async (signal) => (await callAsDevice('getCounter', { signal })).data,
  );

/** More orders than any sale place hands out on a day. */
export const MAX_ORDERS = 1_000;
const PAGE_SIZE = 200;

/** Orders of today, also those that are over. */
export const counterOrdersQuery = (salePlaceId: number, language: string) =>
  keptQuery('orders', [...sellerOrderKeys.lists, 'counter', language], async (signal) => {
    const orders: SellerOrder[] = [];
    let cursor: string | null = null;
    do {
      const query = { sale_place_id: salePlaceId, limit: PAGE_SIZE, ...(cursor && { cursor }) };
      const reply: Reply<'listSellerOrders'> = await callAsDevice('listSellerOrders', { query, signal });
      orders.push(...reply.data);
      cursor = reply.next_cursor;
    } while (cursor && orders.length < MAX_ORDERS);
    return { orders, hasMore: cursor !== null };
  });

export const counterWeekQuery = (salePlaceId: number) =>
  keptQuery(
    'week',
    [...sellerWeekKey, 'counter'],
    async (signal) =>
      (await callAsDevice('getSellerWeek', { query: { sale_place_id: salePlaceId }, signal })).data,
  );

/** Reads the server's news until the component is unmounted or the device was ended. */
export function useCounterStream(onSold: () => void): void {
  const queryClient = useQueryClient();
  const [token] = useStored('counterToken');
  const reload = () => void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
  const onEvent = useEffectEvent((name: string | undefined, data: unknown) => {
    if (name !== 'orders') return;
    reload();
    if ((data as { news: string }).news === 'sold') onSold();
  });
  const onReload = useEffectEvent(reload);
  useEffect(() => {
    if (!token) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      try {
        await readStream('seller/live', {
          token,
          signal: controller.signal,
          onOpen: () => onReload(),
          onEvent: (name, data) => onEvent(name, data),
        });
        // The server ends the streams of a device that was ended: the next call says so.
        onReload();
      } catch (error) {
        if (controller.signal.aborted) return;
        if (error instanceof ApiError && error.status === 401) return endPairing(token);
        if (isUnreachable(error)) void checkConnection();
      }
      if (!controller.signal.aborted) timer = setTimeout(() => void read(), RETRY_MS);
    };
    void read();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [token]);
}

/** Tries the connection again every 15 seconds while there is none, or when called; reloads when it is back. */
export function useReconnection(isOffline: boolean): () => Promise<void> {
  const queryClient = useQueryClient();
  const reconnect = useCallback(async () => {
    if (await checkConnection()) void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
  }, [queryClient]);
  useEffect(() => {
    if (!isOffline) return;
    const timer = setInterval(() => void reconnect(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isOffline, reconnect]);
  return reconnect;
}
