import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { SalePlaceChoice } from './sale-place-step.tsx';
import type { SalePlace } from './sale-places.api.ts';

const buildSalePlaces = (count: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      ({
        id: i + 1,
        name: `Loja ${count - i}`,
        address: `Rua ${count - i}`,
        categories: [],
      }) as unknown as SalePlace,
  );

test('a few sale places are radio buttons', async () => {
  const onChange = vi.fn();
  renderInLanguage('en', <SalePlaceChoice salePlaces={buildSalePlaces(3)} value={1} onChange={onChange} />);
  expect(screen.getAllByRole('radio')).toHaveLength(4);
  await userEvent.click(screen.getByRole('radio', { name: 'Another shop' }));
  expect(onChange).toHaveBeenCalledWith(null);
});

test('fifty are in a select, with an entry for a new one', async () => {
  const onChange = vi.fn();
  renderInLanguage('en', <SalePlaceChoice salePlaces={buildSalePlaces(50)} value={50} onChange={onChange} />);
  expect(screen.queryByRole('radio')).toBeNull();
  const select = screen.getByRole('combobox');
  expect(select).toHaveAccessibleDescription('Rua 1');
  const optionNames = within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(optionNames.slice(0, 3)).toEqual(['Another shop', 'Loja 1', 'Loja 2']);
  expect(optionNames.at(-1)).toBe('Loja 50');
  await userEvent.selectOptions(select, 'Loja 10');
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Loja 10' }));
  await userEvent.selectOptions(select, 'Another shop');
  expect(onChange).toHaveBeenLastCalledWith(null);
});
