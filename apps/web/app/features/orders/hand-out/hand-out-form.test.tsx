import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { parseTicketCode } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { sellerOrder as order } from '../../../../test/seller-order.ts';
import { seeCodes } from '../../../../test/stub-browser.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';
import { HandOutForm } from './hand-out-form.tsx';
import { useScanner } from './scan-sheet.tsx';

const call = mockCalls();

function TestForm({ initialOrder = null }: { initialOrder?: SellerOrder | null }) {
  const [selectedOrder, setSelectedOrder] = useState(initialOrder);
  return (
    <HandOutForm
      salePlaceId={7}
      timeZone="Europe/Lisbon"
      selectedOrder={selectedOrder}
      onSelectOrder={setSelectedOrder}
    />
  );
}
const renderForm = (initialOrder?: SellerOrder) =>
  renderInLanguage('en', <TestForm initialOrder={initialOrder} />);
const getPinField = () => screen.getByRole('textbox');
const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const wrongPinError = new ApiError(422, { code: 1, message: 'x', errors: { pin: ['No such PIN here.'] } });

test('a right PIN shows its order before it is handed out', async () => {
  call.mockResolvedValue({ data: order });
  renderForm();
  await userEvent.type(getPinField(), '4827{Enter}');
  expect(await screen.findByText('PIN is right')).toBeVisible();
  expect(screen.getByText('Marta S. · no. 10482')).toBeVisible();
  expect(screen.getByText('1 × Evening basket, paid')).toBeVisible();
  expect(call).toHaveBeenCalledExactlyOnceWith('checkPin', {
    body: { sale_place_id: 7, pin: '4827' },
  });

  await pressButton('Hand over the bag');
  await waitFor(() =>
    expect(call).toHaveBeenLastCalledWith('handOut', { params: { id: 10482 }, body: { pin: '4827' } }),
  );
  expect(await screen.findByText('Order 10482 handed out. One bag fewer in the bin.')).toBeVisible();
  expect(getPinField()).toHaveValue('');
  expect(screen.queryByText('PIN is right')).toBeNull();
});

test('a wrong PIN shows a message and keeps the digits; changing them removes the message', async () => {
  call.mockRejectedValue(wrongPinError);
  renderForm();
  await userEvent.type(getPinField(), '0000{Enter}');
  expect(await screen.findByText('No such PIN here.')).toBeVisible();
  expect(getPinField()).toHaveAccessibleDescription('No such PIN here.');
  expect(getPinField()).toHaveValue('0000');
  // The wrong digits are selected, so typing replaces them.
  await userEvent.keyboard('48');
  expect(getPinField()).toHaveValue('48');
  expect(screen.queryByText('No such PIN here.')).toBeNull();
});

test('changing a digit after the check looks the order up again', async () => {
  call.mockResolvedValue({ data: order });
  renderForm();
  await userEvent.type(getPinField(), '4827{Enter}');
  await screen.findByText('PIN is right');
  await userEvent.type(getPinField(), '{Backspace}');
  expect(screen.queryByText('PIN is right')).toBeNull();
  expect(screen.getByRole('button', { name: 'Check PIN' })).toBeEnabled();
});

test('three digits are not sent', async () => {
  renderForm();
  await userEvent.type(getPinField(), '482{Enter}');
  expect(screen.getByText('Type all four digits.')).toBeVisible();
  expect(call).not.toHaveBeenCalled();
});

test('too many wrong PINs lock the field until the time given by the server', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    call.mockRejectedValue(new ApiError(429, { code: 7, message: 'Wait.' }, 42));
    renderForm();
    await userEvent.type(getPinField(), '0000{Enter}');
    expect(await screen.findByText('Too many wrong PINs. Wait 0:42.')).toBeVisible();
    expect(getPinField()).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Check PIN' })).toBeDisabled();
    await act(() => vi.advanceTimersByTimeAsync(41_000));
    expect(getPinField()).toBeDisabled();
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(getPinField()).toBeEnabled();
    expect(screen.queryByText(/Too many wrong PINs/)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('for a selected order the PIN hands out at once, and a wrong one names the buyer', async () => {
  call.mockRejectedValueOnce(wrongPinError).mockResolvedValue({ data: order });
  renderForm(order);
  expect(screen.getByLabelText('PIN of Marta S. · no. 10482')).toBe(getPinField());
  await userEvent.type(getPinField(), '0000{Enter}');
  expect(await screen.findByText('Marta S. has another PIN.')).toBeVisible();
  await userEvent.keyboard('4827{Enter}');
  await waitFor(() =>
    expect(call).toHaveBeenLastCalledWith('handOut', { params: { id: 10482 }, body: { pin: '4827' } }),
  );
  await waitFor(() => expect(screen.getByLabelText('Customer’s PIN')).toHaveValue(''));
});

test('a selected order that was handed out meanwhile says when, by whom and where', async () => {
  const collectedAt = new Date(Date.now() - 600_000).toISOString();
  const former = { collected_at: collectedAt, handed_out_by: 'Teresa Pinto', handed_out_device: 'Tablet' };
  call.mockResolvedValue({ data: { ...order, ...former, state: 'collected' } });
  renderForm(order);
  await userEvent.type(getPinField(), '4827{Enter}');
  expect(
    await screen.findByText(/^Order 10482 was handed out already \(.*\d\d:\d\d · Teresa Pinto · Tablet\)\.$/),
  ).toBeVisible();
  expect(screen.queryByText(/One bag fewer/)).toBeNull();
});

test('outside the hand-out time it shows when, and offers no hand-out', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  call.mockResolvedValue({ data: { ...order, can_hand_out: false, pickup_start: tomorrow } });
  renderForm();
  await userEvent.type(getPinField(), '4827{Enter}');
  expect(await screen.findByText(/Hand-out starts at/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Hand over the bag' })).toBeNull();
});

test.each([
  ['WOPACK:10482:4827', { orderId: 10482, pin: '4827' }],
  ['WOPACK:1:0000', { orderId: 1, pin: '0000' }],
  ['WOPACK:0:0000', null],
  ['WOPACK:10482:482', null],
  ['WOPACK:10482:48271', null],
  ['https://example.com/WOPACK:1:0000', null],
  ['', null],
])('%j is the ticket %j', (text, ticket) => expect(parseTicketCode(text)).toEqual(ticket));

const otherOrder: SellerOrder = { ...order, id: 10499, client: 'Rui P.' };

describe('scanning', () => {
  test('a camera that is allowed before its sheet is there sees the ticket', async () => {
    seeCodes('WOPACK:10482:4827');
    const onCode = vi.fn();
    function LateVideo() {
      const { setVideo } = useScanner(onCode);
      const [isThere, setThere] = useState(false);
      const show = () => setThere(true);
      return isThere ? <video ref={setVideo} muted /> : <Button onClick={show}>Show</Button>;
    }
    renderInLanguage('en', <LateVideo />);
    await pressButton('Show');
    await waitFor(() => expect(onCode).toHaveBeenCalledWith('WOPACK:10482:4827'));
  });

  test('the ticket of the selected order hands it out at once', async () => {
    seeCodes('WOPACK:10482:4827');
    call.mockResolvedValue({ data: order });
    renderForm(order);
    await pressButton('Scan QR');
    await waitFor(() =>
      expect(call).toHaveBeenCalledExactlyOnceWith('handOut', {
        params: { id: 10482 },
        body: { pin: '4827' },
      }),
    );
  });

  test('the ticket of another order is shown first, and handed out with its own PIN', async () => {
    seeCodes('WOPACK:10499:7351');
    call.mockResolvedValue({ data: otherOrder });
    renderForm(order);
    await pressButton('Scan QR');
    expect(await screen.findByText('Rui P. · no. 10499')).toBeVisible();
    expect(screen.queryByLabelText('PIN of Marta S. · no. 10482')).toBeNull();
    expect(call).toHaveBeenCalledExactlyOnceWith('checkPin', {
      body: { sale_place_id: 7, pin: '7351', order_id: 10499 },
    });
    await pressButton('Hand over the bag');
    await waitFor(() =>
      expect(call).toHaveBeenLastCalledWith('handOut', { params: { id: 10499 }, body: { pin: '7351' } }),
    );
  });

  test('so is a ticket that is scanned while another order is looked up', async () => {
    seeCodes('WOPACK:10499:7351');
    call.mockResolvedValueOnce({ data: order }).mockResolvedValue({ data: otherOrder });
    renderForm();
    await userEvent.type(getPinField(), '4827{Enter}');
    await screen.findByText('Marta S. · no. 10482');
    await pressButton('Scan QR');
    expect(await screen.findByText('Rui P. · no. 10499')).toBeVisible();
    expect(call.mock.calls.map(([name]) => name)).toEqual(['checkPin', 'checkPin']);
  });

  test('a ticket whose PIN belongs to another order by now hands out nothing', async () => {
    seeCodes('WOPACK:9001:4827');
    call.mockResolvedValue({ data: order });
    renderForm();
    await pressButton('Scan QR');
    expect(
      await screen.findByText('Ticket no. 9001 is not of an open order here. Nothing was handed out.'),
    ).toBeVisible();
    expect(screen.queryByText('PIN is right')).toBeNull();
    expect(screen.getByRole('button', { name: 'Check PIN' })).toBeVisible();
  });

  test('a ticket of another shop is named as such, by what the server says', async () => {
    seeCodes('WOPACK:9001:4827');
    call.mockRejectedValue(new ApiError(404, { code: 4, message: 'This ticket is of another shop.' }));
    renderForm();
    await pressButton('Scan QR');
    expect(await screen.findByText('This ticket is of another shop.')).toBeVisible();
    expect(call).toHaveBeenCalledExactlyOnceWith('checkPin', {
      body: { sale_place_id: 7, pin: '4827', order_id: 9001 },
    });
  });

  test('a code that is no ticket is never sent, with or without a selected order', async () => {
    seeCodes('https://example.com', 'WOPACK:10482:48', 'WOPACK::4827');
    renderForm(order);
    await pressButton('Scan QR');
    expect(await screen.findByText('This is not the code of a ticket.')).toBeVisible();
    await pressButton('Type the PIN');
    expect(call).not.toHaveBeenCalled();
  });

  test('only the first of two tickets in the picture counts', async () => {
    seeCodes('WOPACK:10482:4827', 'WOPACK:10499:7351');
    call.mockResolvedValue({ data: order });
    renderForm();
    await pressButton('Scan QR');
    await screen.findByText('Marta S. · no. 10482');
    expect(call).toHaveBeenCalledExactlyOnceWith('checkPin', {
      body: { sale_place_id: 7, pin: '4827', order_id: 10482 },
    });
  });
});

test('the answer to digits that were changed since is not handed out with the new ones', async () => {
  const { promise, resolve } = Promise.withResolvers<{ data: SellerOrder }>();
  call.mockReturnValueOnce(promise).mockResolvedValue({ data: otherOrder });
  renderForm();
  await userEvent.type(getPinField(), '4827{Enter}');
  await userEvent.clear(getPinField());
  await userEvent.type(getPinField(), '7351');
  await act(async () => resolve({ data: order }));
  expect(screen.queryByText('PIN is right')).toBeNull();
  await userEvent.type(getPinField(), '{Enter}');
  await waitFor(() =>
    expect(call).toHaveBeenLastCalledWith('checkPin', { body: { sale_place_id: 7, pin: '7351' } }),
  );
});

test('an order whose money the bank gave back is not handed out', async () => {
  call.mockResolvedValue({ data: { ...order, dispute: 'lost', can_hand_out: false } });
  renderForm();
  await userEvent.type(getPinField(), '4827{Enter}');
  expect(await screen.findByText(/^The bank gave this customer the money back/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Hand over the bag' })).toBeNull();
});
