import { screen } from '@testing-library/react';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { TestQueryProvider } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { call } from '../../../lib/api/api.ts';
import { SalesView } from './sales-view.tsx';

vi.mock(import('../../../lib/api/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));

const places = [{ id: 7, name: 'Aurora', time_zone: 'Europe/Lisbon' }] as SalePlace[];

beforeEach(() => void vi.mocked(call).mockReset());

test.each([
  ['from', 'From', '2026-11-25'],
  ['to', 'To', '2020-01-01'],
])('a range that the server refuses is marked at its field: %s', async (field, label, from) => {
  vi.mocked(call).mockImplementation((async (name: string) => {
    if (name === 'getSalesStatistics')
      throw new ApiError(422, { code: 1, errors: { [field]: ['This range does not work.'] } });
    return { data: [] };
  }) as never);
  renderInLanguage(
    'en',
    <TestQueryProvider>
      <SalesView salePlaces={places} />
    </TestQueryProvider>,
    `/seller/sale?range=own&from=${from}&to=2026-10-31`,
  );
  const input = await screen.findByLabelText(label);
  await vi.waitFor(() => expect(input).toHaveAccessibleDescription('This range does not work.'));
  expect(input).toBeInvalid();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Save as CSV' })).toBeDisabled();
  expect(screen.queryByText(/Nov.*Oct/)).toBeNull();
});
