import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildOffer, fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { subscribeToStream } from '../../../lib/live/subscribe-to-stream.ts';
import { onSessionEnd } from '../../../lib/session/session.ts';
import { SoldOutAnnouncement } from '../detail/unavailable-offer.tsx';
import { ScopedOfferList } from '../list/offer-list.tsx';
import { applyStock } from './apply-stock.ts';

// Before the window of the offers ends.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T12:00:00Z') });
});

/** Streams fed by a test; each request opens one. */
function fakeStreams(status = 200) {
  const requests: { url: string; authorization: string }[] = [];
  const streams: { send: (text: string) => void; end: () => void }[] = [];
  vi.stubGlobal(
    'fetch',
    async (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
      requests.push({ url, authorization: init.headers.authorization! });
      if (status !== 200) return new Response('{}', { status });
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
          streams.push({ send, end: () => controller.close() });
          init.signal.addEventListener('abort', () => controller.error(init.signal.reason));
        },
      });
      return new Response(body);
    },
  );
  return { requests, streams };
}

const pickupWindow = { pickup_start: '2026-11-20T17:30:00.000Z', pickup_end: '2026-11-20T19:00:00.000Z' };
const buildStock = (quantity: number) => ({
  product_id: 7,
  slot_id: 1,
  quantity,
  ...pickupWindow,
  allocation: null,
});
const buildEvent = (quantity: number) => `event: stock\ndata: ${JSON.stringify(buildStock(quantity))}\n\n`;

test('reads events, reconnects after a loss, and ends without subscribers', async () => {
  localStorage.setItem('token', 'secret');
  const { requests, streams } = fakeStreams();
  const quantities: number[] = [];
  const onBack = vi.fn();
  const unsubscribe = subscribeToStream({
    productIds: [7, 9],
    onStock: ({ quantity }) => quantities.push(quantity),
    onReconnect: onBack,
  });
  await waitFor(() => expect(streams).toHaveLength(1));
  expect(requests[0]).toEqual({ url: '/api/v1/live?products=7,9', authorization: 'Bearer secret' });
  const middle = buildEvent(2).length / 2;
  streams[0]!.send(`retry: 2000\n\n:\n\n${buildEvent(3)}${buildEvent(2).slice(0, middle)}`);
  streams[0]!.send(buildEvent(2).slice(middle));
  await waitFor(() => expect(quantities).toEqual([3, 2]));
  expect(onBack).not.toHaveBeenCalled();

  streams[0]!.end();
  await waitFor(() => expect(streams).toHaveLength(2), { timeout: 60_000 });
  streams[1]!.send(buildEvent(0));
  await waitFor(() => expect(quantities).toEqual([3, 2, 0]));
  expect(onBack).toHaveBeenCalledTimes(1);
  unsubscribe();
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(streams).toHaveLength(2);
});

test('a hidden page closes its stream until it is visible again', async () => {
  const { streams } = fakeStreams();
  const setHidden = (hidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  setHidden(true);
  const unsubscribe = subscribeToStream({ productIds: [7], onStock: () => {}, onReconnect: () => {} });
  await Promise.resolve();
  expect(streams).toHaveLength(0);
  setHidden(false);
  await waitFor(() => expect(streams).toHaveLength(1));
  setHidden(true);
  setHidden(false);
  await waitFor(() => expect(streams).toHaveLength(2));
  unsubscribe();
});

test('a refused token ends the session', async () => {
  localStorage.setItem('token', 'old');
  fakeStreams(401);
  const onEnd = vi.fn();
  const removeListener = onSessionEnd(onEnd);
  subscribeToStream({ productIds: [7], onStock: () => {}, onReconnect: () => {} });
  await waitFor(() => expect(onEnd).toHaveBeenCalled());
  removeListener();
});

test('quantities change in every list and on the page; another slot or window causes a refetch', () => {
  const queryClient = new QueryClient();
  const offer = { id: 7, slot_id: 1, quantity: 3, ...pickupWindow };
  const list = { pages: [{ data: [{ id: 6, slot_id: 4, quantity: 1 }, offer], next_cursor: null }] };
  queryClient.setQueryData(['offers', 'pt', {}], list);
  queryClient.setQueryData(['offer', 7, 'pt', null], offer);
  applyStock(queryClient, buildStock(0));
  expect(queryClient.getQueryData(['offers', 'pt', {}])).toMatchObject({
    pages: [{ data: [{ quantity: 1 }, { quantity: 0 }] }],
  });
  expect(queryClient.getQueryData(['offer', 7, 'pt', null])).toMatchObject({ quantity: 0 });
  const isInvalidated = () => queryClient.getQueryState(['offers', 'pt', {}])?.isInvalidated;
  expect(isInvalidated()).toBe(false);
  applyStock(queryClient, { ...buildStock(5), slot_id: 2 });
  expect(isInvalidated()).toBe(true);
  queryClient.setQueryData(['offers', 'pt', {}], list);
  expect(isInvalidated()).toBe(false);
  applyStock(queryClient, { ...buildStock(5), pickup_end: '2026-11-20T19:30:00.000Z' });
  expect(isInvalidated()).toBe(true);
});

test('a list that was asked for before a change does not undo it', async () => {
  const queryClient = new QueryClient();
  const offer = { id: 7, slot_id: 1, quantity: 3, ...pickupWindow };
  const list = { pages: [{ data: [offer], next_cursor: null }] };
  const key = ['offers', 'pt', {}];
  const getQuantity = () => queryClient.getQueryData<typeof list>(key)!.pages[0]!.data[0]!.quantity;
  queryClient.setQueryData(key, list);
  const reply = Promise.withResolvers<typeof list>();
  const fetching = queryClient.fetchQuery({ queryKey: key, queryFn: () => reply.promise });
  applyStock(queryClient, buildStock(0));
  expect(getQuantity()).toBe(0);
  reply.resolve(structuredClone(list));
  await fetching;
  expect(getQuantity()).toBe(0);
  // One that is asked for afterwards counts.
  await queryClient.fetchQuery({ queryKey: key, queryFn: async () => list });
  expect(getQuantity()).toBe(3);
});

test('pins change likewise, and another slot on sale causes a refetch', () => {
  const queryClient = new QueryClient();
  const key = ['offers-map', 'pt', {}, null];
  const buildProduct = (id: number, quantity: number) => ({ id, quantity, mode: null });
  const otherSalePlace = { id: 1, products: [buildProduct(6, 1)] };
  const map = {
    data: [otherSalePlace, { id: 2, products: [buildProduct(7, 3), buildProduct(8, 2)] }],
    clusters: [],
  };
  queryClient.setQueryData(key, map);
  queryClient.setQueryData(['offer', 7, 'pt', null], { id: 7, slot_id: 1, quantity: 3 });
  applyStock(queryClient, buildStock(3));
  expect(queryClient.getQueryData(key)).toBe(map);
  applyStock(queryClient, buildStock(0));
  expect(queryClient.getQueryData(key)).toEqual({
    data: [otherSalePlace, { id: 2, products: [buildProduct(7, 0), buildProduct(8, 2)] }],
    clusters: [],
  });
  applyStock(queryClient, { ...buildStock(5), slot_id: 2 });
  expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
});

test('the list opens one stream for its products, and only for signed-in users', async () => {
  const offer = buildOffer({ ...pickupWindow, quantity: 1 });
  localStorage.setItem('token', 'secret');
  const api = fakeApi({ '/products': [{ body: { data: [offer], next_cursor: null } }] });
  const { streams } = fakeStreams();
  renderInLanguage('pt', <ScopedOfferList scope={{}} empty={null} />);
  expect(await screen.findByText('Só resta 1')).toBeVisible();
  await waitFor(() => expect(streams).toHaveLength(1));
  streams[0]!.send(buildEvent(0));
  expect(await screen.findByText('Esgotado')).toBeVisible();
  expect(api.requests).toHaveLength(1);
});

test('selling the last unit is announced; a sold-out offer is not', async () => {
  const TestQuantity = () => {
    const [quantity, setQuantity] = useState(0);
    return (
      <>
        <SoldOutAnnouncement quantity={quantity} />
        <button type="button" onClick={() => setQuantity(1 - quantity)}>
          turn
        </button>
      </>
    );
  };
  renderInLanguage('pt', <TestQuantity />);
  const status = screen.getByRole('status');
  expect(status).toBeEmptyDOMElement();
  const pressToggle = () => userEvent.click(screen.getByRole('button'));
  await pressToggle();
  expect(status).toBeEmptyDOMElement();
  await pressToggle();
  expect(status).toHaveTextContent('Esgotado');
});
