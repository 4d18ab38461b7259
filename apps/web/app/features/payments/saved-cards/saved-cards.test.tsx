import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { createHold, data, onPaid, TestCheckout } from '../../../../test/test-checkout.tsx';
import { SavedCardList } from './saved-card-list.tsx';

const provider = data({
  provider: 'sandbox',
  publishable_key: null,
  saves_cards: true,
  methods: ['card', 'mb_way'],
});
const visa = {
  id: 'pm_1',
  brand: 'visa',
  last4: '4242',
  exp_month: 8,
  exp_year: 2029,
  is_expired: false,
  is_default: true,
};
const mastercard = { ...visa, id: 'pm_2', brand: 'mastercard', last4: '4444', is_default: false };

async function typeCard(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await user.type(screen.getByLabelText('Expiry'), '1230');
  await user.type(screen.getByLabelText('CVC'), '123');
}

beforeEach(() => onPaid.mockClear());

test('the kept card is the default, and pays with one press', async () => {
  const api = fakeApi({
    '/provider': provider,
    '/cards': data([visa]),
    '/holds': data([]),
    '/initiate': [{ body: createHold() }],
    '/confirm': [{ body: { status: 'succeeded' } }],
    '/complete': data({ order: { id: 11, state: 'paid' } }),
  });
  renderInLanguage('en', <TestCheckout />);
  const user = userEvent.setup();
  expect(await screen.findByRole('radio', { name: /Visa •• 4242.*until 08\/29/ })).toBeChecked();
  expect(screen.getByText('Your bank may ask you to confirm.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Pay €3.99 with Visa •• 4242' }));
  await waitFor(() => expect(onPaid).toHaveBeenCalled());
  expect(api.getBodies('/initiate')).toMatchObject([{ saved_card: 'use' }]);
  expect(api.getBodies('/confirm')).toEqual([{ client_secret: 'sec', saved_card: 'pm_1' }]);
});

test('a card is kept only when that is asked for', async () => {
  const api = fakeApi({
    '/provider': provider,
    '/cards': data([]),
    '/holds': data([]),
    '/initiate': [{ body: createHold() }],
    '/confirm': [{ body: { status: 'failed', error: { code: 'card_declined', message: 'No.' } } }],
    '/failure': [{ body: { success: true, code: 0 } }],
  });
  renderInLanguage('en', <TestCheckout />);
  const user = userEvent.setup();
  await typeCard(user);
  const keep = screen.getByRole('checkbox', { name: /Keep this card/ });
  expect(keep).not.toBeChecked();
  const pay = () => user.click(screen.getByRole('button', { name: 'Pay €3.99' }));
  const expectWishes = (wishes: unknown[]) =>
    waitFor(() =>
      expect(api.getBodies('/initiate').map((body) => (body as { saved_card?: string }).saved_card)).toEqual(
        wishes,
      ),
    );
  await pay();
  await expectWishes([undefined]);
  await waitFor(() => expect(keep).toBeEnabled());
  await user.click(keep);
  await pay();
  await expectWishes([undefined, 'keep']);
  await waitFor(() => expect(keep).toBeEnabled());
  await user.click(keep);
  await pay();
  await expectWishes([undefined, 'keep', 'none']);
});

test('an expired card cannot be chosen, and says so', async () => {
  fakeApi({
    '/provider': provider,
    '/cards': data([{ ...visa, exp_year: 2025, is_expired: true }]),
    '/holds': data([]),
  });
  renderInLanguage('en', <TestCheckout />);
  const option = await screen.findByRole('radio', { name: /Expired in 08\/25/ });
  expect(option).toBeDisabled();
  expect(screen.getByRole('radio', { name: /Another card/ })).toBeChecked();
});

test('a card that the bank calls expired leaves the hold, to be paid otherwise', async () => {
  const api = fakeApi({
    '/provider': provider,
    '/cards': [...data([visa]), ...data([{ ...visa, exp_year: 2025, is_expired: true }])],
    '/holds': data([]),
    '/initiate': [{ body: createHold() }],
    '/confirm': [{ body: { status: 'failed', error: { code: 'expired_card', message: 'It has expired.' } } }],
  });
  renderInLanguage('en', <TestCheckout />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Pay €3.99 with Visa •• 4242' }));
  expect(await screen.findByText('It has expired.')).toBeVisible();
  expect(screen.getByText(/Yours until/)).toBeVisible();
  expect(screen.getByRole('radio', { name: /Another card/ })).toBeChecked();
  expect(api.getBodies('/failure')).toEqual([]);
});

test('a card is removed after a question', async () => {
  const api = fakeApi({
    '/remove': [{ body: { success: true, code: 0 } }],
    '/cards': [...data([visa]), ...data([])],
  });
  renderInLanguage('en', <SavedCardList />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove Visa •• 4242' }));
  expect(await screen.findByText(/The payment service forgets this card/)).toBeVisible();
  expect(api.requests.some(({ path }) => path.endsWith('/remove'))).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('You keep no cards.')).toBeVisible();
});

test('the default card is preselected, and another one is made the default', async () => {
  const api = fakeApi({
    '/default': [{ body: { success: true, code: 0 } }],
    '/provider': provider,
    '/cards': [
      ...data([mastercard, visa]),
      ...data([
        { ...mastercard, is_default: true },
        { ...visa, is_default: false },
      ]),
    ],
    '/holds': data([]),
  });
  renderInLanguage('en', <TestCheckout />);
  const user = userEvent.setup();
  expect(await screen.findByRole('radio', { name: /Visa •• 4242.*pays first/ })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: /Mastercard •• 4444/ }));
  await user.click(screen.getByRole('button', { name: 'Always choose Mastercard •• 4444 first' }));
  expect(await screen.findByRole('radio', { name: /Mastercard •• 4444.*pays first/ })).toBeChecked();
  expect(api.requests.filter(({ path }) => path.endsWith('/user/cards/pm_2/default'))).toHaveLength(1);
});

test('the list of cards says which one pays first, and changes it', async () => {
  const api = fakeApi({
    '/default': [{ body: { success: true, code: 0 } }],
    '/cards': [
      ...data([mastercard, visa]),
      ...data([
        { ...mastercard, is_default: true },
        { ...visa, is_default: false },
      ]),
    ],
  });
  renderInLanguage('en', <SavedCardList />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Use Mastercard •• 4444 first' }));
  expect(await screen.findByRole('button', { name: 'Use Visa •• 4242 first' })).toBeVisible();
  expect(api.requests.some(({ path }) => path.endsWith('/pm_2/default'))).toBe(true);
});
