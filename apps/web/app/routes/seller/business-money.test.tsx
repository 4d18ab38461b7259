import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MemberRole } from '@wopack/contract/vocabulary';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { me } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { statements, transactions } from './business-money.tsx';
import { Component as BusinessPayout } from './business-payout.tsx';

const call = mockCalls();

const business = {
  id: 31,
  name: 'Fontes & Filha, Lda.',
  sale_places: null as { id: number; name: string }[] | null,
};

function signIn(role: MemberRole, sale_places = business.sale_places) {
  queryClient.setQueryData(['me'], { ...me, business: { id: 31, role } });
  call.mockImplementation(async (name) => {
    if (name === 'listMyBusinesses') return { data: [{ ...business, role, sale_places }] };
    if (name === 'listTransactions')
      return {
        data: [],
        next_cursor: null,
        roles: ['seller'],
        sums: { count: 0, in_cents: 0, out_cents: 0 },
      };
    return { data: [], next_cursor: null };
  });
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  writeStored('token', 'token');
  queryClient.clear();
});

test('an accountant reads statements and transactions of the business, not the own', async () => {
  signIn('accountant');
  const { unmount } = renderInLanguage('en', <statements.Component />, '/seller/statements');
  expect(await screen.findByText('Fontes & Filha, Lda.')).toBeVisible();
  await waitFor(() => expect(call).toHaveBeenCalledWith('listStatements', { query: { business_id: 31 } }));
  const tabs = within(await screen.findByRole('navigation', { name: 'Parts of the business' }));
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Shops',
    'Codes',
    'Statements',
    'Transactions',
  ]);
  unmount();
  renderInLanguage('en', <transactions.Component />, '/seller/transactions');
  await waitFor(() => expect(call).toHaveBeenCalledWith('listTransactions', { query: { business_id: 31 } }));
  // A business has the seller's side alone.
  expect(screen.queryByRole('combobox', { name: 'Role' })).toBeNull();
});

test('who has some of the shops is offered no money', async () => {
  signIn('owner', [{ id: 7, name: 'Padaria Aurora' }]);
  renderInLanguage('en', <statements.Component />, '/seller/statements');
  const tabs = within(await screen.findByRole('navigation', { name: 'Parts of the business' }));
  expect(tabs.queryByRole('link', { name: 'Statements' })).toBeNull();
  expect(tabs.getByRole('link', { name: 'Team' })).toBeVisible();
});

test('an owner who did not found the business changes its account and details, with the password', async () => {
  signIn('owner');
  const details = {
    kind: 'company',
    legal_name: 'Fontes & Filha, Lda.',
    address: 'Rua da Trindade 18',
    post_code: '1200-468',
    city: 'Lisboa',
    country: 'PT',
    vat_number: 'PT501442600',
  };
  const payout = {
    iban: null,
    holder: '',
    missing: ['iban'],
    minimum_cents: 1000,
    next_payout: '2026-12-05',
    held_until: null,
    accounts: [{ role: 'seller', balance_cents: 2120, payable_cents: 1060, held: [], last: null }],
    last: null,
  };
  const answer = call.getMockImplementation()!;
  call.mockImplementation(async (name, input) => {
    if (name === 'getPayoutDetails' || name === 'updatePayoutDetails') return { data: payout };
    if (name === 'getBusiness' || name === 'updateBusiness') return { data: details };
    return answer(name, input);
  });
  renderInLanguage('en', <BusinessPayout />, '/seller/payout');
  await userEvent.type(await screen.findByLabelText('IBAN'), 'PT50000201231234567890154');
  await userEvent.type(screen.getByLabelText('Account holder'), 'Fontes & Filha');
  const [proofOfAccount, proofOfDetails] = screen.getAllByLabelText('Current password');
  await userEvent.type(proofOfAccount!, 'sobras1');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[0]!);
  const body = { iban: 'PT50000201231234567890154', holder: 'Fontes & Filha', password: 'sobras1' };
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('updatePayoutDetails', { body: { ...body, business_id: 31 } }),
  );
  await userEvent.type(proofOfDetails!, 'sobras1');
  await userEvent.click(screen.getAllByRole('button', { name: 'Save' })[1]!);
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('updateBusiness', {
      body: expect.objectContaining({ vat_number: '501442600', business_id: 31, password: 'sobras1' }),
    }),
  );
  expect(call).toHaveBeenCalledWith('getPayoutDetails', { query: { business_id: 31 } });
  expect(call).not.toHaveBeenCalledWith('getPayoutDetails');
  const links = screen.getAllByRole('link', { name: 'Statements' });
  for (const link of links) expect(link).toHaveAttribute('href', '/seller/statements');
});
