import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import * as toasts from '@wopack/ui/overlay/toast.ts';
import { expect, test, vi } from 'vitest';
import { buildOrder, mockCalls } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { orderQuery } from '../buyer-orders.api.ts';
import { RateLatestOrder } from '../history/order-history.tsx';
import { OrderRow } from '../history/order-row.tsx';
import { TicketActions } from '../ticket/ticket-actions.tsx';

const call = mockCalls();

const collectedOrder = (overrides = {}) =>
  buildOrder({
    state: 'collected',
    pin: null,
    can_cancel: 'no',
    can_rate: true,
    collected_at: '2026-11-20T17:40:00.000Z',
    ...overrides,
  });

test('stars by keyboard, then a text, sent once', async () => {
  call.mockResolvedValue({ data: collectedOrder({ can_rate: false }) });
  renderInLanguage('en', <TicketActions order={collectedOrder()} />);
  const firstStar = await screen.findByRole('radio', { name: '1 star' });
  expect(screen.queryByRole('button', { name: 'Send rating' })).toBeNull();
  firstStar.focus();
  await userEvent.keyboard(' {ArrowRight}{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await userEvent.type(screen.getByRole('textbox', { name: 'A few words' }), ' Good bread. ');
  await userEvent.click(screen.getByRole('button', { name: 'Send rating' }));
  await waitFor(() =>
    expect(call).toHaveBeenCalledExactlyOnceWith('rateOrder', {
      params: { id: 42 },
      body: { stars: 4, text: 'Good bread.', language: 'en' },
    }),
  );
  await waitFor(() => expect(screen.queryByRole('radiogroup')).toBeNull());
});

test('what is too long is counted and refused in words, never cut', async () => {
  call.mockResolvedValue({ data: collectedOrder({ can_rate: false }) });
  renderInLanguage('en', <TicketActions order={collectedOrder()} />);
  await userEvent.click(await screen.findByRole('radio', { name: '4 stars' }));
  expect(screen.getByText('0 / 500')).toBeVisible();
  await userEvent.click(screen.getByRole('textbox'));
  await userEvent.paste('a'.repeat(503));
  expect(screen.getByText('503 / 500')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send rating' }));
  expect(await screen.findByText('At most 500 characters: shorten it a little.')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('a'.repeat(503));
  expect(call).not.toHaveBeenCalledWith('rateOrder', expect.anything());
});

test('a refusal is shown and the input stays', async () => {
  call.mockRejectedValue(new ApiError(409, { code: 5, message: 'You rated it already.' }));
  renderInLanguage('en', <TicketActions order={collectedOrder()} />);
  await userEvent.click(await screen.findByRole('radio', { name: '2 stars' }));
  await userEvent.type(screen.getByRole('textbox'), 'Dry.');
  await userEvent.click(screen.getByRole('button', { name: 'Send rating' }));
  expect(await screen.findByText('You rated it already.')).toBeVisible();
  expect(screen.getByRole('textbox')).toHaveValue('Dry.');
});

test('thanks replace the form and cover no buttons', async () => {
  const ratedOrder = collectedOrder({ can_rate: false, rating: { stars: 4, text: '', reply: null } });
  call.mockResolvedValue({ data: ratedOrder });
  const showToast = vi.spyOn(toasts, 'showToast');
  const TestTicket = () => (
    <TicketActions
      order={useQuery({ ...orderQuery(42, 'en'), initialData: collectedOrder(), staleTime: 60_000 }).data}
    />
  );
  renderInLanguage('en', <TestTicket />);
  await userEvent.click(await screen.findByRole('radio', { name: '4 stars' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send rating' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Thank you. Your stars count.');
  expect(showToast).not.toHaveBeenCalled();
});

test('a rating is shown on ticket and history', () => {
  const ratedOrder = collectedOrder({
    can_rate: false,
    rating: { stars: 4, text: 'Good bread.', reply: null },
  });
  renderInLanguage('ru', <TicketActions order={ratedOrder} />);
  expect(screen.getByText('Твоя оценка: 4 звезды из 5')).toBeInTheDocument();
  expect(screen.getByText('Good bread.')).toBeVisible();
  renderInLanguage('en', <OrderRow order={ratedOrder} />);
  expect(screen.getByRole('link', { name: ratedOrder.product.name })).toHaveAttribute('href', '/orders/42');
  expect(screen.getByText('You gave 4 stars out of 5')).toBeInTheDocument();
});

test('the history asks for a rating of the latest picked-up order', async () => {
  const orders = [
    collectedOrder({
      id: 1,
      product: { id: 1, name: 'Older', local_name: null, photos: [] },
      collected_at: '2026-11-18T18:00:00Z',
    }),
    collectedOrder({
      id: 2,
      product: { id: 2, name: 'Newer', local_name: null, photos: [] },
      collected_at: '2026-11-19T18:00:00Z',
    }),
    collectedOrder({ id: 3, can_rate: false }),
  ];
  renderInLanguage('en', <RateLatestOrder orders={orders} />);
  expect(await screen.findByRole('radiogroup', { name: 'Your stars for Newer' })).toBeVisible();
  expect(screen.getAllByRole('radiogroup')).toHaveLength(1);
});

test('a row shows price, payment method and refund', () => {
  renderInLanguage(
    'pt',
    <OrderRow order={buildOrder({ state: 'cancelled_by_buyer', refunded_cents: 399 })} />,
  );
  expect(screen.getByText('Cartão •• 4242')).toBeVisible();
  expect(screen.getByText(/Devolução: 3,99/)).toBeVisible();
  expect(screen.getByText('n.º 42')).toBeVisible();
});

test('the ticket has the reply of the shop below the own rating', async () => {
  const reply = { text: 'Obrigada.', language: 'pt' as const, created_at: '2026-11-21T09:00:00.000Z' };
  renderInLanguage(
    'en',
    <TicketActions order={collectedOrder({ can_rate: false, rating: { stars: 4, text: 'Good.', reply } })} />,
  );
  expect(await screen.findByText('Obrigada.')).toHaveAttribute('lang', 'pt');
  expect(screen.getByText('Reply of Padaria Aurora')).toBeVisible();
});
