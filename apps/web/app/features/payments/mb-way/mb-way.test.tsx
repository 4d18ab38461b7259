import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { createHold, data, onPaid, TestCheckout } from '../../../../test/test-checkout.tsx';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const provider = (methods: string[]) => data({ provider: 'sandbox', publishable_key: null, methods });
const emptyList = data([]);
const request = () => data({ confirm_until: inMinutes(4), phone_ending: '28' });

async function chooseMbWay(phone: string) {
  renderInLanguage('en', <TestCheckout />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('radio', { name: /MB WAY/ }));
  if (phone) await user.type(screen.getByLabelText('Mobile number'), phone);
  await user.click(screen.getByRole('button', { name: 'Pay €3.99 with MB WAY' }));
  return user;
}

beforeEach(() => onPaid.mockClear());

test('a number that was not typed yet is missing only when paying', async () => {
  fakeApi({ '/provider': provider(['card', 'mb_way']), '/holds': emptyList });
  renderInLanguage('en', <TestCheckout />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('radio', { name: /MB WAY/ }));
  await waitFor(() => expect(screen.getByLabelText('Mobile number')).toHaveFocus());
  await user.tab();
  expect(screen.getByLabelText('Mobile number')).toBeValid();
  await user.click(screen.getByRole('button', { name: 'Pay €3.99 with MB WAY' }));
  await waitFor(() => expect(screen.getByLabelText('Mobile number')).toBeInvalid());
});

test('asks the phone, waits for the app, and shows the order by itself', async () => {
  const order = { id: 11, state: 'paid' };
  const api = fakeApi({
    '/provider': provider(['card', 'mb_way']),
    '/holds': emptyList,
    '/initiate': [{ body: createHold() }],
    '/mb-way/check': [...data({ state: 'waiting' }), ...data({ state: 'settled' })],
    '/mb-way': request(),
    '/complete': data({ order }),
  });
  await chooseMbWay('912 345 628');
  expect(await screen.findByRole('heading', { name: 'Open the MB WAY app' })).toHaveFocus();
  expect(screen.getByText(/9•• ••• •28/)).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent(/^(4:00|3:5\d)$/);
  await waitFor(() => expect(onPaid).toHaveBeenCalledWith(order), { timeout: 60_000 });
  expect(api.requests.find(({ path }) => path.endsWith('/mb-way'))?.body).toEqual({
    token: 'tok',
    phone: '912 345 628',
  });
});

test.each([
  ['refused', /was refused\. Nothing was charged/],
  ['expired', /was not confirmed in time\. Nothing was charged/],
  ['withdrawn', /was withdrawn\. Nothing was charged/],
])('after %s the choice is back, in the same hold, with the number', async (state, message) => {
  fakeApi({
    '/provider': provider(['card', 'mb_way']),
    '/holds': emptyList,
    '/initiate': [{ body: createHold() }],
    '/mb-way/check': data({ state }),
    '/mb-way': request(),
  });
  await chooseMbWay('912 345 628');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Mobile number')).toHaveValue('912 345 628');
  expect(screen.getByText(/Yours until/)).toBeVisible();
});

test('a wrong number is named beside the field, and nothing is asked', async () => {
  const api = fakeApi({ '/provider': provider(['card', 'mb_way']), '/holds': emptyList });
  const user = await chooseMbWay('');
  expect(await screen.findByText('Enter your mobile number.')).toBeVisible();
  await user.type(screen.getByLabelText('Mobile number'), '210 000 018');
  await user.click(screen.getByRole('button', { name: 'Pay €3.99 with MB WAY' }));
  expect(await screen.findByText(/Enter a Portuguese mobile number/)).toBeVisible();
  expect(api.requests.some(({ path }) => path.endsWith('/initiate'))).toBe(false);
});

test('the number is corrected, or another way chosen', async () => {
  fakeApi({
    '/provider': provider(['card', 'mb_way']),
    '/holds': emptyList,
    '/initiate': [{ body: createHold() }],
    '/mb-way/check': data({ state: 'waiting' }),
    '/mb-way/leave': [{ body: { success: true, code: 0 } }],
    '/mb-way': request(),
  });
  const user = await chooseMbWay('912 345 628');
  await user.click(await screen.findByRole('button', { name: 'Wrong number? Correct it' }));
  expect(await screen.findByLabelText('Mobile number')).toHaveValue('912 345 628');
  await user.click(screen.getByRole('button', { name: 'Pay €3.99 with MB WAY' }));
  await user.click((await screen.findAllByRole('button', { name: 'Pay in another way' })).at(-1)!);
  expect(await screen.findByLabelText('Card number')).toBeVisible();
});

test('it is offered in Portugal alone, while enough of the hold is left, and only where there is a choice', async () => {
  fakeApi({ '/provider': provider(['card', 'mb_way']), '/holds': emptyList });
  const { unmount } = renderInLanguage('en', <TestCheckout timeZone="Europe/Madrid" />);
  await screen.findByLabelText('Card number');
  expect(screen.queryByRole('radio')).toBeNull();
  unmount();
});

test('it is gone when less than four and a half minutes of the hold are left', async () => {
  const hold = {
    ...createHold(4),
    product_id: 7,
    slot_id: 3,
    product_name: 'Cesto',
    amount_cents: 399,
    quantity: 1,
  };
  fakeApi({
    '/provider': provider(['card', 'mb_way', 'apple_pay']),
    '/holds': data([{ ...hold, is_offer: false, mb_way: null }]),
  });
  renderInLanguage('en', <TestCheckout />);
  await screen.findByText(/Yours until/);
  await waitFor(() => expect(screen.queryByRole('radio', { name: /MB WAY/ })).toBeNull());
  expect(screen.getByRole('radio', { name: /Apple Pay/ })).toBeVisible();
});

test('a page that is loaded again goes on waiting', async () => {
  const hold = {
    ...createHold(),
    product_id: 7,
    slot_id: 3,
    product_name: 'Cesto',
    amount_cents: 399,
    quantity: 1,
  };
  fakeApi({
    '/provider': provider(['card', 'mb_way']),
    '/holds': data([
      { ...hold, is_offer: false, mb_way: { confirm_until: inMinutes(3), phone_ending: '28' } },
    ]),
    '/mb-way/check': data({ state: 'waiting' }),
  });
  renderInLanguage('en', <TestCheckout />);
  expect(await screen.findByRole('heading', { name: 'Open the MB WAY app' })).toBeVisible();
});
