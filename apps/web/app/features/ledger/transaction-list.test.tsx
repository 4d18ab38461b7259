import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { captureDownloads, stubScreen } from '../../../test/stub-browser.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { TransactionList } from './transaction-list.tsx';

const call = mockCalls();
beforeEach(() => stubScreen(false));

const saleMovement = {
  id: '7',
  role: 'seller',
  kind: 'sale',
  amount_cents: 270,
  order_id: 10001,
  text: 'Cesto',
  at: '2026-11-20T17:40:00.000Z',
  time_zone: 'Asia/Tokyo',
  counts_from: '2026-11-22T19:00:00.000Z',
};
const createPage = (
  data: object[],
  sums: object = { count: data.length, in_cents: 270 * data.length, out_cents: 0 },
) => ({
  data,
  next_cursor: null,
  sums,
  roles: ['buyer', 'partner', 'seller'],
});
const renderList = (path: string) => renderInLanguage('en', <TransactionList />, path);
const getCalls = () => call.mock.calls.map(([name, input]) => [name, input?.query ?? {}]);

test('list, sums and file follow the filters in the URL', async () => {
  call.mockImplementation((name) => (name === 'exportTransactions' ? 'file' : createPage([saleMovement])));
  const downloads = captureDownloads();
  renderList('/transactions?role=seller&kind=sale&from=2026-11-01&to=nonsense');
  expect(await screen.findByText('+€2.70')).toBeVisible();
  expect(screen.getByLabelText('Role')).toHaveValue('seller');
  expect(screen.getByLabelText('Kind')).toHaveValue('sale');
  expect(screen.getByLabelText('From')).toHaveValue('2026-11-01');
  const query = { role: 'seller', kind: 'sale', from: '2026-11-01' };
  expect(getCalls()).toEqual([['listTransactions', { ...query, cursor: undefined }]]);
  await userEvent.click(screen.getByRole('button', { name: 'CSV file' }));
  expect(getCalls().at(-1)).toEqual(['exportTransactions', query]);
  await waitFor(() => expect(downloads).toHaveLength(1));
  const [download] = downloads;
  expect(download).toMatchObject({ name: 'wopack-transactions.csv', blob: { type: 'text/csv' } });
  expect(await download!.blob.text()).toBe('file');
});

test('the parts of a row stand apart, so that no line ends with a dot between them', async () => {
  call.mockResolvedValue(createPage([saleMovement]));
  renderList('/transactions');
  const details = (await screen.findByText('Cesto')).parentElement!;
  expect([...details.children].map(({ textContent }) => textContent)).toEqual([
    'Cesto',
    'order 10001',
    // There it is the next day.
    '21 Nov, 02:40',
  ]);
  expect(details).not.toHaveTextContent('·');
});

const transfer = {
  ...{ ...saleMovement, id: '8', kind: 'transfer', amount_cents: -270 },
  balances: {
    owed_cents: 130,
    owed_change_cents: -270,
    at_provider_cents: 270,
    at_provider_change_cents: 270,
  },
};
const purchase = { ...saleMovement, id: '9', role: 'buyer', kind: 'purchase', amount_cents: -399 };
const sums = {
  ...{ count: 2, in_cents: 0, out_cents: 669 },
  balances: { owed_change_cents: 130, at_provider_change_cents: 270 },
};

test.each([
  ['pt', 'O WoPack deve', 'a receber', 'no prestador'],
  ['en', 'Owed by WoPack', 'owed', 'at the provider'],
  ['ru', 'Должен WoPack', 'причитается', 'на счёте сервиса'],
] as const)(
  'each movement has both balances, above them those of now (%s)',
  async (language, owed, ...after) => {
    call.mockResolvedValue(createPage([purchase, transfer], sums));
    renderInLanguage(language, <TransactionList />, '/transactions');
    expect((await screen.findByText(owed)).nextSibling).toHaveTextContent(
      '1,30'.replace(',', language === 'en' ? '.' : ','),
    );
    const [ofPurchase, ofTransfer] = screen.getAllByRole('listitem');
    for (const words of after) expect(ofTransfer).toHaveTextContent(words);
    expect(ofPurchase).not.toHaveTextContent(after[0]!);
  },
);

test('a part of the movements has the changes of both balances, and the table two columns of balances', async () => {
  stubScreen(true);
  call.mockResolvedValue(createPage([purchase, transfer], sums));
  renderList('/transactions?kind=transfer');
  expect((await screen.findByText('Change in what WoPack owes')).nextSibling).toHaveTextContent('+€1.30');
  expect(screen.getByText('Change in what the provider holds').nextSibling).toHaveTextContent('+€2.70');
  const rows = screen
    .getAllByRole('row')
    .map((row) => [...row.children].slice(-2).map((cell) => cell.textContent));
  expect(rows).toEqual([
    ['Owed by WoPack', 'At the provider'],
    ['', ''],
    ['€1.30', '€2.70'],
  ]);
});

test.each([
  ['pt', 'Tipo', ['Todos os tipos', 'Compra', 'Devolução', 'Devolução que voltou']],
  ['en', 'Kind', ['All kinds', 'Purchase', 'Refund', 'Refund came back']],
  ['ru', 'Вид', ['Все виды', 'Покупка', 'Возврат', 'Возврат не дошёл']],
] as const)('a buyer sees no roles and kinds of others (%s)', async (language, label, kinds) => {
  call.mockResolvedValue({ ...createPage([]), roles: ['buyer'] });
  renderInLanguage(language, <TransactionList />, '/transactions');
  await waitFor(() => expect(call).toHaveBeenCalled());
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(kinds);
  expect(screen.getAllByRole('combobox')).toHaveLength(1);
  expect(screen.getByLabelText(label)).toBeVisible();
});

test('changing the role removes a kind that does not exist in it', async () => {
  call.mockResolvedValue(createPage([saleMovement]));
  renderList('/transactions?kind=sale');
  await userEvent.selectOptions(await screen.findByLabelText('Role'), 'partner');
  expect(screen.getByLabelText('Kind')).toHaveValue('');
  expect(screen.queryByRole('option', { name: 'Sale' })).toBeNull();
  await screen.findByText('+€2.70');
  expect(getCalls().at(-1)).toEqual(['listTransactions', { role: 'partner', cursor: undefined }]);
});

test('an empty list differs from one without matches', async () => {
  call.mockImplementation((_name, input) => createPage(input?.query?.kind ? [] : [saleMovement]));
  const { unmount } = renderList('/transactions?kind=payout');
  expect(await screen.findByText('Nothing matches these filters.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
  expect(await screen.findByText('+€2.70')).toBeVisible();

  unmount();
  queryClient.clear();
  call.mockResolvedValue(createPage([]));
  renderList('/transactions');
  expect(await screen.findByText('No money has moved yet.')).toBeVisible();
});

test('an end before the start is reported at the field', async () => {
  const errors = { from: ['The first day is after the last.'] };
  call.mockRejectedValue(new ApiError(422, { code: 1, message: 'no', errors }));
  renderList('/transactions?from=2026-11-20&to=2026-11-01');
  expect(await screen.findByText('The first day is after the last.')).toBeVisible();
  expect(screen.getByLabelText('From')).toBeInvalid();
  expect(screen.queryByRole('button', { name: /again/i })).toBeNull();
});

test('a failed request can be retried', async () => {
  call.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(createPage([saleMovement]));
  renderList('/transactions');
  await userEvent.click(await screen.findByRole('button', { name: /again/i }));
  expect(await screen.findByText('+€2.70')).toBeVisible();
});

const getLastQuery = () => getCalls().at(-1)![1];
const changeField = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('two filters changed at once are both kept', async () => {
  call.mockResolvedValue(createPage([saleMovement]));
  renderList('/transactions');
  await screen.findByText('+€2.70');
  act(() => {
    changeField('Role', 'seller');
    changeField('From', '2026-11-01');
    changeField('To', '2026-11-20');
  });
  const query = { role: 'seller', from: '2026-11-01', to: '2026-11-20' };
  await waitFor(() => expect(getLastQuery()).toEqual({ ...query, cursor: undefined }));
});

test('a year is requested once it is complete; the input stays meanwhile', async () => {
  call.mockResolvedValue(createPage([saleMovement]));
  renderList('/transactions?from=2026-11-01');
  await screen.findByText('+€2.70');
  // Values a browser's date field emits while 2025 is typed over the year.
  for (const partialDate of ['0002-11-01', '0020-11-01', '0202-11-01']) {
    changeField('From', partialDate);
    expect(screen.getByLabelText('From')).toHaveValue(partialDate);
  }
  changeField('From', '2025-11-01');
  await waitFor(() => expect(getLastQuery()).toMatchObject({ from: '2025-11-01' }));
  expect(getCalls().map(([, query]) => (query as { from?: string }).from)).toEqual([
    '2026-11-01',
    '2025-11-01',
  ]);
});

test('an incomplete year is reported and not requested', async () => {
  call.mockResolvedValue(createPage([saleMovement]));
  renderList('/transactions?from=2026-11-01');
  await screen.findByText('+€2.70');
  changeField('From', '0202-11-01');
  expect(screen.getByLabelText('From')).toBeValid();
  fireEvent.blur(screen.getByLabelText('From'));
  expect(screen.getByLabelText('From')).toBeInvalid();
  expect(screen.getByText(/whole date/)).toBeVisible();
  expect(screen.getByLabelText('From')).toHaveValue('0202-11-01');
  expect(getCalls()).toHaveLength(1);
  changeField('From', '2025-11-01');
  expect(screen.queryByText(/whole date/)).toBeNull();
});

test('a cleared date is no limit', async () => {
  call.mockResolvedValue(createPage([saleMovement]));
  renderList('/transactions?from=2026-11-01&to=2026-11-20');
  await screen.findByText('+€2.70');
  changeField('From', '');
  await waitFor(() => expect(getLastQuery()).toEqual({ to: '2026-11-20', cursor: undefined }));
});
