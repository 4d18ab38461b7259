import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, mockCalls } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { BuyerOrder } from '../buyer-orders.api.ts';
import { KeptInvoiceDetails } from './kept-invoice-details.tsx';
import { OrderInvoice, OrderInvoiceLink } from './order-invoice.tsx';

const call = mockCalls();
const onSaved = vi.fn();
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
  onSaved.mockClear();
});
afterEach(() => vi.useRealTimers());

const buildInvoiced = (invoice: Partial<BuyerOrder['invoice']> = {}) =>
  buildOrder({ invoice: { ...buildOrder().invoice, ...invoice } });
const answer = (order: BuyerOrder, kept: object | null = null) =>
  call.mockImplementation(async (name) => ({ data: name === 'getInvoiceDetails' ? kept : order }));
const open = (order: BuyerOrder) => renderInLanguage('en', <OrderInvoice order={order} onSaved={onSaved} />);
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const listSent = () =>
  call.mock.calls.filter(([name]) => name === 'setOrderInvoice').map(([, input]) => input);

test('a wrong number is said beside its field and not sent; the right one is, with the name', async () => {
  answer(buildInvoiced({ tax_number: '254318070' }));
  open(buildInvoiced());
  const nif = await screen.findByLabelText('NIF');
  await userEvent.type(nif, '254 318 071');
  await userEvent.type(screen.getByLabelText('Name on the invoice (if you want)'), 'Marta Salgado');
  await save();
  expect(nif).toHaveAccessibleDescription(/^This is not a NIF/);
  expect(nif).toHaveFocus();
  expect(nif).toHaveValue('254 318 071');
  expect(screen.getByLabelText('Name on the invoice (if you want)')).toHaveValue('Marta Salgado');
  expect(listSent()).toEqual([]);

  await userEvent.type(nif, '{Backspace}0');
  expect(screen.getByText('The nine digits are right')).toBeVisible();
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(listSent()).toEqual([
    { params: { id: 42 }, body: { invoice_tax_number: '254 318 070', invoice_name: 'Marta Salgado' } },
  ]);
});

test('a name needs a number', async () => {
  answer(buildInvoiced());
  open(buildInvoiced());
  await userEvent.type(await screen.findByLabelText('Name on the invoice (if you want)'), 'Marta');
  await save();
  expect(screen.getByLabelText('NIF')).toHaveAccessibleDescription(
    'A name goes on the invoice only with a tax number.',
  );
});

test('the server’s message is beside the field, and the input stays', async () => {
  call.mockImplementation(async (name) => {
    if (name === 'getInvoiceDetails') return { data: null };
    const errors = { invoice_tax_number: ['Not this one.'] };
    throw new ApiError(422, { code: 1, message: 'Please check.', errors });
  });
  open(buildInvoiced());
  await userEvent.type(await screen.findByLabelText('NIF'), 'ES12345678Z');
  await save();
  expect(await screen.findByText('Not this one.')).toBeVisible();
  expect(screen.getByLabelText('NIF')).toHaveValue('ES12345678Z');
  expect(screen.queryByText('Please check.')).toBeNull();
  expect(onSaved).not.toHaveBeenCalled();
});

test('what the account keeps is filled in; keeping is off until it is ticked', async () => {
  answer(buildInvoiced(), { name: 'Marta', tax_number: '254318070' });
  open(buildInvoiced());
  await waitFor(() => expect(screen.getByLabelText('NIF')).toHaveValue('254318070'));
  const keep = screen.getByRole('checkbox', { name: 'Remember in my account for next time' });
  expect(keep).not.toBeChecked();
  await userEvent.click(keep);
  await save();
  await waitFor(() => expect(listSent()).toHaveLength(1));
  expect(listSent()[0]).toMatchObject({ body: { invoice_name: 'Marta', keep_invoice_details: true } });
});

test('what was given can be removed', async () => {
  const order = buildInvoiced({ tax_number: '254318070', name: 'Marta' });
  answer(buildInvoiced());
  open(order);
  expect(screen.getByLabelText('NIF')).toHaveValue('254318070');
  expect(screen.getByText(/^You can change or remove it until .*23:59/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove from the order' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
  expect(listSent()).toEqual([{ params: { id: 42 }, body: { invoice_tax_number: '' } }]);
});

test.each([
  [13, ['Without VAT', '€3.53', 'VAT at 13%, the rate the shop states', '€0.46', '€3.99']],
  ['mixed', ['The pack has contents with several VAT rates: the shop splits them on its invoice.', '€3.99']],
  [null, ['The price includes the VAT that is due; the shop has not stated the rate.', '€3.99']],
] as const)('the price is split by the rate: %s', (vat_rate, texts) => {
  answer(buildInvoiced());
  open(buildInvoiced({ vat_rate }));
  for (const text of texts) expect(screen.getByText(text)).toBeVisible();
});

test('when the day is over it is shown, and cannot be changed', () => {
  vi.setSystemTime('2026-11-21T00:00:01Z');
  const order = buildInvoiced({ tax_number: '254318070', name: 'Marta' });
  open(order);
  expect(screen.getByText('254 318 070')).toBeVisible();
  expect(screen.getByText('Marta')).toBeVisible();
  expect(screen.getByText('The pickup day is over: ask the shop.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('the ticket leads to it while it can be changed', () => {
  renderInLanguage('en', <OrderInvoiceLink order={buildInvoiced({ tax_number: '254318070' })} />);
  const link = screen.getByRole('link', { name: /^Invoice: 254\s318\s070$/ });
  expect(link).toHaveAttribute('href', '/orders/42/invoice');
});

test('a ticket kept by an earlier version has no invoice, and says nothing of one', () => {
  const { invoice: _, ...kept } = buildOrder();
  renderInLanguage('en', <OrderInvoiceLink order={kept as BuyerOrder} />);
  expect(screen.queryByText(/Invoice/)).toBeNull();
});

test('the account shows what it keeps, and forgets it', async () => {
  call.mockImplementation(async (name) =>
    name === 'getInvoiceDetails' ? { data: { name: 'Marta', tax_number: '254318070' } } : { data: null },
  );
  renderInLanguage('en', <KeptInvoiceDetails />);
  expect(await screen.findByText('Marta · 254 318 070')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Kept for invoices')).toBeNull());
  expect(call).toHaveBeenCalledWith('removeInvoiceDetails');
});
