import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { PayButton } from './pay-button.tsx';
import { BankConfirmationDialog } from './payment-dialogs.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import type { PaymentTarget } from './payments.api.ts';
import { completePaymentWithRetry, usePayment } from './use-payment.ts';

const target: PaymentTarget = {
  productId: 7,
  slotId: 3,
  productName: 'Cesto',
  price: 3.99,
  quantity: null,
  maxPerOrder: 3,
  left: 3,
  isOffer: false,
  timeZone: 'Europe/Lisbon',
};
const createHold = () => ({
  token: 'tok',
  client_secret: 'sec',
  provider: 'sandbox',
  expires_at: new Date(Date.now() + 600_000).toISOString(),
});
const sandboxProvider = [
  { body: { data: { provider: 'sandbox', publishable_key: null, methods: ['card'] } } },
];
const fakePaymentApi = (answers: Parameters<typeof fakeApi>[0]) =>
  fakeApi({ '/provider': sandboxProvider, ...answers });
const emptyList = [{ body: { data: [] } }];
const order = { id: 11, state: 'paid' };
const onPaid = vi.fn();
const onOfferChange = vi.fn();

function TestCheckout() {
  const payment = usePayment({ target, onPaid, onOfferChange });
  return (
    <>
      <PaymentPanel formId="card" payment={payment} priceCents={399}>
        {null}
      </PaymentPanel>
      <PayButton formId="card" payment={payment} price={3.99} />
    </>
  );
}

async function fillFormAndPay(expiry = '1230') {
  renderInLanguage('en', <TestCheckout />);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await user.type(screen.getByLabelText('Expiry'), expiry);
  await user.type(screen.getByLabelText('CVC'), '123');
  await user.click(screen.getByRole('button', { name: 'Pay €3.99' }));
  return user;
}

beforeEach(() => {
  onPaid.mockClear();
  onOfferChange.mockClear();
});
test('pays: places a hold, charges the card, asks the server for the outcome', async () => {
  const api = fakePaymentApi({
    '/holds': emptyList,
    '/initiate': [{ body: createHold() }],
    '/confirm': [{ body: { status: 'succeeded' } }],
    '/complete': [{ body: { data: { order } } }],
  });
  await fillFormAndPay();
  await waitFor(() => expect(onPaid).toHaveBeenCalledWith(order));
  expect(api.getBodies('/initiate')).toEqual([
    { amount: '3.99', currency: 'EUR', productId: '7', slot_id: 3 },
  ]);
  expect(api.getBodies('/confirm')).toEqual([
    { client_secret: 'sec', card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' } },
  ]);
});

test('a press before the card form has loaded leads to it', async () => {
  const scrollIntoView = vi.fn();
  Element.prototype.scrollIntoView = scrollIntoView;
  const api = fakePaymentApi({ '/holds': emptyList });
  renderInLanguage('en', <TestCheckout />);
  await userEvent.click(screen.getByRole('button', { name: 'Pay €3.99' }));
  expect(scrollIntoView).toHaveBeenCalled();
  expect(await screen.findByLabelText('Card number')).toHaveFocus();
  expect(api.getBodies('/initiate')).toEqual([]);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

test('declined: shows it, tells the server, keeps the input', async () => {
  const api = fakePaymentApi({
    '/holds': emptyList,
    '/initiate': [{ body: createHold() }],
    '/confirm': [
      { body: { status: 'failed', error: { code: 'card_declined', message: 'Your card was declined.' } } },
    ],
    '/failure': [{ body: { success: true, code: 0 } }],
  });
  await fillFormAndPay();
  expect(await screen.findByText('Your card was declined.')).toBeVisible();
  expect(api.getBodies('/failure')).toEqual([
    { token: 'tok', code: 'card_declined', description: 'Your card was declined.' },
  ]);
  expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4242');
  expect(screen.getByLabelText('Expiry')).toHaveValue('12/30');
  expect(screen.getByLabelText('CVC')).toHaveValue('123');
  expect(onPaid).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('Card number'), '1');
  expect(screen.queryByText('Your card was declined.')).toBeNull();
});

test.each([
  ['0120', 'The card has expired.'],
  ['13', 'Enter month and year: MM/YY.'],
])('expiry %s is refused before a hold is placed', async (expiry, message) => {
  const api = fakePaymentApi({ '/holds': emptyList });
  await fillFormAndPay(expiry);
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Expiry')).toBeInvalid();
  expect(api.getBodies('/initiate')).toEqual([]);
});

test('after a lost response the outcome is requested, never paid again', async () => {
  const api = fakePaymentApi({
    '/holds': emptyList,
    '/initiate': [{ body: createHold() }],
    '/confirm': ['networkError'],
    '/complete': [{ body: { data: { order } } }],
  });
  await fillFormAndPay();
  await waitFor(() => expect(onPaid).toHaveBeenCalledWith(order));
  expect(api.getBodies('/confirm')).toHaveLength(1);
});

test('the bank asks for confirmation; declining ends the hold', async () => {
  const api = fakePaymentApi({
    '/holds': emptyList,
    '/initiate': [{ body: createHold() }],
    '/confirm': [{ body: { status: 'requires_action' } }],
    '/authenticate': [
      { body: { status: 'failed', error: { code: 'authentication_required', message: 'Not confirmed.' } } },
    ],
    '/failure': [{ body: { success: true, code: 0 } }],
  });
  const user = await fillFormAndPay();
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Not confirmed.')).toBeVisible();
  expect(api.getBodies('/authenticate')).toEqual([{ client_secret: 'sec', approve: false }]);
  expect(api.getBodies('/failure')).toHaveLength(1);
});

test('the bank is answered once, whatever is pressed while it is told', async () => {
  const onAnswer = vi.fn(() => new Promise<void>(() => {}));
  renderInLanguage('en', <BankConfirmationDialog amountCents={399} onAnswer={onAnswer} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  fireEvent.click(screen.getByRole('button', { name: 'Approve' }));
  expect(onAnswer.mock.calls).toEqual([[false]]);
});

test('sold out meanwhile: the offer is refetched', async () => {
  fakePaymentApi({
    '/holds': emptyList,
    '/initiate': [{ status: 409, body: { code: 5, message: 'Sold out.' } }],
  });
  await fillFormAndPay();
  expect(await screen.findByText('Sold out.')).toBeVisible();
  expect(onOfferChange).toHaveBeenCalled();
});

test('a hold that exists on opening has one button, to release it: Pay continues it', async () => {
  const existingHold = {
    ...createHold(),
    product_id: 7,
    slot_id: 3,
    product_name: 'Cesto',
    amount_cents: 399,
  };
  const api = fakePaymentApi({
    '/holds': [{ body: { data: [existingHold] } }, { body: { data: [] } }],
    '/failure': [{ body: { success: true, code: 0 } }],
  });
  renderInLanguage('en', <TestCheckout />);
  expect(await screen.findByText(/^Yours until \d\d:\d\d$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Go on' })).toBeNull();
  expect(await screen.findByLabelText('Card number')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Let go' }));
  await waitFor(() => expect(screen.queryByText(/Yours until/)).toBeNull());
  expect(api.getBodies('/failure')).toEqual([{ token: 'tok', code: 'released', description: '' }]);
});

test('a won unit that prevents this payment is given up only after a question', async () => {
  const wonHold = {
    ...createHold(),
    product_id: 8,
    slot_id: 4,
    product_name: 'Broa',
    amount_cents: 399,
    is_offer: true,
  };
  const api = fakePaymentApi({
    '/holds': [{ body: { data: [wonHold] } }, { body: { data: [wonHold] } }, { body: { data: [] } }],
    '/initiate': [{ status: 429, body: { code: 7, message: 'Too many.' } }],
    '/failure': [{ body: { success: true, code: 0 } }],
  });
  await fillFormAndPay();
  const letGo = await screen.findByRole('button', { name: 'Let go' });
  // The bar above the page leads back to it.
  expect(screen.queryByRole('link', { name: 'Go on' })).toBeNull();
  await userEvent.click(letGo);
  expect(await screen.findByRole('dialog', { name: 'Give up Broa?' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.getBodies('/failure')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Let go' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Give it up' }));
  await waitFor(() => expect(screen.queryByText(/Broa/)).toBeNull());
  expect(api.getBodies('/failure')).toEqual([{ token: 'tok', code: 'released', description: '' }]);
});

test('the question stays, with its text, until it has faded out', async () => {
  const wonHold = { ...createHold(), product_id: 8, slot_id: 4, product_name: 'Broa', is_offer: true };
  fakePaymentApi({
    '/holds': [{ body: { data: [wonHold] } }],
    '/initiate': [{ status: 429, body: { code: 7, message: 'Too many.' } }],
  });
  await fillFormAndPay();
  await userEvent.click(await screen.findByRole('button', { name: 'Let go' }));
  const dialog = await screen.findByRole('dialog', { name: 'Give up Broa?' });
  const { promise: finished, resolve: finish } = Promise.withResolvers<Animation>();
  Element.prototype.getAnimations = () => [{ finished } as Animation];
  await userEvent.click(screen.getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(dialog).toHaveAttribute('data-ending-style'));
  expect(dialog).toHaveTextContent('Give up Broa?');
  finish({} as Animation);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  Reflect.deleteProperty(Element.prototype, 'getAnimations');
});

test('retries without a response, then reports an unknown outcome', async () => {
  const api = fakeApi({
    '/complete': ['networkError', { status: 503, body: { code: 9, message: 'x' } }, 'networkError'],
  });
  expect(await completePaymentWithRetry('tok', [1, 1])).toEqual({ status: 'unknown' });
  expect(api.requests).toHaveLength(3);
});

test.each([
  [402, 6, 'not-paid'],
  [409, 5, 'over'],
  [404, 4, 'over'],
])('%i with code %i: %s', async (httpStatus, code, expectedStatus) => {
  fakeApi({ '/complete': [{ status: httpStatus, body: { code, message: 'x' } }] });
  expect((await completePaymentWithRetry('tok', [])).status).toBe(expectedStatus);
});

test('a wait is shown beside the button and counts down; the button can be pressed again', async () => {
  const message = 'You set this pack aside before and did not pay. You can try again at 12:12.';
  const api = fakePaymentApi({
    '/holds': emptyList,
    '/initiate': [
      { status: 429, body: { code: 7, message }, headers: { 'retry-after': '62' } },
      { body: createHold() },
    ],
    '/confirm': [{ body: { status: 'succeeded' } }],
    '/complete': [{ body: { data: { order } } }],
  });
  const user = await fillFormAndPay();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('timer', { name: 'Try again in' })).toHaveTextContent(/^1:0[12]$/);
  await user.click(screen.getByRole('button', { name: 'Pay €3.99' }));
  await waitFor(() => expect(onPaid).toHaveBeenCalledWith(order));
  expect(screen.queryByRole('timer')).toBeNull();
  expect(api.getBodies('/initiate')).toHaveLength(2);
});
