import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { answerWith, operator, renderConsole, requests, startFakeServer } from '../../test/setup.tsx';
import { ProviderPayouts, Transfer, Transfers } from './transfers.tsx';

startFakeServer();
const rights = [...operator.rights, 'ledger.view'];
const bodies: unknown[] = [];
beforeEach(() => {
  operator.rights = rights;
  bodies.length = 0;
});

const row = {
  ...{ id: 7, created_at: '2026-12-01T03:00:00Z', kind: 'transfer', role: 'seller', order_id: 10_017 },
  ...{ payee: { id: 12, name: 'Padaria do Largo, Lda' }, amount_cents: 270, state: 'refused', tries: 5 },
  ...{ error: 'insufficient_capabilities_for_transfer', next_try_at: '2026-12-02T03:00:00Z' },
  ...{ made_at: null, needs_attention: true },
};
const record = {
  ...row,
  ...{ account_ref: 'acct_1', reference: null, reverses: null, changed_at: '2026-12-01T09:00:00Z' },
};
const page = { next_cursor: null, total: 1, total_is_exact: true };
const answer = (changes: object = {}) =>
  answerWith(({ method, url, body }) => {
    if (method === 'POST') {
      bodies.push(body);
      return { body: { success: true, code: 0 } };
    }
    return url.pathname.endsWith('/7')
      ? { body: { data: { ...record, ...changes } } }
      : { body: { items: [row], ...page, sums: { amount_cents: 270 } } };
  });
const renderRecord = () =>
  renderConsole(
    <Routes>
      <Route path="/transfers/:id" element={<Transfer />} />
    </Routes>,
    '/transfers/7',
  );

test('the list says what is refused, why, and what needs somebody', async () => {
  answer();
  renderConsole(<Transfers />);
  expect(await screen.findByText('Padaria do Largo, Lda')).toBeVisible();
  expect(screen.getByText('needs you')).toBeVisible();
  expect(screen.getByText(/may not receive transfers/)).toBeVisible();
  expect(screen.getByText('insufficient_capabilities_for_transfer')).toBeVisible();
});

test('a refused one is tried now, with a reason', async () => {
  operator.rights = [...rights, 'payouts.manage'];
  answer();
  renderRecord();
  await userEvent.click(await screen.findByRole('button', { name: 'Try now' }));
  await userEvent.type(await screen.findByLabelText('Reason'), 'It is verified again.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Try now' }).at(-1)!);
  await waitFor(() => expect(bodies).toEqual([{ reason: 'It is verified again.' }]));
  expect(requests).toContain('POST /transfers/7/try');
});

test.each([
  ['who may not manage payouts', rights, {}],
  ['what is made', [...rights, 'payouts.manage'], { state: 'made', error: null, needs_attention: false }],
])('%s: there is no button', async (_, own, changes) => {
  operator.rights = own;
  answer(changes);
  renderRecord();
  expect(await screen.findByText('acct_1')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
});

test('payouts by the provider say what came back', async () => {
  const payout = {
    ...{ id: 3, created_at: '2026-12-01T03:00:00Z', payee: { id: 12, name: 'Padaria do Largo, Lda' } },
    ...{ seller_cents: 5_000, partner_cents: 40, status: 'failed', failure: 'account_closed' },
    ...{ arrives_on: '2026-12-03', reference: 'po_1' },
  };
  answerWith(() => ({
    body: { items: [payout], ...page, sums: { seller_cents: 5_000, partner_cents: 40 } },
  }));
  renderConsole(<ProviderPayouts />);
  expect(await screen.findByText('came back', { ignore: 'option' })).toBeVisible();
  expect(screen.getByText('account_closed')).toBeVisible();
});
