import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { answerWith, operator, renderConsole, requests, startFakeServer } from '../../test/setup.tsx';
import { CommissionInvoice, CommissionInvoices } from './commission-invoices.tsx';

startFakeServer();
const rights = [...operator.rights, 'ledger.view'];
beforeEach(() => {
  operator.rights = rights;
  bodies.length = 0;
});
const bodies: unknown[] = [];

const row = {
  ...{ id: 7, created_at: '2026-12-01T03:00:00Z', business: { id: 12, name: 'Padaria do Largo, Lda' } },
  ...{
    statement: 'WP-2026-00017',
    kind: 'invoice',
    amount_cents: 12_345,
    state: 'failed',
    failure: 'refused',
  },
  ...{ error: 'fiscal_id Contribuinte inválido', tries: 2, next_try_at: null, number: null, atcud: null },
  issued_at: null,
  needs_attention: true,
};
const record = {
  ...row,
  ...{ service: 'invoicexpress', reference: 'WP-2026-00017', vat_percent: 23, credits: null, has_pdf: false },
  is_of_former_service: false,
  customer: { name: 'Padaria do Largo, Lda', address: 'Largo do Carmo 3', tax_number: 'PT512345670' },
  attempts: [
    { at: '2026-12-01T03:20:00Z', outcome: 'refused', words: 'fiscal_id Contribuinte inválido' },
    { at: '2026-12-01T03:05:00Z', outcome: 'unavailable', words: 'GET /invoices.json: no answer' },
  ],
};
const answer = (changes: object = {}) =>
  answerWith(({ method, url, body }) => {
    if (method === 'POST') {
      bodies.push(body);
      return { body: { success: true, code: 0 } };
    }
    return url.pathname.endsWith('/7')
      ? { body: { data: { ...record, ...changes } } }
      : { body: { items: [row], next_cursor: null, total: 1, total_is_exact: true } };
  });
const renderRecord = () =>
  renderConsole(
    <Routes>
      <Route path="/commission_invoices/:id" element={<CommissionInvoice />} />
    </Routes>,
    '/commission_invoices/7',
  );

test('the list says which failed, and why', async () => {
  answer();
  renderConsole(<CommissionInvoices />);
  expect(await screen.findByText('Padaria do Largo, Lda')).toBeVisible();
  expect(screen.getByText('refused', { ignore: 'option' })).toBeVisible();
  expect(screen.getByText('WP-2026-00017')).toBeVisible();
});

test('a failed one shows each try, and is tried again with a reason', async () => {
  operator.rights = [...rights, 'payouts.manage'];
  answer();
  renderRecord();
  expect(await screen.findByText('not done')).toBeVisible();
  expect(screen.getByText('fiscal_id Contribuinte inválido')).toBeVisible();
  expect(screen.getByText('23%')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Look up now' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await userEvent.type(await screen.findByLabelText('Reason'), 'The number is corrected.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Try again' }).at(-1)!);
  await waitFor(() => expect(bodies).toEqual([{ reason: 'The number is corrected.' }]));
  expect(requests).toContain('POST /commission_invoices/7/retry');
});

const unknown = { state: 'unknown', failure: null, error: null, next_try_at: '2026-12-01T03:30:00Z' };

test('an unknown one is looked up', async () => {
  operator.rights = [...rights, 'payouts.manage'];
  answer(unknown);
  renderRecord();
  expect(await screen.findByRole('button', { name: 'Look up now' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('one of a former service is closed with the number of the document that was issued by hand', async () => {
  operator.rights = [...rights, 'payouts.manage'];
  answer({ ...unknown, is_of_former_service: true });
  renderRecord();
  expect(await screen.findByText(/no longer configured/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Look up now' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Issued by hand' }));
  await userEvent.type(await screen.findByLabelText('Number of the document'), 'FT M/9');
  await userEvent.type(screen.getByLabelText('Reason'), 'Issued on the pages of Moloni.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Issued by hand' }).at(-1)!);
  await waitFor(() =>
    expect(bodies).toEqual([{ number: 'FT M/9', reason: 'Issued on the pages of Moloni.' }]),
  );
  expect(requests).toContain('POST /commission_invoices/7/by_hand');
});

test('who may not manage payouts has no buttons', async () => {
  answer(unknown);
  renderRecord();
  expect(await screen.findByText(/An answer was lost/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Look up now' })).toBeNull();
});
