import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeApi, Queries } from '../../../test/fake-api.tsx';
import { renderIn } from '../../../test/render.tsx';
import { watchStock } from '../../lib/live/watch-stock.ts';
import { onSessionEnd } from '../../lib/session.ts';
import { applyStock } from './apply-stock.ts';
import { SoldOutNews } from './detail/sold-out-news.tsx';
import { OfferList } from './offer-list.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Streams that a test feeds; each request opens one. */
function fakeStreams(status = 200) {
  const asked: { url: string; authorization: string }[] = [];
  const open: { say: (text: string) => void; end: () => void }[] = [];
  vi.stubGlobal(
    'fetch',
    async (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
      asked.push({ url, authorization: init.headers.authorization! });
      if (status !== 200) return new Response('{}', { status });
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const say = (text: string) => controller.enqueue(new TextEncoder().encode(text));
          open.push({ say, end: () => controller.close() });
          init.signal.addEventListener('abort', () => controller.error(init.signal.reason));
        },
      });
      return new Response(body);
    },
  );
  return { asked, open };
}

const window = { pickup_start: '2026-11-20T17:30:00.000Z', pickup_end: '2026-11-20T19:00:00.000Z' };
const stock = (quantity: number) => ({ product_id: 7, slot_id: 1, quantity, ...window });
const event = (quantity: number) => `event: stock\ndata: ${JSON.stringify(stock(quantity))}\n\n`;

test('reads what is told, comes back after a loss, and stops when nobody looks any more', async () => {
  localStorage.setItem('token', 'secret');
  const { asked, open } = fakeStreams();
  const seen: number[] = [];
  const onBack = vi.fn();
  const stop = watchStock([7, 9], { onStock: ({ quantity }) => seen.push(quantity), onBack });
  await waitFor(() => expect(open).toHaveLength(1));
  expect(asked[0]).toEqual({ url: '/api/v1/live?products=7,9', authorization: 'Bearer secret' });
  const half = event(2).length / 2;
  open[0]!.say(`retry: 2000\n\n:\n\n${event(3)}${event(2).slice(0, half)}`);
  open[0]!.say(event(2).slice(half));
  await waitFor(() => expect(seen).toEqual([3, 2]));
  expect(onBack).not.toHaveBeenCalled();

  open[0]!.end();
  await waitFor(() => expect(open).toHaveLength(2), { timeout: 3000 });
  open[1]!.say(event(0));
  await waitFor(() => expect(seen).toEqual([3, 2, 0]));
  expect(onBack).toHaveBeenCalledTimes(1);
  stop();
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(open).toHaveLength(2);
});

test('a page that is hidden lets its stream go until it is seen again', async () => {
  const { open } = fakeStreams();
  const turn = (hidden: boolean) => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  turn(true);
  const stop = watchStock([7], { onStock: () => {}, onBack: () => {} });
  await Promise.resolve();
  expect(open).toHaveLength(0);
  turn(false);
  await waitFor(() => expect(open).toHaveLength(1));
  turn(true);
  turn(false);
  await waitFor(() => expect(open).toHaveLength(2));
  stop();
});

test('a refused token ends the session', async () => {
  localStorage.setItem('token', 'old');
  fakeStreams(401);
  const ended = vi.fn();
  const forget = onSessionEnd(ended);
  watchStock([7], { onStock: () => {}, onBack: () => {} });
  await waitFor(() => expect(ended).toHaveBeenCalled());
  forget();
});

test('quantities change in every list and on the page; another slot or window asks the server anew', () => {
  const client = new QueryClient();
  const offer = { id: 7, slot_id: 1, quantity: 3, ...window };
  const list = { pages: [{ data: [{ id: 6, slot_id: 4, quantity: 1 }, offer], next_cursor: null }] };
  client.setQueryData(['offers', 'pt', {}], list);
  client.setQueryData(['offer', 7, 'pt', null], offer);
  applyStock(client, stock(0));
  expect(client.getQueryData(['offers', 'pt', {}])).toMatchObject({
    pages: [{ data: [{ quantity: 1 }, { quantity: 0 }] }],
  });
  expect(client.getQueryData(['offer', 7, 'pt', null])).toMatchObject({ quantity: 0 });
  const stale = () => client.getQueryState(['offers', 'pt', {}])?.isInvalidated;
  expect(stale()).toBe(false);
  applyStock(client, { ...stock(5), slot_id: 2 });
  expect(stale()).toBe(true);
  client.setQueryData(['offers', 'pt', {}], list);
  expect(stale()).toBe(false);
  applyStock(client, { ...stock(5), pickup_end: '2026-11-20T19:30:00.000Z' });
  expect(stale()).toBe(true);
});

test('pins change with the rest, and are asked for anew when another slot is on sale', () => {
  const client = new QueryClient();
  const key = ['offers-map', 'pt', {}, null];
  const pack = (id: number, quantity: number) => ({ id, quantity });
  const other = { id: 1, products: [pack(6, 1)] };
  const map = { data: [other, { id: 2, products: [pack(7, 3), pack(8, 2)] }], clusters: [] };
  client.setQueryData(key, map);
  client.setQueryData(['offer', 7, 'pt', null], { id: 7, slot_id: 1, quantity: 3 });
  applyStock(client, stock(3));
  expect(client.getQueryData(key)).toBe(map);
  applyStock(client, stock(0));
  expect(client.getQueryData(key)).toEqual({
    data: [other, { id: 2, products: [pack(7, 0), pack(8, 2)] }],
    clusters: [],
  });
  applyStock(client, { ...stock(5), slot_id: 2 });
  expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});

test('the list opens one stream for what it shows, and only for whoever is signed in', async () => {
  const offer = {
    id: 7,
    name: 'Cesto',
    description: '',
    photos: [],
    quantity: 1,
    price: 3.99,
    old_price: null,
  };
  const more = { rating: null, rating_count: 0, pickup: '', ...window, slot_id: 1 };
  const place = { id: 1, name: 'Padaria Aurora', address: 'Rua da Trindade 18' };
  const whole = { ...offer, ...more, distance: null, is_favourite: false, types: [], sale_place: place };
  localStorage.setItem('token', 'secret');
  const api = fakeApi({ '/products': [{ body: { data: [whole], next_cursor: null } }] });
  const { open } = fakeStreams();
  const filters = { type: 0, setType: () => {}, text: '', setText: () => {}, query: {}, filtered: false };
  renderIn(
    'pt',
    <Queries>
      <OfferList filters={filters} />
    </Queries>,
  );
  expect(await screen.findByText('Só resta 1')).toBeVisible();
  await waitFor(() => expect(open).toHaveLength(1));
  open[0]!.say(event(0));
  expect(await screen.findByText('Esgotado')).toBeVisible();
  expect(api.asked).toHaveLength(1);
});

test('the last one going is said; a pack that was gone before is not', async () => {
  const Watched = () => {
    const [quantity, set] = useState(0);
    return (
      <>
        <SoldOutNews quantity={quantity} />
        <button type="button" onClick={() => set(1 - quantity)}>
          turn
        </button>
      </>
    );
  };
  renderIn('pt', <Watched />);
  const status = screen.getByRole('status');
  expect(status).toBeEmptyDOMElement();
  const turn = () => userEvent.click(screen.getByRole('button'));
  await turn();
  expect(status).toBeEmptyDOMElement();
  await turn();
  expect(status).toHaveTextContent('Esgotado');
});
