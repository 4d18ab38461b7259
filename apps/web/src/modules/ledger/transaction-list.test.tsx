import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { Queries } from '../../../test/fake-api.tsx';
import { renderIn } from '../../../test/render.tsx';
import { call } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { TransactionList } from './transaction-list.tsx';

vi.mock(import('../../lib/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));
vi.mock(import('../../lib/download.ts'), () => ({ download: vi.fn() }));

const sale = {
  ...{ id: '7', role: 'seller', kind: 'sale', amount_cents: 270, order_id: 10001, text: 'Cesto' },
  ...{ at: '2026-11-20T17:40:00.000Z', counts_from: '2026-11-22T19:00:00.000Z' },
};
const page = (data: object[], sums = { count: data.length, in_cents: 270 * data.length, out_cents: 0 }) => ({
  ...{ data, next_cursor: null, sums },
});
const show = (path: string) =>
  renderIn(
    'en',
    <Queries>
      <TransactionList />
    </Queries>,
    path,
  );
const asked = () =>
  vi.mocked(call).mock.calls.map(([name, input]) => [name, (input as unknown as { query: object }).query]);

beforeEach(() => {
  vi.mocked(call).mockReset();
});

test('the address says what is shown: list, sums and file follow it', async () => {
  vi.mocked(call).mockImplementation(
    async (name) => (name === 'transactionsCsv' ? 'file' : page([sale])) as never,
  );
  show('/transactions?role=seller&kind=sale&from=2026-11-01&to=nonsense');
  expect(await screen.findByText('+€2.70')).toBeVisible();
  expect(screen.getByLabelText('As')).toHaveValue('seller');
  expect(screen.getByLabelText('Kind')).toHaveValue('sale');
  expect(screen.getByLabelText('From')).toHaveValue('2026-11-01');
  const query = { role: 'seller', kind: 'sale', from: '2026-11-01' };
  expect(asked()).toEqual([['listTransactions', { ...query, cursor: undefined }]]);
  await userEvent.click(screen.getByRole('button', { name: 'CSV file' }));
  expect(asked().at(-1)).toEqual(['transactionsCsv', query]);
  expect(download).toHaveBeenCalledWith('wopack-transactions.csv', 'file', 'text/csv');
});

test('a kind that does not move in a role is let go with it', async () => {
  vi.mocked(call).mockResolvedValue(page([sale]) as never);
  show('/transactions?kind=sale');
  await userEvent.selectOptions(screen.getByLabelText('As'), 'partner');
  expect(screen.getByLabelText('Kind')).toHaveValue('');
  expect(screen.queryByRole('option', { name: 'Sale' })).toBeNull();
  await screen.findByText('+€2.70');
  expect(asked().at(-1)).toEqual(['listTransactions', { role: 'partner', cursor: undefined }]);
});

test('nothing there is something else than nothing that fits', async () => {
  vi.mocked(call).mockImplementation(
    async (_name, input) =>
      page((input as unknown as { query: { kind?: string } }).query.kind ? [] : [sale]) as never,
  );
  show('/transactions?kind=payout');
  expect(await screen.findByText('Nothing fits these filters.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show everything' }));
  expect(await screen.findByText('+€2.70')).toBeVisible();

  vi.mocked(call).mockResolvedValue(page([]) as never);
  show('/transactions');
  expect(await screen.findByText('No money has moved yet.')).toBeVisible();
});

test('a period that ends before it begins is told beside the field', async () => {
  const errors = { from: ['The first day is after the last.'] };
  vi.mocked(call).mockRejectedValue(new ApiError(422, { code: 1, message: 'no', errors }));
  show('/transactions?from=2026-11-20&to=2026-11-01');
  expect(await screen.findByText('The first day is after the last.')).toBeVisible();
  expect(screen.getByLabelText('From')).toBeInvalid();
  expect(screen.queryByRole('button', { name: /again/i })).toBeNull();
});

test('what did not come can be asked for again', async () => {
  vi.mocked(call)
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValue(page([sale]) as never);
  show('/transactions');
  await userEvent.click(await screen.findByRole('button', { name: /again/i }));
  expect(await screen.findByText('+€2.70')).toBeVisible();
});
