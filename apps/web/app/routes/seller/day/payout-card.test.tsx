import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, TestQueryProvider } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { PayoutCard } from './payout-card.tsx';

const payout = {
  ...{ iban: '•••• 0154', holder: 'Rui', missing: [], minimum_cents: 1000, next_payout: '2026-12-05' },
  accounts: [{ role: 'seller', balance_cents: 5000, payable_cents: 4270 }],
  last: null,
};
const business = { legal_name: 'Aurora', address: 'Chiado', country: 'PT', vat_number: 'PT501442600' };
const renderCard = (data: object, businessData: object | null) => {
  fakeApi({ '/user/payout': [{ body: { data } }], '/business': [{ body: { data: businessData } }] });
  return renderInLanguage(
    'en',
    <TestQueryProvider>
      <PayoutCard />
    </TestQueryProvider>,
  );
};

test('shows balance, payout date and account', async () => {
  renderCard(payout, business);
  expect(await screen.findByText('€42.70')).toBeVisible();
  expect(screen.getByText(/5 December/)).toBeVisible();
  expect(screen.getByRole('link', { name: '•••• 0154' })).toHaveAttribute('href', '/account/payout');
  expect(screen.getByText('Rui')).toBeVisible();
  expect(screen.getByRole('link', { name: 'PT501442600' })).toHaveAttribute('href', '/account/business');
  expect(screen.getByRole('link', { name: 'Statements' })).toHaveAttribute('href', '/statements');
});

test('says why a payout is held', async () => {
  renderCard({ ...payout, held_until: '2027-01-05', next_payout: '2027-01-05' }, business);
  expect(await screen.findByText(/one payout is skipped.* on .*5 January/)).toBeVisible();
});

test('asks for missing data', async () => {
  renderCard({ ...payout, iban: null, accounts: [] }, null);
  expect(await screen.findByText('€0.00')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add an account' })).toHaveAttribute('href', '/account/payout');
  expect(screen.getByRole('link', { name: 'Add a number' })).toHaveAttribute('href', '/account/business');
});

test('shows an error when it did not load', async () => {
  fakeApi({});
  renderInLanguage(
    'en',
    <TestQueryProvider>
      <PayoutCard />
    </TestQueryProvider>,
  );
  expect(await screen.findByRole('button')).toBeVisible();
});
