import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderIn } from '../../../../test/render.tsx';
import { PacksTable } from './packs-table.tsx';
import type { Sales } from './sales.api.ts';

const sums = (sold: number) => ({ offered: 10, sold }) as Sales['totals'];
const sales = (packs: number) =>
  ({
    totals: sums(99),
    packs: Array.from({ length: packs }, (_, i) => ({
      ...{ product: { id: i, name: `Pack ${i}` }, sale_place: { id: 1, name: 'Aurora' } },
      ...sums(i),
    })),
  }) as unknown as Sales;
const rows = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test('few packs stand in the order they came', () => {
  renderIn('en', <PacksTable sales={sales(3)} />);
  expect(rows()).toEqual(['Pack 0', 'Pack 1', 'Pack 2', 'Total']);
  expect(screen.queryByRole('button')).toBeNull();
});

test('of hundreds the twenty that sold most, all of them on request; the total is of all', async () => {
  renderIn('en', <PacksTable sales={sales(245)} />);
  expect(rows()).toHaveLength(21);
  expect(rows()[0]).toBe('Pack 244');
  expect(screen.getByRole('heading', { name: 'The 20 that sold most' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all (245)' }));
  expect(rows()).toHaveLength(246);
});
