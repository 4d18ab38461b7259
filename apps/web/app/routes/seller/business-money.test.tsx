import { screen, waitFor, within } from '@testing-library/react';
import type { MemberRole } from '@wopack/contract/vocabulary';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { me } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { statements, transactions } from './business-money.tsx';

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
