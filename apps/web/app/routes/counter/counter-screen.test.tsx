import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Reply } from '@wopack/contract/client';
import { buildTicketCode, DAY_MS, encodeTicket, type SignedTicket } from '@wopack/domain';
import { resetServerClock } from '@wopack/ui/server-clock.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { sellerOrder } from '../../../test/seller-order.ts';
import { seeCodes } from '../../../test/stub-browser.tsx';
import type { SellerOrder } from '../../features/orders/seller-orders.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { checkConnection } from '../../lib/offline/connection.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { CounterScreen } from './counter-screen.tsx';

/** By the server's clock, in the window of `sellerOrder`. */
const SERVER_NOW = new Date('2026-11-20T17:55:00Z');

const toBase64Url = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64url');

const { privateKey, publicKey } = (await crypto.subtle.generateKey('Ed25519', true, [
  'sign',
  'verify',
])) as CryptoKeyPair;

async function signTicket(ticket: Partial<SignedTicket> = {}): Promise<string> {
  const payload = encodeTicket({
    orderId: sellerOrder.id,
    salePlaceId: 7,
    slotId: 5,
    productId: 1,
    quantity: 1,
    buyer: sellerOrder.client,
    pickupStart: Date.parse(sellerOrder.pickup_start),
    pickupEnd: Date.parse(sellerOrder.pickup_end),
    version: 1,
    keyId: 1,
    ...ticket,
  });
  const signature = await crypto.subtle.sign('Ed25519', privateKey, new TextEncoder().encode(payload));
  return buildTicketCode(ticket.orderId ?? sellerOrder.id, '4827', payload, toBase64Url(signature));
}

const answer = (body: object) => [{ body, headers: { date: SERVER_NOW.toUTCString() } }];

/** What the counter reads; `pages` of orders. */
async function answerOnline(
  pages: SellerOrder[][] = [[sellerOrder]],
  counter: Partial<Reply<'getCounter'>['data']> = {},
  others: Parameters<typeof fakeApi>[0] = {},
) {
  const key = toBase64Url(await crypto.subtle.exportKey('raw', publicKey));
  return fakeApi({
    ...others,
    '/health': answer({}),
    '/api/v1/counter': answer({
      data: {
        device: { id: 3, name: 'Tablet da Trindade' },
        sale_place: { id: 7, name: 'Padaria Aurora', time_zone: 'Europe/Lisbon' },
        people: null,
        ticket_keys: [{ id: 1, public_key: key }],
        voided: [],
        ...counter,
      },
    }),
    '/seller/orders': pages.map((data, index) => ({
      body: { data, next_cursor: index < pages.length - 1 ? `${index + 1}_1` : null },
      headers: { date: SERVER_NOW.toUTCString() },
    })),
    '/seller/week': answer({ data: { packs: [], time_zone: 'Europe/Lisbon', days: [] } }),
    '/seller/live': ['pending'],
  });
}

const renderCounter = () => renderInLanguage('en', <CounterScreen />);

/** As after a reload without a connection. */
function reopenOffline() {
  cleanup();
  queryClient.clear();
  resetServerClock();
  fakeApi({});
  return renderCounter();
}

const scanNext = async () => {
  vi.setSystemTime(Date.now() + 1_000);
  await userEvent.click(screen.getByRole('button', { name: 'Scan the next one' }));
};

beforeEach(async () => {
  fakeApi({ '/health': [{}] });
  await checkConnection();
  writeStored('counterToken', 'a-device');
});

test.each([1, -1])(
  'a device whose clock is %i day ahead hands out the tickets of today without a connection, refuses those of yesterday, and sends the right time',
  async (days) => {
    vi.useFakeTimers({ toFake: ['Date'], now: SERVER_NOW.getTime() + days * DAY_MS });
    await answerOnline();
    renderCounter();
    expect(await screen.findByText('Can be collected now · 1 order')).toBeVisible();
    await waitFor(() => expect(readStored('counterSnapshot')?.replies).toHaveProperty('orders'));

    const ofYesterday = {
      orderId: 10480,
      pickupStart: Date.parse(sellerOrder.pickup_start) - DAY_MS,
      pickupEnd: Date.parse(sellerOrder.pickup_end) - DAY_MS,
    };
    const codes = seeCodes(await signTicket());
    reopenOffline();
    expect(await screen.findByText('No connection. Scanning still works.')).toBeVisible();
    expect(screen.queryByText(/never told this device the time/)).toBeNull();
    expect(await screen.findByText('Hand over the bag')).toBeVisible();
    await scanNext();
    codes.push(await signTicket(ofYesterday));
    expect(await screen.findByText('Do not hand out')).toBeVisible();
    expect(screen.getAllByText('Ticket no. 10480 is for Thu 19 Nov 17:30–19:00.')).toHaveLength(2);

    const { getBodies } = await answerOnline(undefined, undefined, {
      '/counter/hand_outs': answer({ data: [{ order_id: 10482, result: 'recorded', message: null }] }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Try again now' }));
    await waitFor(() => expect(getBodies('/counter/hand_outs')).toHaveLength(1));
    const [body] = getBodies('/counter/hand_outs') as [{ hand_outs: { handed_out_at: string }[] }];
    expect(body.hand_outs).toHaveLength(1);
    const sentAt = Date.parse(body.hand_outs[0]!.handed_out_at);
    expect(new Date(sentAt).toISOString().slice(0, 15)).toBe('2026-11-20T17:5');
  },
);

test('a device that has never been told the time says so', async () => {
  await answerOnline();
  renderCounter();
  await waitFor(() => expect(readStored('counterSnapshot')?.replies).toHaveProperty('orders'));
  const { clockOffset: _, ...snapshot } = readStored('counterSnapshot')!;
  writeStored('counterSnapshot', snapshot);
  reopenOffline();
  expect(await screen.findByText(/never told this device the time/)).toBeVisible();
});

test('a ticket that was used before says when, by whom and where: here, on the list, or among those that are void', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: SERVER_NOW });
  const handedOut = (id: number, device: string, by: string): SellerOrder => ({
    ...{ ...sellerOrder, id, state: 'collected', collected_at: '2026-11-20T17:41:00.000Z' },
    ...{ handed_out_by: by, handed_out_device: device },
  });
  await answerOnline([[sellerOrder, handedOut(10483, 'Caixa 2', 'Rosa')]], {
    voided: [
      {
        ...{ order_id: 10484, version: 1, handed_out: true, handed_out_at: '2026-11-20T17:43:00.000Z' },
        ...{ handed_out_by: 'Teresa P.', handed_out_device: null },
      },
    ],
  });
  renderCounter();
  await screen.findByText('Can be collected now · 1 order');
  await waitFor(() => expect(readStored('counterSnapshot')?.replies).toHaveProperty('orders'));
  const codes = seeCodes(await signTicket());
  reopenOffline();
  await screen.findByText('Hand over the bag');
  for (const [orderId, details] of [
    [sellerOrder.id, '17:55 · this counter'],
    [10483, '17:41 · Rosa · Caixa 2'],
    [10484, '17:43 · Teresa P.'],
  ] as const) {
    await scanNext();
    codes.push(await signTicket({ orderId }));
    const alert = await screen.findByRole('alert');
    await waitFor(() => expect(alert).toHaveTextContent(`handed out already (${details}). Someone else?`));
    expect(screen.getByText(new RegExp(`^no\\. \\d+, handed out already: ${details}$`))).toBeVisible();
  }
});

const orders = (first: number, count: number): SellerOrder[] =>
  Array.from({ length: count }, (_, index) => ({ ...sellerOrder, id: first + index }));

test('the bag of an order has the number of packs that are handed out', async () => {
  await answerOnline([[{ ...sellerOrder, quantity: 3, returned_quantity: 1 }]]);
  renderCounter();
  const row = await screen.findByRole('listitem');
  expect(row.querySelector('svg')).toHaveTextContent('2');
});

test('all orders of the day are read, page by page', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: SERVER_NOW });
  await answerOnline([orders(1, 200), orders(201, 50)]);
  renderCounter();
  expect(await screen.findByText('Can be collected now · 250 orders')).toBeVisible();
  expect(screen.queryByText(/There are more orders today/)).toBeNull();
});

test('a day with more orders than a counter shows says so', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: SERVER_NOW });
  const collected = orders(1, 200).map((order): SellerOrder => ({ ...order, state: 'collected' }));
  await answerOnline(Array.from({ length: 6 }, () => collected));
  renderCounter();
  expect(await screen.findByText(/There are more orders today than the 1,000/)).toBeVisible();
});

test('the order of a right PIN takes the place of the pad, until it is handed out or another PIN is wanted', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: SERVER_NOW });
  await answerOnline(undefined, undefined, {
    '/seller/orders/check_pin': answer({ data: { ...sellerOrder, can_hand_out: true } }),
  });
  renderCounter();
  for (const digit of '4827') await userEvent.click(await screen.findByRole('button', { name: digit }));
  expect(await screen.findByText('PIN is right')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Hand over the bag' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '1' })).toBeNull();
  expect(screen.getByRole('textbox', { name: /PIN/ })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Another order’s PIN' }));
  expect(screen.getByRole('button', { name: '1' })).toBeVisible();
  expect(screen.getByRole('textbox', { name: /PIN/ })).toHaveValue('');
});

test('without a connection a device without a camera does not send to the PIN, which waits too', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: SERVER_NOW });
  await answerOnline();
  renderCounter();
  await waitFor(() => expect(readStored('counterSnapshot')?.replies).toHaveProperty('orders'));
  const getUserMedia = async () => {
    throw Object.assign(new Error('none'), { name: 'NotFoundError' });
  };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  reopenOffline();
  expect(await screen.findByText(/^No camera was found\. Without one/)).toBeVisible();
  expect(screen.queryByText('Hold the code in the frame')).toBeNull();
});
