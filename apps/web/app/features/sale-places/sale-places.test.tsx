import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { StaticMap } from './location/sale-place-map.tsx';
import { SalePlaceChoice } from './sale-place-step.tsx';
import type { SalePlace } from './sale-places.api.ts';

describe('choice of a sale place', () => {
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
    renderInLanguage(
      'en',
      <SalePlaceChoice salePlaces={buildSalePlaces(50)} value={50} onChange={onChange} />,
    );
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
});

describe('picture of a position', () => {
  const renderMap = () =>
    renderInLanguage('en', <StaticMap latitude={38.7123} longitude={-9.1416} alt="Around the pin" />);
  const queryMap = () => screen.queryByText('map of 38.7123, -9.1416 at zoom 18');
  const getImage = () => screen.getByAltText<HTMLImageElement>('Around the pin');

  test('requests the service’s image in the specified size and zoom', () => {
    renderMap();
    expect(getImage()).toHaveAttribute('src', '/static-map?latitude=38.7123&longitude=-9.1416');
    expect([getImage().width, getImage().height]).toEqual([1200, 800]);
    expect(queryMap()).toBeNull();
  });

  test('without a service, or a response of it, it is rendered once with its attribution', async () => {
    renderMap();
    fireEvent.error(getImage());
    await waitFor(() => expect(queryMap()).toBeInTheDocument());
    expect(queryMap()!.parentElement).toHaveStyle({ width: '1200px', height: '800px' });
    fireEvent.click(queryMap()!);
    expect(getImage()).toHaveAttribute('src', 'data:image/webp;base64,AA');
    expect(screen.getByText('Natural Earth')).toBeVisible();
    expect(screen.getByText(/^No street map right now/)).toBeVisible();
    expect(queryMap()).toBeNull();
  });
});
