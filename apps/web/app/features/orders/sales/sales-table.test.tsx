import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { SalesStatistics } from './sales.api.ts';
import { ProductsTable } from './sales-table.tsx';

const createTotals = (sold: number) => ({ offered: 10, sold }) as SalesStatistics['totals'];
const createSales = (productCount: number) =>
  ({
    totals: createTotals(99),
    packs: Array.from({ length: productCount }, (_, i) => ({
      ...{ product: { id: i, name: `Pack ${i}` }, sale_place: { id: 1, name: 'Aurora' } },
      ...createTotals(i),
    })),
  }) as unknown as SalesStatistics;
const getRowHeaders = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);

test('a few products keep their order', () => {
  renderInLanguage('en', <ProductsTable sales={createSales(3)} />);
  expect(getRowHeaders()).toEqual(['Pack 0', 'Pack 1', 'Pack 2', 'Total']);
  expect(screen.queryByRole('button')).toBeNull();
});

test('of hundreds it shows the twenty with most orders, all on demand; the total includes all', async () => {
  renderInLanguage('en', <ProductsTable sales={createSales(245)} />);
  expect(getRowHeaders()).toHaveLength(21);
  expect(getRowHeaders()[0]).toBe('Pack 244');
  expect(screen.getByRole('heading', { name: 'The 20 that sold most' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show all (245)' }));
  expect(getRowHeaders()).toHaveLength(246);
});
