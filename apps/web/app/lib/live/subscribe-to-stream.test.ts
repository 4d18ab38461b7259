import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeStored } from '../storage/storage.ts';
import { subscribeToStream } from './subscribe-to-stream.ts';

interface FakeStream {
  path: string;
  send: (event: string, data: unknown) => void;
}

let streams: FakeStream[] = [];
let openCount = 0;
let maxOpenCount = 0;
const unsubscribers: (() => void)[] = [];

beforeEach(() => {
  streams = [];
  maxOpenCount = 0;
  writeStored('token', 'secret');
  vi.stubGlobal('fetch', async (url: string, { signal }: { signal: AbortSignal }) => {
    openCount++;
    maxOpenCount = Math.max(maxOpenCount, openCount);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (event: string, data: unknown) =>
          controller.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
        streams.push({ path: url.replace('/api/v1/', ''), send });
        signal.addEventListener('abort', () => {
          openCount--;
          controller.error(signal.reason);
        });
      },
    });
    return new Response(body);
  });
});
afterEach(async () => {
  for (const unsubscribe of unsubscribers.splice(0)) unsubscribe();
  await waitFor(() => expect(openCount).toBe(0));
  vi.unstubAllGlobals();
});

const buildStock = (id: number, quantity: number) => ({ product_id: id, slot_id: 1, quantity });

function subscribe(productIds: number[], includesOrders = false) {
  const onStock = vi.fn();
  const onOrder = vi.fn();
  const unsubscribe = subscribeToStream({
    productIds,
    onStock,
    onOrder: includesOrders ? onOrder : undefined,
    onReconnect: vi.fn(),
  });
  unsubscribers.push(unsubscribe);
  return { onStock, onOrder, unsubscribe };
}

test('all parts of a page share one stream, and each gets the events it subscribed to', async () => {
  const listSubscriber = subscribe([7, 9]);
  const mapSubscriber = subscribe([9, 8]);
  const ordersSubscriber = subscribe([], true);
  await waitFor(() => expect(streams).toHaveLength(1));
  expect(streams[0]!.path).toBe('live?products=7,8,9&orders=yes');
  streams[0]!.send('stock', buildStock(8, 1));
  streams[0]!.send('stock', buildStock(9, 2));
  streams[0]!.send('orders', { order_id: 3, sale_place_id: 1, news: 'sold' });
  await waitFor(() => expect(ordersSubscriber.onOrder).toHaveBeenCalledTimes(1));
  expect(listSubscriber.onStock.mock.calls).toEqual([[buildStock(9, 2)]]);
  expect(mapSubscriber.onStock.mock.calls).toEqual([[buildStock(8, 1)], [buildStock(9, 2)]]);
  expect(ordersSubscriber.onStock).not.toHaveBeenCalled();
});

test('a later subscriber gets the last event; for other products the stream is reopened', async () => {
  subscribe([7, 9]);
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]!.send('stock', buildStock(9, 2));
  const firstSubscriber = subscribe([7, 9]);
  await waitFor(() => expect(firstSubscriber.onStock).toHaveBeenCalledTimes(1));
  const detailSubscriber = subscribe([9]);
  expect(detailSubscriber.onStock.mock.calls).toEqual([[buildStock(9, 2)]]);

  const otherSubscriber = subscribe([5]);
  await waitFor(() => expect(streams).toHaveLength(2));
  expect(streams[1]!.path).toBe('live?products=5,7,9');
  // A new stream starts with the current state, so a change in between is included.
  streams[1]!.send('stock', buildStock(9, 0));
  streams[1]!.send('stock', buildStock(5, 4));
  await waitFor(() => expect(otherSubscriber.onStock).toHaveBeenCalledTimes(1));
  expect(detailSubscriber.onStock).toHaveBeenLastCalledWith(buildStock(9, 0));
  const ordersSubscriber = subscribe([], true);
  await waitFor(() => expect(streams).toHaveLength(3));
  streams[2]!.send('orders', { order_id: null, sale_place_id: null, news: 'changed' });
  await waitFor(() => expect(ordersSubscriber.onOrder).toHaveBeenCalledTimes(1));
  expect(maxOpenCount).toBe(1);
});

test('orders alone use their own path, and without subscribers the stream is closed', async () => {
  const ordersSubscriber = subscribe([], true);
  await waitFor(() => expect(streams).toHaveLength(1));
  expect(streams[0]!.path).toBe('seller/live');
  ordersSubscriber.unsubscribe();
  await waitFor(() => expect(openCount).toBe(0));
});

test('a later subscriber to the buyer’s orders is told for how long they have not changed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
  const subscribeToMyOrders = () => {
    const onMyOrder = vi.fn();
    unsubscribers.push(subscribeToStream({ productIds: [], onMyOrder, onReconnect: vi.fn() }));
    return onMyOrder;
  };
  const firstSubscriber = subscribeToMyOrders();
  await waitFor(() => expect(streams).toHaveLength(1));
  // Before the first event nothing is known.
  expect(subscribeToMyOrders()).toHaveBeenLastCalledWith({ order_id: null, unchanged_ms: 0 });
  streams[0]!.send('my_orders', { order_id: null, unchanged_ms: 5000 });
  await waitFor(() =>
    expect(firstSubscriber).toHaveBeenLastCalledWith({ order_id: null, unchanged_ms: 5000 }),
  );
  vi.setSystemTime(new Date('2026-11-20T12:00:02Z'));
  expect(subscribeToMyOrders()).toHaveBeenLastCalledWith({ order_id: null, unchanged_ms: 7000 });
  streams[0]!.send('my_orders', { order_id: 42 });
  await waitFor(() => expect(firstSubscriber).toHaveBeenLastCalledWith({ order_id: 42 }));
  expect(subscribeToMyOrders()).toHaveBeenLastCalledWith({ order_id: null, unchanged_ms: 0 });
  vi.useRealTimers();
});

test('another token opens its own stream', async () => {
  const { onStock } = subscribe([7]);
  await waitFor(() => expect(streams).toHaveLength(1));
  writeStored('token', 'other');
  await waitFor(() => expect(streams).toHaveLength(2));
  streams[1]!.send('stock', buildStock(7, 1));
  await waitFor(() => expect(onStock).toHaveBeenCalledTimes(1));
  expect(maxOpenCount).toBe(1);
});
