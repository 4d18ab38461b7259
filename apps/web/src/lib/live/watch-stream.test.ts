import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { write } from '../storage.ts';
import { watchStream } from './watch-stream.ts';

interface FakeStream {
  path: string;
  send: (event: string, data: unknown) => void;
}

let streams: FakeStream[] = [];
let open = 0;
let mostOpen = 0;
const stops: (() => void)[] = [];

beforeEach(() => {
  streams = [];
  mostOpen = 0;
  write('token', 'secret');
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    open++;
    mostOpen = Math.max(mostOpen, open);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (event: string, data: unknown) =>
          controller.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        streams.push({ path: url.replace('/api/v1/', ''), send });
        signal.addEventListener('abort', () => {
          open--;
          controller.error(signal.reason);
        });
      },
    });
    return new Response(body);
  });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await waitFor(() => expect(open).toBe(0));
  vi.unstubAllGlobals();
});

const stock = (id: number, quantity: number) => ({ product_id: id, slot_id: 1, quantity });

function watch(products: number[], orders = false) {
  const onStock = vi.fn();
  const onOrder = vi.fn();
  const stop = watchStream({ products, onStock, onOrder: orders ? onOrder : undefined, onBack: vi.fn() });
  stops.push(stop);
  return { onStock, onOrder, stop };
}

test('all parts of a page share one stream, and each hears of what it watches', async () => {
  const list = watch([7, 9]);
  const map = watch([9, 8]);
  const orders = watch([], true);
  await waitFor(() => expect(streams).toHaveLength(1));
  expect(streams[0]!.path).toBe('live?products=7,8,9&orders=yes');
  streams[0]!.send('stock', stock(8, 1));
  streams[0]!.send('stock', stock(9, 2));
  streams[0]!.send('orders', { order_id: 3, sale_place_id: 1, news: 'sold' });
  await waitFor(() => expect(orders.onOrder).toHaveBeenCalledTimes(1));
  expect(list.onStock.mock.calls).toEqual([[stock(9, 2)]]);
  expect(map.onStock.mock.calls).toEqual([[stock(8, 1)], [stock(9, 2)]]);
  expect(orders.onStock).not.toHaveBeenCalled();
});

test('who comes later hears the last of what the stream carries; for more it is opened anew', async () => {
  watch([7, 9]);
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]!.send('stock', stock(9, 2));
  const first = watch([7, 9]);
  await waitFor(() => expect(first.onStock).toHaveBeenCalledTimes(1));
  const detail = watch([9]);
  expect(detail.onStock.mock.calls).toEqual([[stock(9, 2)]]);

  const more = watch([5]);
  await waitFor(() => expect(streams).toHaveLength(2));
  expect(streams[1]!.path).toBe('live?products=5,7,9');
  // A change in between: the new stream begins with how everything is.
  streams[1]!.send('stock', stock(9, 0));
  streams[1]!.send('stock', stock(5, 4));
  await waitFor(() => expect(more.onStock).toHaveBeenCalledTimes(1));
  expect(detail.onStock).toHaveBeenLastCalledWith(stock(9, 0));
  const orders = watch([], true);
  await waitFor(() => expect(streams).toHaveLength(3));
  streams[2]!.send('orders', { order_id: null, sale_place_id: null, news: 'changed' });
  await waitFor(() => expect(orders.onOrder).toHaveBeenCalledTimes(1));
  expect(mostOpen).toBe(1);
});

test('the orders alone come by their own path, and when nobody watches the stream is closed', async () => {
  const orders = watch([], true);
  await waitFor(() => expect(streams).toHaveLength(1));
  expect(streams[0]!.path).toBe('seller/live');
  orders.stop();
  await waitFor(() => expect(open).toBe(0));
});

test('another token opens a stream of its own', async () => {
  const { onStock } = watch([7]);
  await waitFor(() => expect(streams).toHaveLength(1));
  write('token', 'other');
  await waitFor(() => expect(streams).toHaveLength(2));
  streams[1]!.send('stock', stock(7, 1));
  await waitFor(() => expect(onStock).toHaveBeenCalledTimes(1));
  expect(mostOpen).toBe(1);
});
