import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, mockCalls } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import { type BuyerOrder, ordersQuery } from '../buyer-orders.api.ts';
// Loads the lazy dialog now.
import './cancel-order-dialog.tsx';
import { TicketActions } from '../ticket/ticket-actions.tsx';
import { TicketState } from '../ticket/ticket-card.tsx';

const call = mockCalls();
/** Without the address of the calendar file, which the ticket asks for. */
const listCalls = () => call.mock.calls.filter(([name]) => name !== 'getCalendarLink');

const setTime = (time: string) => vi.setSystemTime(`2026-11-20T${time}:00.000Z`);
const renderActions = (overrides: Partial<BuyerOrder>) =>
  renderInLanguage('en', <TicketActions order={buildOrder(overrides)} />);
const pressButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const confirmCancellation = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this order?' });
  const [button] = [...dialog.querySelectorAll('button')].filter((b) => b.textContent === 'Cancel order');
  await userEvent.click(button!);
  return dialog;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  call.mockResolvedValue({ data: buildOrder({ state: 'cancelled_by_buyer' }) });
});

test('in time: shows the refund and asks for no reason', async () => {
  setTime('12:00');
  renderActions({ can_cancel: 'free' });
  await pressButton('Cancel order');
  expect(await screen.findByText(/return €3.99 to card •• 4242/)).toBeVisible();
  expect(screen.queryByRole('radiogroup')).toBeNull();
  await confirmCancellation();
  await waitFor(() => expect(listCalls()).toEqual([['cancelOrder', { params: { id: 42 }, body: {} }]]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the history, and the offer whose unit is free again, are asked for anew', async () => {
  setTime('12:00');
  const keys = [ordersQuery('en').queryKey, queryKeys.offers, queryKeys.offer(buildOrder({}).product.id)];
  for (const key of keys) queryClient.setQueryData(key, {});
  renderInLanguage('en', <TicketActions order={buildOrder({ can_cancel: 'free' })} />);
  await pressButton('Cancel order');
  await confirmCancellation();
  for (const key of keys)
    await waitFor(() => expect(queryClient.getQueryState<unknown>(key)?.isInvalidated).toBe(true));
});

test('keeping the order sends no request', async () => {
  setTime('12:00');
  renderActions({ can_cancel: 'free' });
  await pressButton('Cancel order');
  await pressButton('Keep it');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(listCalls()).toEqual([]);
});

test('inside two hours: a reason is selected', async () => {
  setTime('16:00');
  renderActions({ can_cancel: 'with_reason' });
  await pressButton('Cancel order');
  await confirmCancellation();
  expect(await screen.findByText('Choose a reason.')).toBeVisible();
  expect(screen.getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'true');
  expect(listCalls()).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: 'Allergens' }));
  expect(screen.queryByText('Choose a reason.')).toBeNull();
  await confirmCancellation();
  await waitFor(() =>
    expect(listCalls()).toEqual([['cancelOrder', { params: { id: 42 }, body: { reason: 'Allergens' } }]]),
  );
});

test('inside two hours: another reason is typed, and its refusal is shown at the field', async () => {
  setTime('16:00');
  renderActions({ can_cancel: 'with_reason' });
  await pressButton('Cancel order');
  await userEvent.click(await screen.findByRole('radio', { name: 'Something else' }));
  await confirmCancellation();
  const field = screen.getByRole('textbox', { name: 'Tell us what' });
  expect(field).toHaveAccessibleDescription('Write a few words.');
  call.mockRejectedValueOnce(
    new ApiError(422, { code: 1, message: 'No.', errors: { reason: ['A longer reason, please.'] } }),
  );
  await userEvent.type(field, 'Nuts');
  await confirmCancellation();
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('cancelOrder', { params: { id: 42 }, body: { reason: 'Nuts' } }),
  );
  await waitFor(() => expect(field).toHaveAccessibleDescription('A longer reason, please.'));
  expect(field).toHaveValue('Nuts');
});

test('a refusal keeps the dialog open with the server’s message', async () => {
  setTime('12:00');
  call.mockRejectedValue(new ApiError(409, { code: 5, message: 'Too late to cancel.' }));
  renderActions({ can_cancel: 'free' });
  await pressButton('Cancel order');
  await confirmCancellation();
  expect(await screen.findByText('Too late to cancel.')).toBeVisible();
});

test('once the window is open: no button, but the reason', () => {
  setTime('17:31');
  renderActions({ can_cancel: 'no' });
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
  expect(screen.getByText(/it can no longer be cancelled/)).toBeVisible();
});

test('a cached ticket follows the clock: first a reason is required, then it is too late', async () => {
  setTime('16:00');
  const { unmount } = renderActions({ can_cancel: 'free' });
  await pressButton('Cancel order');
  expect(await screen.findByRole('radiogroup')).toBeVisible();
  unmount();
  setTime('17:30');
  renderActions({ can_cancel: 'free' });
  expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
  expect(screen.getByText(/it can no longer be cancelled/)).toBeVisible();
});

test.each([
  ['pt', 'pt'],
  [null, ''],
] as const)('the reason of the shop is marked with its own language: %s', async (language, lang) => {
  const order = buildOrder({
    state: 'cancelled_by_store',
    cancel_reason: 'O forno avariou.',
    cancel_reason_language: language,
  });
  renderInLanguage('en', <TicketState order={order} state="cancelled_by_store" />);
  expect(await screen.findByText('O forno avariou.')).toHaveAttribute('lang', lang);
});
