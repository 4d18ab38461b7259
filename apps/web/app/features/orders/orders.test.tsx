import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, test, vi } from 'vitest';
import { buildOrder, fakeApi, mockServer } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import type { BuyerOrder } from './buyer-orders.api.ts';
import { groupOrdersByMonth, SavingsCard } from './history/order-history.tsx';
import { getPickupPhase, OrderRow } from './history/order-row.tsx';
import { OpenOrderStrip } from './open-order-strip.tsx';
import { BuyerReportCard, OrderFacts } from './order-facts.tsx';
import { PrintableOrderList } from './seller/seller-order-table.tsx';
import type { SellerOrder } from './seller-orders.api.ts';
import { buildCalendarFile } from './ticket/calendar-file.ts';
import { TicketActions } from './ticket/ticket-actions.tsx';
import { TicketCard } from './ticket/ticket-card.tsx';

test('the strip of a running order requests the list once, and again after a change', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
  writeStored('token', 'secret');
  const requestList = vi.fn();
  const openStream = vi.fn<(controller: ReadableStreamDefaultController<Uint8Array>) => void>();
  mockServer.resetHandlers(
    http.get('*/api/v1/orders', () => {
      requestList();
      const summary = { packs: 0, saved_cents: 0 };
      return HttpResponse.json({ data: [buildOrder()], next_cursor: null, summary });
    }),
  );
  // Not from the mock server: an assertion of Node's `fetch` fails when one of its open responses is aborted.
  const originalFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.includes('/api/v1/live')) return originalFetch(url, init);
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      init.signal!.addEventListener('abort', () => controller.error(init.signal!.reason));
      openStream(controller);
    };
    return new Response(new ReadableStream({ start }));
  });
  renderInLanguage('en', <OpenOrderStrip />);
  expect(await screen.findByText('Cesto')).toBeVisible();
  await waitFor(() => expect(openStream).toHaveBeenCalledTimes(1));
  const send = (change: object) =>
    openStream.mock.calls[0]![0].enqueue(
      new TextEncoder().encode(`event: my_orders\ndata: ${JSON.stringify(change)}\n\n`),
    );
  send({ order_id: null, unchanged_ms: 30_000 });
  send({ order_id: 42 });
  await waitFor(() => expect(requestList).toHaveBeenCalledTimes(2));
  // Longer ago than the server can tell: the list may be outdated.
  vi.setSystemTime(new Date('2026-11-20T12:01:00Z'));
  send({ order_id: null, unchanged_ms: 30_000 });
  await waitFor(() => expect(requestList).toHaveBeenCalledTimes(3));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('paid orders come first, then the others by month', () => {
  const groups = groupOrdersByMonth(
    [
      buildOrder({ id: 4 }),
      buildOrder({ id: 3, state: 'collected', pickup_start: '2026-11-16T17:30:00.000Z' }),
      buildOrder({ id: 2, state: 'refunded', pickup_start: '2026-11-18T17:30:00.000Z' }),
      buildOrder({ id: 1, state: 'collected', pickup_start: '2025-12-31T17:30:00.000Z' }),
    ],
    'pt',
    new Date('2026-11-20T10:00:00Z'),
  );
  expect(groups.map(({ month, orders }) => [month, orders.map(({ id }) => id)])).toEqual([
    [null, [4]],
    ['Novembro', [2, 3]],
    ['Dezembro de 2025', [1]],
  ]);
});

test('a window is upcoming, open or over', () => {
  const phaseAt = (time: string) => getPickupPhase(buildOrder(), Date.parse(time));
  expect(phaseAt('2026-11-20T17:00:00Z')).toEqual({ before: 1_800_000 });
  expect(phaseAt('2026-11-20T18:00:00Z')).toEqual({ open: 3_600_000 });
  expect(phaseAt('2026-11-20T19:00:00Z')).toBe('over');
});

test('a paid ticket shows PIN and code, read out digit by digit', async () => {
  renderInLanguage('pt', <TicketCard order={buildOrder()} />);
  expect(screen.getByText('4 8 2 7')).toHaveClass('sr-only');
  expect(await screen.findByRole('img', { name: 'Código QR do pedido 42' })).toBeInTheDocument();
});

test.each([
  ['pt', 'Levantar: hoje, sexta, 20/11', /grátis até sexta, 20\/11, às 15:30/],
  ['en', 'Pick up: today, Fri 20 Nov', /until Fri 20 Nov, 15:30/],
  ['ru', 'Забрать: сегодня, пт, 20 нояб.', /отмена — до пятницы, 20 нояб\., 15:30/],
] as const)(
  'a ticket says today, with weekday and date beside it: it is kept as a picture (%s)',
  (language, day, until) => {
    vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
    const order = buildOrder();
    renderInLanguage(
      language,
      <>
        <TicketCard order={order} />
        <TicketActions order={order} />
        <OrderFacts order={order} />
      </>,
    );
    expect(screen.getByText(day)).toBeVisible();
    expect(screen.getByText(until)).toBeVisible();
    const facts = screen.getByText(/^(Hoje|Today|Сегодня), .*(20\/11|20 Nov|20 нояб\.)/);
    expect(facts).toHaveTextContent(/17:30–19:00$/);
    // No line ends within the window.
    expect(within(facts).getByText('17:30–19:00')).toHaveClass('whitespace-nowrap');
    vi.useRealTimers();
  },
);

const report = {
  text: 'O saco estava vazio.',
  photo: null,
  created_at: '2026-11-20T18:00:00.000Z',
  answer: null,
  answered_by: null,
  answer_until: '2026-11-23T18:00:00.000Z',
  wish: null,
};

test.each([
  ['pt', 'a loja responde até segunda, 23/11, às 18:00', 'decide o WoPack'],
  ['en', 'the shop has until Mon 23 Nov, 18:00 to answer', 'WoPack decides'],
  ['ru', 'ответ заведения — до понедельника, 23 нояб., 18:00', 'решает WoPack'],
] as const)(
  'a report shows state and deadline on the order and in the history (%s)',
  (language, waiting, overdue) => {
    const order = buildOrder({ state: 'collected', report });
    const renderAt = (now: string, shown = order) => {
      vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
      const { container, unmount } = renderInLanguage(
        language,
        <>
          <BuyerReportCard order={shown} />
          <OrderRow order={shown} />
        </>,
      );
      const text = container.textContent;
      unmount();
      vi.useRealTimers();
      return text;
    };
    expect(renderAt('2026-11-23T18:00:00Z').split(waiting)).toHaveLength(3);
    expect(renderAt('2026-11-23T18:00:00Z')).toContain(report.text);
    expect(renderAt('2026-11-23T18:01:00Z').split(new RegExp(`: ${overdue}`))).toHaveLength(3);
    const answered = buildOrder({
      state: 'collected',
      report: { ...report, answer: 'Pedimos desculpa.', answered_by: 'seller' },
    });
    expect(renderAt('2026-11-23T18:01:00Z', answered)).toContain('Pedimos desculpa.');
  },
);

test('the printed list of orders names weekday and date', () => {
  const order = { id: 9, client: 'Marta S.', product: { id: 7, name: 'Cesto' }, ...pickWindow(buildOrder()) };
  renderInLanguage(
    'en',
    <PrintableOrderList orders={[order as SellerOrder]} title="Orders" timeZone="Europe/Lisbon" />,
  );
  expect(screen.getByRole('cell', { name: 'Fri 20 Nov 17:30–19:00', hidden: true })).toBeInTheDocument();
});

const pickWindow = ({ pickup_start, pickup_end }: BuyerOrder) => ({ pickup_start, pickup_end });

test.each([
  ['collected', 'Levantado'],
  ['not_collected', 'Não levantado'],
  ['cancelled_by_buyer', 'Cancelado, devolvido'],
  ['cancelled_by_store', 'Cancelado pela loja, devolvido'],
  ['refunded', 'Devolvido'],
] as const)('%s shows its state instead of the PIN', (state, text) => {
  renderInLanguage('pt', <TicketCard order={buildOrder({ state, pin: null })} />);
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole('img', { name: /QR/ })).toBeNull();
  expect(screen.queryByText('4 8 2 7')).toBeNull();
});

test('a cancelled one does not claim that the refund has arrived: the card provider or the bank may be slow', () => {
  renderInLanguage(
    'en',
    <TicketCard order={buildOrder({ state: 'cancelled_by_buyer', pin: null, refunded_cents: 399 })} />,
  );
  expect(
    screen.getByText(/€3.99 goes back to you, the way you paid; the bank may take a few days/),
  ).toBeVisible();
});

test.each([
  ['failed', 'Your bank could not take €3.99 and sent it back to us.'],
  ['settled', 'We paid €3.99 back by bank transfer.'],
  ['disputed', 'Your bank gave €3.99 back.'],
  ['waiting', 'You disputed this payment at your bank.'],
] as const)('a ticket whose refund is %s says where the money is', (state, text) => {
  const order = buildOrder({
    state: 'refunded',
    pin: null,
    refunded_cents: 399,
    money_back: { state, amount_cents: 399 },
  });
  renderInLanguage('en', <TicketCard order={order} />);
  expect(screen.getByText(text, { exact: false })).toBeInTheDocument();
  expect(screen.queryByText(/goes back to you/)).toBeNull();
});

test('a discount is not money that goes back, and credit is back also when the bank sent the rest of it back', () => {
  const parts = {
    ...{ card_cents: 150, credit_cents: 149, discount_cents: 100 },
    ...{ card_back_cents: 150, credit_back_cents: 149 },
  };
  const refunded = { state: 'refunded', pin: null, refunded_cents: 399, parts } as const;
  const { unmount } = renderInLanguage('en', <TicketCard order={buildOrder(refunded)} />);
  expect(screen.getByText(/€2.99 goes back to you/)).toBeVisible();
  expect(screen.queryAllByText('Refunded: €1.50 the way you paid, €1.49 to your credit')).not.toEqual([]);
  unmount();
  const money_back = { state: 'failed', amount_cents: 150 } as const;
  renderInLanguage('en', <OrderRow order={buildOrder({ ...refunded, money_back })} />);
  expect(screen.queryAllByText('Refunded: €1.49 to your credit')).not.toEqual([]);
});

test.each([
  ['queued', true],
  ['sent', true],
  ['failed', false],
  ['refused', false],
  ['waiting', false],
] as const)('ticket and row count a refund that is %s as returned: %s', (state, isReturned) => {
  const order = buildOrder({
    state: 'cancelled_by_buyer',
    pin: null,
    refunded_cents: 399,
    money_back: { state, amount_cents: 399 },
  });
  const { unmount } = renderInLanguage('en', <TicketCard order={order} />);
  expect(screen.queryAllByText('Refund €3.99')).toHaveLength(isReturned ? 1 : 0);
  expect(screen.getByText(isReturned ? 'Cancelled, refunded' : 'Cancelled')).toBeVisible();
  unmount();
  renderInLanguage('en', <OrderRow order={order} />);
  expect(screen.queryAllByText('Refund €3.99')).toHaveLength(isReturned ? 1 : 0);
  expect(screen.getByText(isReturned ? 'Cancelled, refunded' : 'Cancelled')).toBeVisible();
});

test.each([
  ['pt', 'O teu banco decidiu de novo'],
  ['en', 'Your bank decided on your dispute anew'],
  ['ru', 'Банк пересмотрел решение'],
] as const)('a ticket says when the bank took back what it had given (%s)', (language, text) => {
  const moneyBack = { state: 'failed', amount_cents: 399, reason: 'dispute_reversed' } as const;
  const order = buildOrder({ state: 'refunded', pin: null, refunded_cents: 399, money_back: moneyBack });
  renderInLanguage(language, <TicketCard order={order} />);
  expect(screen.getByText(text, { exact: false })).toHaveTextContent(/3[.,]99/);
});

test('the ticket of an open order says where the money is, too', () => {
  renderInLanguage(
    'en',
    <TicketCard order={buildOrder({ money_back: { state: 'disputed', amount_cents: 399 } })} />,
  );
  expect(screen.getByText('Your bank gave €3.99 back.')).toBeVisible();
});

test.each([
  ['paid', false],
  ['collected', false],
  ['cancelled_by_buyer', true],
  ['cancelled_by_store', true],
  ['refunded', true],
] as const)('%s: the way to other packs is shown when there is none to collect', (state, isShown) => {
  renderInLanguage('ru', <TicketActions order={buildOrder({ state })} />);
  expect(screen.queryAllByRole('link', { name: 'Смотреть другие пакеты' })).toHaveLength(isShown ? 1 : 0);
});

test('renders no card without savings', () => {
  const { container } = renderInLanguage('pt', <SavingsCard summary={{ packs: 0, saved_cents: 0 }} />);
  expect(container).toBeEmptyDOMElement();
});

test('date and time are those of the sale place’s zone', () => {
  // 20:30 in Lisbon is the next day in Tokyo.
  vi.useFakeTimers({ now: new Date('2026-11-20T20:30Z'), toFake: ['Date'] });
  const pickup = { pickup_start: '2026-11-21T01:00:00.000Z', pickup_end: '2026-11-21T02:00:00.000Z' };
  const sale_place = { ...buildOrder().sale_place, time_zone: 'Asia/Tokyo' };
  renderInLanguage('en', <OrderRow order={buildOrder({ ...pickup, pickup: '', sale_place })} />);
  expect(screen.getByText(/· Today/)).toHaveTextContent(/· Today 10:00–11:00$/);
  vi.useRealTimers();
});

test('the calendar file has an https address; without one the page makes the file', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
  const path = '/api/v1/calendar/v1.key/wopack.ics';
  const createLink = (key: string, expires_at: string) => ({
    body: { data: { path: path.replace('v1.key', key), expires_at } },
  });
  const api = fakeApi({
    '/orders/42/calendar_link': [
      createLink('v1.key', '2026-11-20T12:10:00Z'),
      createLink('v1.new', '2026-11-20T14:10:00Z'),
    ],
  });
  const opened: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    opened.push(this.pathname);
  });
  const { unmount } = renderInLanguage('en', <TicketActions order={buildOrder()} />);
  const link = await screen.findByRole('link', { name: 'Add to calendar' });
  expect(link).toHaveAttribute('href', path);
  expect(link).toHaveAttribute('rel', 'noreferrer');
  expect(api.requests).toHaveLength(1);
  // By the address that it has.
  link.addEventListener('click', (event) => event.preventDefault(), { once: true });
  fireEvent.click(link);
  expect(opened).toEqual([]);
  expect(api.requests).toHaveLength(1);
  // The phone slept for two hours.
  vi.setSystemTime(new Date('2026-11-20T14:00:00Z'));
  fireEvent.click(link);
  await waitFor(() => expect(opened).toEqual(['/api/v1/calendar/v1.new/wopack.ics']));
  unmount();
  queryClient.clear();
  fakeApi({});
  renderInLanguage('en', <TicketActions order={buildOrder()} />);
  expect(screen.getByRole('button', { name: 'Add to calendar' })).toBeVisible();
  vi.useRealTimers();
});

test('contains the pickup with place, address and a reminder an hour before; never the PIN', () => {
  const file = buildCalendarFile(buildOrder(), {
    summary: 'Pick up Cesto at Padaria Aurora',
    description: 'WoPack order 42.',
    url: 'https://wopack.example/orders/42',
  });
  const lines = file.split('\r\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'UID:order-42@wopack.example',
      'DTSTART:20261120T173000Z',
      'DTEND:20261120T190000Z',
      'SUMMARY:Pick up Cesto at Padaria Aurora',
      'LOCATION:Padaria Aurora\\nRua da Trindade 18',
      'ACTION:DISPLAY',
      'TRIGGER:-PT1H',
    ]),
  );
  expect(file).not.toContain('4827');
});
