import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { defaultSchedule } from '@wopack/domain';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { MyProduct } from '../../../features/products/products.api.ts';
import type { SalePlace } from '../../../features/sale-places/sale-places.api.ts';
import { SalePlacesAndProducts } from '../day/sale-places-and-products.tsx';
import { ProductEditor } from './product-editor.tsx';

const call = mockCalls();

const bakery = { id: 1, name: 'Bakery', slug: 'bakery' };
const product = {
  id: 9,
  name: 'Basket',
  description: 'Bread',
  price: 3.99,
  price_cents: 399,
  old_price: 12,
  sale_place_id: 7,
  sale_place_name: 'Aurora',
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
const linked = {
  ...product,
  linked_count: 2,
  linked: [
    { id: 10, sale_place_id: 8, sale_place_name: 'Kiosk' },
    { id: 11, sale_place_id: 6, sale_place_name: 'Market' },
  ],
};
const salePlaces = [
  [7, 'Aurora'],
  [8, 'Kiosk'],
  [6, 'Market'],
  [5, 'Pier'],
].map(
  ([id, name]) =>
    ({ id, name, address: 'Rua 1', time_zone: 'Europe/Lisbon', categories: [] }) as unknown as SalePlace,
);

let products: MyProduct[];
const save = vi.fn<(name: string, input: unknown) => unknown>();

const renderEditor = (edited: MyProduct, language: 'en' | 'pt' | 'ru' = 'en') =>
  renderInLanguage(language, <ProductEditor product={edited} salePlaces={salePlaces} />, '/seller/dish/9');
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const getSheet = async (name: string) => within(await screen.findByRole('dialog', { name }));

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  products = [linked, { ...product, id: 12, name: 'Box' }];
  save.mockReset();
  call.mockImplementation(async (name: string, input: unknown) => {
    if (name === 'listProductTypes') return { data: [bakery] };
    if (name === 'listPriceTiers')
      return {
        data: [
          { price_cents: 399, old_price_cents: 1200, earning_cents: 270 },
          { price_cents: 499, old_price_cents: 1500, earning_cents: 370 },
        ],
      };
    if (name === 'listSellerAllocations') return { data: [] };
    if (name === 'listMyProducts') return { data: products };
    return save(name, input) ?? { data: { id: 9, kept_dates: [], first_pickup: null } };
  });
});

const openCopies = async () => {
  await press('Copy');
  await press('Copy to shops');
  return getSheet('Copy to shops');
};

const copyOf = (id: number, sale_place_id: number, change: object = {}) => ({
  id,
  sale_place_id,
  sale_place_name: salePlaces.find((place) => place.id === sale_place_id)!.name,
  result: 'made',
  state: 'draft',
  ...change,
});

test('a product is copied to all sale places, linked and on sale, with the result of each', async () => {
  renderEditor(product);
  const sheet = await openCopies();
  expect(sheet.getByRole('radio', { name: /^Linked/ })).toBeChecked();
  // Its own sale place has it.
  expect(sheet.queryByRole('button', { name: 'Aurora' })).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'All shops' }));
  await userEvent.click(sheet.getByRole('switch', { name: 'Put on sale at once' }));
  save.mockReturnValue({
    data: [
      copyOf(21, 5, { state: 'active' }),
      copyOf(22, 6, { state: 'closed' }),
      copyOf(10, 8, { result: 'linked_before', state: 'active' }),
    ],
  });
  await userEvent.click(sheet.getByRole('button', { name: 'Copy to 3 shops' }));
  const result = await getSheet('Copied');
  expect(save.mock.calls).toEqual([
    [
      'copyProduct',
      { params: { id: 9 }, body: { sale_place_ids: [8, 6, 5], linked: true, put_on_sale: true } },
    ],
  ]);
  expect(result.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Piermade, on sale',
    'Marketmade; its shop is paused',
    'Kiosklinked there already',
  ]);
  expect(result.getByRole('link', { name: /Pier/ })).toHaveAttribute('href', '/seller/dish/21');
  await userEvent.click(result.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('some sale places, independent, also the own one; none is asked for', async () => {
  renderEditor(linked);
  const sheet = await openCopies();
  expect(sheet.getByText(/^Linked there already/)).toHaveTextContent(/Kiosk.*Market/);
  // One is left.
  expect(sheet.queryByRole('button', { name: 'All shops' })).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Copy' }));
  expect(sheet.getByText('Choose at least one shop.')).toBeVisible();
  expect(save).not.toHaveBeenCalled();
  await userEvent.click(sheet.getByRole('radio', { name: /^Independent/ }));
  await userEvent.click(sheet.getByRole('button', { name: 'Aurora' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Market' }));
  save.mockReturnValue({ data: [copyOf(21, 6), copyOf(22, 7)] });
  await userEvent.click(sheet.getByRole('button', { name: 'Copy to 2 shops' }));
  await getSheet('Copied');
  expect(save).toHaveBeenCalledWith('copyProduct', {
    params: { id: 9 },
    body: { sale_place_ids: [7, 6], linked: false, put_on_sale: false },
  });
});

test('a refused copy says why and keeps the choice; what is not saved is not copied', async () => {
  renderEditor({ ...product, schedule: null, quantity: null, state: 'draft' });
  await userEvent.type(await screen.findByLabelText('Name of the pack'), '!');
  const sheet = await openCopies();
  expect(sheet.getByText('What you have not saved here is not copied.')).toBeVisible();
  expect(sheet.queryByRole('switch')).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Pier' }));
  save.mockImplementation(() => {
    throw new ApiError(409, { code: 5, message: 'Its price cannot be chosen any more.', errors: {} });
  });
  await userEvent.click(sheet.getByRole('button', { name: 'Copy to 1 shop' }));
  expect(await sheet.findByText('Its price cannot be chosen any more.')).toBeVisible();
  expect(sheet.getByRole('button', { name: 'Pier' })).toHaveAttribute('aria-pressed', 'true');
  // The form of the page was not sent.
  expect(save.mock.calls.map(([name]) => name)).toEqual(['copyProduct']);
});

test('a linked product names the others, and is unlinked after a question', async () => {
  renderEditor(linked);
  expect(await screen.findByRole('heading', { name: 'Linked with 2 other shops' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Kiosk' })).toHaveAttribute('href', '/seller/dish/10');
  expect(screen.queryByText(/not yours|not one of yours/)).toBeNull();
  await press('Unlink');
  const dialog = await getSheet('Unlink this pack?');
  await userEvent.click(dialog.getByRole('button', { name: 'Not now' }));
  expect(save).not.toHaveBeenCalled();
  await press('Unlink');
  await userEvent.click((await getSheet('Unlink this pack?')).getByRole('button', { name: 'Unlink' }));
  await waitFor(() => expect(save).toHaveBeenCalledWith('unlinkProduct', { params: { id: 9 } }));
});

test('packs of other shops are linked afterwards, one of each, after a question', async () => {
  const atKiosk = { ...product, id: 20, name: 'Bag', sale_place_id: 8, sale_place_name: 'Kiosk' };
  const other = { ...atKiosk, id: 21, name: 'Box' };
  const ofAnotherKind = { ...atKiosk, id: 22, name: 'Sushi', categories: [{ ...bakery, id: 2 }] };
  const atMarket = { ...atKiosk, id: 23, name: 'Tray', sale_place_id: 6, sale_place_name: 'Market' };
  products = [product, atKiosk, other, ofAnotherKind, atMarket];
  renderEditor(product);
  await press('Link with packs of other shops');
  const sheet = await getSheet('Link with packs of other shops');
  expect(sheet.queryByRole('checkbox', { name: /Sushi/ })).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'Continue' }));
  expect(sheet.getByText('Choose at least one pack.')).toBeVisible();
  for (const name of [/^Bag/, /^Tray/, /^Box/]) await userEvent.click(sheet.getByRole('checkbox', { name }));
  expect(sheet.getByRole('checkbox', { name: /^Bag/ })).not.toBeChecked();
  await userEvent.click(sheet.getByRole('button', { name: 'Continue' }));
  const question = await getSheet('Replace text and photos of these packs?');
  expect(question.getByText(/become those of Basket\. This cannot be undone\./)).toBeVisible();
  expect(question.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['BoxKiosk', 'TrayMarket']);
  expect(save).not.toHaveBeenCalled();
  await userEvent.click(question.getByRole('button', { name: 'Replace and link' }));
  await waitFor(() =>
    expect(save).toHaveBeenCalledWith('linkProducts', { params: { id: 9 }, body: { product_ids: [21, 23] } }),
  );
  expect(await screen.findByText('2 packs linked.')).toBeVisible();
});

test('whoever does not have all linked sale places is told before and when the text is refused', async () => {
  renderEditor({ ...linked, linked: linked.linked.slice(0, 1) });
  expect(await screen.findByText(/^1 of these shops is not one of yours/)).toBeVisible();
  await userEvent.type(screen.getByLabelText('Name of the pack'), '!');
  save.mockImplementation(() => {
    const message = 'It is linked with packs at shops that you do not have: 1.';
    throw new ApiError(409, { code: 5, message, errors: { linked: [message] } });
  });
  await press('Save');
  const refused = await getSheet('Unlink this pack?');
  expect(refused.getByText(/packs at shops that you do not have/)).toBeVisible();
  await userEvent.click(refused.getByRole('button', { name: 'Not now' }));
  expect(await screen.findByText(/packs at shops that you do not have/)).toBeVisible();
  expect(screen.getByLabelText('Name of the pack')).toHaveValue('Basket!');
  await press('Save');
  const again = await getSheet('Unlink this pack?');
  save.mockReset();
  await userEvent.click(again.getByRole('button', { name: 'Unlink and save' }));
  await waitFor(() =>
    expect(save.mock.calls.map(([name]) => name)).toEqual(['unlinkProduct', 'saveProduct']),
  );
  expect(save).toHaveBeenLastCalledWith('saveProduct', {
    body: expect.objectContaining({ name: 'Basket!' }),
  });
});

test('a new price and new hours are offered to the linked ones, by what and where', async () => {
  renderEditor(linked);
  await userEvent.click(await screen.findByRole('radio', { name: /4\.99/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Saturday' }));
  await press('Save');
  const sheet = await getSheet('At other shops too?');
  expect(sheet.getByRole('button', { name: 'Only here' })).toBeVisible();
  await userEvent.click(sheet.getByRole('button', { name: 'Market' }));
  await userEvent.click(sheet.getByRole('checkbox', { name: 'Price: €4.99' }));
  await userEvent.click(sheet.getByRole('checkbox', { name: 'Hours and quantity' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Here and at 1 shop' }));
  expect(sheet.getByText('Choose what changes there.')).toBeVisible();
  await userEvent.click(sheet.getByRole('checkbox', { name: 'Hours and quantity' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Here and at 1 shop' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  const [[, price], [, schedule]] = save.mock.calls as [[string, { body: object }], [string, object]];
  expect(price.body).toMatchObject({ id: 9, price: 4.99 });
  expect(price.body).not.toHaveProperty('same_price_for');
  expect(schedule).toEqual({
    body: {
      product_id: 9,
      quantity: '3',
      schedule: expect.not.objectContaining({ sat: expect.anything() }),
      same_schedule_for: [11],
    },
  });
});

test('the price alone, at all of them; back saves nothing, and without others nothing is asked', async () => {
  const { unmount } = renderEditor(linked);
  await userEvent.click(await screen.findByRole('radio', { name: /4\.99/ }));
  await press('Save');
  await userEvent.click((await getSheet('At other shops too?')).getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(save).not.toHaveBeenCalled();
  await press('Save');
  const sheet = await getSheet('At other shops too?');
  expect(sheet.queryByRole('checkbox', { name: 'Hours and quantity' })).toBeNull();
  await userEvent.click(sheet.getByRole('button', { name: 'All shops' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Here and at 2 shops' }));
  await waitFor(() =>
    expect(save).toHaveBeenCalledWith('saveProduct', {
      body: expect.objectContaining({ price: 4.99, same_price_for: [10, 11] }),
    }),
  );
  unmount();
  save.mockClear();
  renderEditor(product);
  await userEvent.click(await screen.findByRole('radio', { name: /4\.99/ }));
  await press('Save');
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
});

test('hours that run into a date of a linked one are refused with its name', async () => {
  renderEditor(linked);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Saturday' }));
  await press('Save');
  const sheet = await getSheet('At other shops too?');
  await userEvent.click(sheet.getByRole('button', { name: 'All shops' }));
  save.mockImplementation(() => {
    const errors = { same_schedule_for: ['Kiosk: the hours run into those set for 22 Nov.'] };
    throw new ApiError(422, { code: 1, message: 'Check the fields.', errors });
  });
  await userEvent.click(sheet.getByRole('button', { name: 'Here and at 2 shops' }));
  expect(await screen.findByText('Kiosk: the hours run into those set for 22 Nov.')).toBeVisible();
});

test('the list of products marks linked ones', async () => {
  renderInLanguage('ru', <SalePlacesAndProducts salePlaces={salePlaces} />);
  const [first, second] = await screen.findAllByRole('link', { name: /Basket|Box/ });
  expect(first).toHaveTextContent('связан ещё с 2');
  expect(second).not.toHaveTextContent('связан');
});
