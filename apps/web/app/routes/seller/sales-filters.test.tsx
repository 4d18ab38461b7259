import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiError } from '@wopack/contract/client';
import { expect, test, vi } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import type { MyProduct } from '../../features/products/products.api.ts';
import type { SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { SalesView } from './sales.tsx';
import { SalesFilters, useSalesRange } from './sales-filters.tsx';

const call = mockCalls();

const places = [{ id: 7, name: 'Aurora', time_zone: 'Europe/Lisbon' }] as SalePlace[];

const salePlaces = [
  { id: 1, name: 'Aurora', address: '' },
  { id: 2, name: 'Sol', address: '' },
] as SalePlace[];
const products = [
  { id: 7, name: 'Evening basket', sale_place_id: 1 },
  { id: 8, name: 'Morning basket', sale_place_id: 2 },
] as MyProduct[];

const rangeHistory: object[] = [];
const choose = vi.fn();
function TestFilters() {
  const range = useSalesRange('2026-11-20');
  const { setRange: _, ...values } = range;
  rangeHistory.push(values);
  const choice = { chosen: salePlaces, choose };
  return <SalesFilters range={range} salePlaces={salePlaces} products={products} choice={choice} />;
}

function renderFilters(search: string) {
  rangeHistory.length = 0;
  renderInLanguage('en', <TestFilters />, `/seller/sale${search}`);
}
const getLatestRange = () => rangeHistory.at(-1);
const selectOption = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const CUSTOM_RANGE = '?range=own&from=2026-11-01&to=2026-11-10';

test('start, end and product changed at once are all kept', () => {
  renderFilters(CUSTOM_RANGE);
  act(() => {
    selectOption('From', '2026-10-01');
    selectOption('To', '2026-10-31');
    selectOption('Pack', '8');
  });
  expect(getLatestRange()).toEqual({
    name: 'own',
    from: '2026-10-01',
    to: '2026-10-31',
    salePlaceId: null,
    productId: 8,
  });
});

test('sale places are chosen instead of the one of a link, and its product is forgotten', async () => {
  renderFilters('?range=week&place=1&pack=7');
  expect(getLatestRange()).toMatchObject({ salePlaceId: 1, productId: 7 });
  fireEvent.click(screen.getByRole('button', { name: /^Shop: / }));
  fireEvent.click(await screen.findByRole('button', { name: /^Sol/ }));
  expect(choose).toHaveBeenCalledWith([2]);
  await waitFor(() =>
    expect(getLatestRange()).toMatchObject({
      name: 'week',
      from: '2026-11-16',
      salePlaceId: null,
      productId: null,
    }),
  );
});

test.each([
  ['month', '2026-11-01', '2026-11-20'],
  ['lastMonth', '2026-10-01', '2026-10-31'],
])('a calendar month: %s', (name, from, to) => {
  renderFilters('');
  act(() => {
    selectOption('Days', name);
  });
  expect(getLatestRange()).toMatchObject({ name, from, to });
});

test('a date changes nothing until it is complete', () => {
  renderFilters(CUSTOM_RANGE);
  for (const inputText of ['0002-11-01', '0020-11-01', '0202-11-01', '']) {
    selectOption('From', inputText);
    expect(screen.getByLabelText('From')).toHaveValue(inputText);
    expect(getLatestRange()).toMatchObject({ from: '2026-11-01', to: '2026-11-10' });
  }
  fireEvent.blur(screen.getByLabelText('From'));
  expect(screen.getByText(/whole date/)).toBeVisible();
  selectOption('From', '2025-11-01');
  expect(getLatestRange()).toMatchObject({ from: '2025-11-01', to: '2026-11-10' });
});

test.each([
  ['?range=own&from=0202-11-01&to=2026-11-10', 'a year nobody means'],
  ['?range=own&from=2026-02-31&to=2026-11-10', 'a day that does not exist'],
])('%s names %s: the usual four weeks', (search) => {
  renderFilters(search);
  expect(getLatestRange()).toMatchObject({ name: 'weeks4', to: '2026-11-20' });
});

test.each([
  ['from', 'From', '2026-11-25'],
  ['to', 'To', '2020-01-01'],
])('a range that the server refuses is marked at its field: %s', async (field, label, from) => {
  call.mockImplementation(async (name: string) => {
    if (name === 'getSalesStatistics')
      throw new ApiError(422, { code: 1, errors: { [field]: ['This range does not work.'] } });
    if (name === 'getSellerValue')
      return { data: { days: 90, packs: [], people: [], sale_places: [], photos: [] } };
    return { data: [] };
  });
  renderInLanguage(
    'en',
    <SalesView salePlaces={places} />,
    `/seller/sale?range=own&from=${from}&to=2026-10-31`,
  );
  const input = await screen.findByLabelText(label);
  await waitFor(() => expect(input).toHaveAccessibleDescription('This range does not work.'));
  expect(input).toBeInvalid();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Save as CSV' })).toBeDisabled();
  expect(screen.queryByText(/Nov.*Oct/)).toBeNull();
});

test('the notice of a proposed value leads to it, once what stands above is loaded', async () => {
  const scrollIntoView = vi.fn<(this: Element) => void>();
  Element.prototype.scrollIntoView = scrollIntoView;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  call.mockImplementation(async (name: string) => {
    if (name === 'getSalesStatistics') {
      await finished;
      return { data: { packs: [] } };
    }
    if (name === 'getSellerValue')
      return { data: { days: 90, packs: [], people: [], sale_places: [], photos: [] } };
    return { data: [] };
  });
  queryClient.clear();
  renderInLanguage('en', <SalesView salePlaces={places} />, '/seller/sale#value');
  const section = await screen.findByRole('region', { name: 'Was it worth it?' });
  await waitFor(() => expect(section).not.toHaveTextContent('Loading'));
  expect(scrollIntoView).not.toHaveBeenCalled();
  finish();
  await waitFor(() => expect(section).toHaveFocus());
  expect(scrollIntoView.mock.contexts.at(-1)).toBe(section);
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});
