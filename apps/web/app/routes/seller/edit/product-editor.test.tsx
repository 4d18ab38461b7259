import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { allergens } from '@wopack/contract/vocabulary';
import { defaultSchedule } from '@wopack/domain';
import { useLocation, useNavigate } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../../test/fake-api.tsx';
import { seller } from '../../../../test/me.ts';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { MyProduct } from '../../../features/products/products.api.ts';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { DayHeader } from '../day/day-header.tsx';
import { ProductEditor } from './product-editor.tsx';

const call = mockCalls();

const bakery = { id: 1, name: 'Bakery', slug: 'bakery' };
const product = {
  id: 9,
  name: 'Basket',
  description: 'Bread',
  price: 3.99,
  old_price: 12,
  sale_place_id: 7,
  language: 'en',
  texts: {},
  categories: [bakery],
  photos: [{ path: '/media/a.webp', srcset: '' }],
  allergens: [],
  free_of_allergens: true,
  vat_rate: null,
  diet: [],
  state: 'active',
  quantity: 3,
  schedule: defaultSchedule,
  allocation: 'automatic',
  entry_minutes: 60,
} as unknown as MyProduct;
const salePlace = {
  id: 7,
  name: 'Aurora',
  time_zone: 'Europe/Lisbon',
  categories: [],
} as unknown as SalePlace;

const currentAllocation = {
  product: { id: 9, name: 'Basket', sale_place_id: 7 },
  allocation: 'automatic',
  entry_minutes: 60,
  next: {
    mode: 'draw',
    reason: 'sold_fast',
    fast_slots: 4,
    slots: 5,
    pickup_start: '2026-11-21T18:30:00Z',
  },
  slot: null,
};

const save = vi.fn<(name: string, input: unknown) => unknown>();
const listSaved = () => save.mock.calls.map(([name]) => name);

function renderEditor(edited: MyProduct = product, salePlaces: readonly SalePlace[] = [salePlace]) {
  const Page = () => {
    const navigate = useNavigate();
    const { pathname } = useLocation();
    return (
      <>
        <p>at {pathname}</p>
        <button type="button" onClick={() => void navigate('/offers')}>
          Elsewhere
        </button>
        <ProductEditor product={edited} salePlaces={salePlaces} />
      </>
    );
  };
  return renderInLanguage('en', <Page />, '/seller/dish/9');
}
const pressButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const isUnloadBlocked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  save.mockReset();
  call.mockImplementation(async (name: string, input: unknown) => {
    if (name === 'listProductTypes') return { data: [bakery] };
    if (name === 'listPriceTiers')
      return { data: [{ price_cents: 399, old_price_cents: 1200, earning_cents: 270 }] };
    if (name === 'listMyProducts') return { data: [product] };
    if (name === 'listSellerAllocations') return { data: [currentAllocation] };
    return save(name, input) ?? { data: { id: 9, kept_dates: [], first_pickup: null } };
  });
});

test('one button saves the product and its week', async () => {
  renderEditor();
  await userEvent.type(await screen.findByLabelText('Name of the pack'), ' of bread');
  await userEvent.click(screen.getByRole('radio', { name: '5' }));
  expect(screen.getAllByRole('button', { name: /^Save/ })).toHaveLength(1);
  await pressButton('Save');
  await waitFor(() => expect(listSaved()).toEqual(['saveProduct', 'updateSchedule']));
  expect(save).toHaveBeenCalledWith('saveProduct', {
    body: expect.objectContaining({ id: 9, name: 'Basket of bread' }),
  });
  expect(save).toHaveBeenLastCalledWith('updateSchedule', {
    body: { product_id: 9, quantity: '5', schedule: defaultSchedule },
  });
  expect(isUnloadBlocked()).toBe(false);
});

test('only what changed is sent, and a refused part stays to be saved again', async () => {
  renderEditor();
  await userEvent.type(await screen.findByLabelText('Name of the pack'), ' of bread');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Saturday' }));
  save.mockImplementation((name) => {
    if (name === 'updateSchedule')
      throw new ApiError(422, { code: 1, message: 'x', errors: { 'schedule.mon': ['Too close.'] } });
  });
  await pressButton('Save');
  expect(await screen.findByText('Too close.')).toBeVisible();
  expect(isUnloadBlocked()).toBe(true);
  save.mockReset();
  await pressButton('Save');
  await waitFor(() => expect(listSaved()).toEqual(['updateSchedule']));
});

test('who gets the packs is chosen with what automatic does and why, and saved with the rest', async () => {
  renderEditor();
  expect(await screen.findByRole('radio', { name: /^Automatic/ })).toBeChecked();
  expect(await screen.findByText(/on 4 of the last 5 days everything went within 10 minutes/)).toBeVisible();
  expect(screen.getByText(/Saturday 21 November/)).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /^First come/ }));
  expect(screen.queryByLabelText('Entries stay open for')).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: /^Draw/ }));
  await userEvent.selectOptions(screen.getByLabelText('Entries stay open for'), '120');
  expect(isUnloadBlocked()).toBe(true);
  await pressButton('Save');
  await waitFor(() => expect(listSaved()).toEqual(['updateAllocation']));
  expect(save).toHaveBeenCalledWith('updateAllocation', {
    params: { id: 9 },
    body: { allocation: 'draw', entry_minutes: 120 },
  });
  expect(isUnloadBlocked()).toBe(false);
});

test('a product that says nothing of allergens is asked for them before it is saved', async () => {
  const { free_of_allergens: _, ...unstated } = product;
  renderEditor({ ...unstated, state: 'closed', awaits_allergens: true });
  expect(await screen.findByText('Off sale: name the allergens')).toBeVisible();
  await userEvent.type(await screen.findByLabelText('Name of the pack'), ' of bread');
  await pressButton('Save');
  expect(await screen.findByText(/customers must know before they pay/)).toBeVisible();
  expect(listSaved()).toEqual([]);
  await userEvent.click(screen.getByRole('radio', { name: 'May contain all' }));
  await pressButton('Save');
  await waitFor(() => expect(listSaved()).toEqual(['saveProduct']));
  expect(save).toHaveBeenCalledWith('saveProduct', {
    body: expect.objectContaining({ name: 'Basket of bread', allergens }),
  });
});

test('leaving unsaved changes is confirmed', async () => {
  renderEditor();
  await userEvent.type(await screen.findByLabelText('Name of the pack'), '!');
  expect(isUnloadBlocked()).toBe(true);
  await pressButton('Elsewhere');
  await pressButton('Stay here');
  expect(screen.getByText('at /seller/dish/9')).toBeVisible();
  expect(screen.getByLabelText('Name of the pack')).toHaveValue('Basket!');
  await pressButton('Elsewhere');
  await pressButton('Leave');
  expect(await screen.findByText('at /offers')).toBeVisible();
});

test('without changes nothing is asked', async () => {
  renderEditor();
  await screen.findByLabelText('Name of the pack');
  expect(isUnloadBlocked()).toBe(false);
  await pressButton('Elsewhere');
  expect(await screen.findByText('at /offers')).toBeVisible();
});

test('a draft is put on sale by the same button', async () => {
  renderEditor({ ...product, state: 'draft', schedule: null, quantity: null });
  expect(screen.queryByRole('heading', { name: 'On sale' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Draft' })).toBeVisible();
  await pressButton('Put on sale');
  await waitFor(() => expect(listSaved()).toEqual(['updateSchedule']));
  expect(await screen.findByText('at /seller')).toBeVisible();
});

test('a new product on the day’s page opens the form of ‘Add’', async () => {
  queryClient.setQueryData(['me'], seller);
  renderInLanguage('en', <DayHeader chosen={[salePlace]} salePlaces={[salePlace]} onChoose={() => {}} />);
  const link = await screen.findByRole('link', { name: 'New pack' });
  expect(link).toHaveAttribute('href', '/seller/dish?place=7');
});

test('what buyers see is shown as it is typed, and leads to the page of a product on sale', async () => {
  renderEditor();
  await userEvent.type(await screen.findByLabelText('Name of the pack'), ' of bread');
  await pressButton('Preview');
  const sheet = within(await screen.findByRole('dialog', { name: 'As customers see it' }));
  expect(sheet.getAllByText('Basket of bread')).toHaveLength(2);
  expect(sheet.getByText('Bread')).toBeInTheDocument();
  expect(sheet.getByText('Aurora')).toBeInTheDocument();
  expect(sheet.getByRole('link', { name: 'Open its page' })).toHaveAttribute('href', '/offers/9');
});

test.each([
  ['one shop', [salePlace], '/seller/dish?copy=9'],
  ['several, another one', [salePlace, { ...salePlace, id: 8, name: 'Café' }], '/seller/dish?copy=9&place=8'],
])('a copy is made with %s', async (_, salePlaces, path) => {
  renderEditor(product, salePlaces);
  if (salePlaces.length > 1) await pressButton('Copy');
  const link = await screen.findByRole('link', { name: salePlaces.length > 1 ? 'Café' : 'Copy' });
  expect(link).toHaveAttribute('href', path);
});

test('the parts of the page are reached from its top', async () => {
  renderEditor();
  const nav = within(await screen.findByRole('navigation', { name: 'Parts of this page' }));
  const links = nav.getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'What it is',
    'Photos',
    'Price',
    'Allergens and diet',
    'When and how many?',
    'Who gets the packs?',
  ]);
  const scrollIntoView = vi.fn<(this: Element) => void>();
  Element.prototype.scrollIntoView = scrollIntoView;
  for (const link of links) {
    await userEvent.click(link);
    expect(document.activeElement).toBe(scrollIntoView.mock.contexts.at(-1));
    expect(document.activeElement).toHaveProperty('id', link.getAttribute('href')!.slice(1));
  }
});
