import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import type { SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import {
  resolveSalePlaces,
  toSalePlaceQuery,
  useChosenSalePlaces,
} from '../../lib/data/chosen-sale-places.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';
import { SalePlaceSwitcher } from './sale-place-switcher.tsx';

mockCalls();

const listPlaces = (count: number) =>
  Array.from(
    { length: count },
    (_, index) => ({ id: index + 1, name: `Loja ${index + 1}`, address: `Rua ${index + 1}` }) as SalePlace,
  );

function Page({ salePlaces }: { salePlaces: readonly SalePlace[] }) {
  const { chosen, ids, choose } = useChosenSalePlaces(salePlaces);
  return (
    <>
      <SalePlaceSwitcher salePlaces={salePlaces} chosen={chosen} onChoose={choose} />
      <output>{JSON.stringify(toSalePlaceQuery(ids))}</output>
    </>
  );
}

const openSwitcher = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Shop: / }));
  return within(await screen.findByRole('dialog', { name: 'Which shops?' }));
};

beforeEach(() => {
  queryClient.clear();
  removeStored('sellerPlaces');
});

test('a single sale place has no switcher', () => {
  renderInLanguage('en', <Page salePlaces={listPlaces(1)} />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('one, several and all are chosen, and kept by business', async () => {
  writeStored('sellerPlaces', { 31: [2] });
  renderInLanguage('en', <Page salePlaces={listPlaces(3)} />);
  expect(screen.getByText('{"sale_place_id":1}')).toBeInTheDocument();
  let dialog = await openSwitcher();
  await userEvent.click(dialog.getByRole('checkbox', { name: /Show .*Loja 3.* too/ }));
  expect(screen.getByText('{"sale_place_ids":"1,3"}')).toBeInTheDocument();
  expect(readStored('sellerPlaces')).toEqual({ 31: [2], 0: [1, 3] });
  await userEvent.click(dialog.getByRole('checkbox', { name: /Show .*Loja 2.* too/ }));
  expect(screen.getByText('{}')).toBeInTheDocument();
  expect(readStored('sellerPlaces')).toEqual({ 31: [2], 0: 'all' });
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  dialog = await openSwitcher();
  await userEvent.click(dialog.getByRole('button', { name: /^Loja 2/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: /^Shop: .*Loja 2/ })).toBeVisible();
});

test('the last box stays ticked: one is always shown', async () => {
  renderInLanguage('en', <Page salePlaces={listPlaces(2)} />);
  const dialog = await openSwitcher();
  const box = dialog.getByRole('checkbox', { name: /Show .*Loja 1.* too/ });
  await userEvent.click(box);
  expect(box).toBeChecked();
});

test('many are searched for by name or address, without regard to accents', async () => {
  const salePlaces = [...listPlaces(30), { id: 31, name: 'São Bento', address: 'Largo' } as SalePlace];
  renderInLanguage('en', <Page salePlaces={salePlaces} />);
  const dialog = await openSwitcher();
  await userEvent.type(dialog.getByRole('searchbox', { name: 'Name or address of a shop' }), 'sao be');
  expect(dialog.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.type(dialog.getByRole('searchbox'), 'xyz');
  expect(dialog.getByText('No shop of that name.')).toBeVisible();
});

test('whatever is stored, something that is there is shown', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(
      ids.filter((list) => list.length > 0),
      fc.option(fc.oneof(fc.constant('all' as const), ids), { nil: undefined }),
      fc.constantFrom('first' as const, 'all' as const),
      (present, choice, fallback) => {
        const salePlaces = present.map((id) => ({ id }));
        const shown = resolveSalePlaces(salePlaces, choice, fallback);
        expect(shown.length).toBeGreaterThan(0);
        expect(salePlaces).toEqual(expect.arrayContaining([...shown]));
      },
    ),
  );
});
