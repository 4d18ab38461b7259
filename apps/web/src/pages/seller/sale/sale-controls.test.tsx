import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderIn } from '../../../../test/render.tsx';
import type { MyProduct } from '../../../modules/products/products.api.ts';
import type { SalePlace } from '../../../modules/sale-places/sale-places.api.ts';
import { SaleControls } from './sale-controls.tsx';
import { useSalesRange } from './use-sales-range.ts';

const places = [
  { id: 1, name: 'Aurora' },
  { id: 2, name: 'Sol' },
] as SalePlace[];
const packs = [
  { id: 7, name: 'Evening basket', sale_place_id: 1 },
  { id: 8, name: 'Morning basket', sale_place_id: 2 },
] as MyProduct[];

const shown: object[] = [];
function Controls() {
  const range = useSalesRange('2026-11-20');
  const { set: _, ...values } = range;
  shown.push(values);
  return <SaleControls range={range} places={places} packs={packs} />;
}

function open(search: string) {
  shown.length = 0;
  renderIn('en', <Controls />, `/seller/sale${search}`);
}
const current = () => shown.at(-1);
const choose = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const own = '?range=own&from=2026-11-01&to=2026-11-10';

test('both ends of a range and the pack changed at once are all kept', () => {
  open(own);
  act(() => {
    choose('From', '2026-10-01');
    choose('To', '2026-10-31');
    choose('Pack', '8');
  });
  expect(current()).toEqual({
    ...{ name: 'own', from: '2026-10-01', to: '2026-10-31' },
    ...{ placeId: null, productId: 8 },
  });
});

test('the range and the place changed at once are both kept', () => {
  open('');
  act(() => {
    choose('Days', 'week');
    choose('Place', '2');
  });
  expect(current()).toMatchObject({ name: 'week', from: '2026-11-16', placeId: 2, productId: null });
});

test('a date that is being typed changes nothing until it is whole', () => {
  open(own);
  for (const typed of ['0002-11-01', '0020-11-01', '0202-11-01', '']) {
    choose('From', typed);
    expect(screen.getByLabelText('From')).toHaveValue(typed);
    expect(current()).toMatchObject({ from: '2026-11-01', to: '2026-11-10' });
  }
  fireEvent.blur(screen.getByLabelText('From'));
  expect(screen.getByText(/whole date/)).toBeVisible();
  choose('From', '2025-11-01');
  expect(current()).toMatchObject({ from: '2025-11-01', to: '2026-11-10' });
});

test.each([
  ['?range=own&from=0202-11-01&to=2026-11-10', 'a year nobody means'],
  ['?range=own&from=2026-02-31&to=2026-11-10', 'a day that does not exist'],
])('%s names %s: the usual four weeks', (search) => {
  open(search);
  expect(current()).toMatchObject({ name: 'weeks4', to: '2026-11-20' });
});
