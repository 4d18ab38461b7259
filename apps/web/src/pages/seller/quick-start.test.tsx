import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { defaultSchedule } from '@wopack/domain';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderIn } from '../../../test/render.tsx';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { read, write } from '../../lib/storage.ts';
import { establishmentsQuery } from '../../modules/sale-places/location/establishment-search.api.ts';
import QuickStart from './quick-start.tsx';

vi.mock(import('../../lib/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));
vi.mock(import('../../ui/toast.ts'), () => ({ notify: vi.fn(), notifyProblem: vi.fn() }));
// Maps draw on the graphics card, which there is none of here.
vi.mock(import('../../modules/sale-places/location/sale-place-map.tsx'), () => ({
  SalePlaceMap: () => <i />,
}));
vi.stubGlobal('matchMedia', () => ({
  matches: true,
  addEventListener: () => {},
  removeEventListener: () => {},
}));
vi.stubGlobal('scrollTo', vi.fn());

const bakery = { id: 1, name: 'Bakery', slug: 'bakery' };
const reads: Record<string, unknown> = {
  listMySalePlaces: { data: [] },
  listSalePlaceTypes: { data: [bakery] },
  listProductTypes: { data: [bakery] },
  listPriceTiers: { data: [{ price_cents: 399, old_price_cents: 1200, earning_cents: 270 }] },
};
/** What the next write answers. */
const save = vi.fn<(name: string, input: unknown) => Promise<unknown>>();

const show = (path = '/seller/quick-start') =>
  renderIn(
    'en',
    <QueryClientProvider client={queryClient}>
      <QuickStart />
    </QueryClientProvider>,
    path,
  );
const field = (label: string) => screen.findByLabelText(label);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function typePlace() {
  await userEvent.type(await field('Name'), 'Padaria Aurora');
  await userEvent.type(await field('Phone'), '+351 210 000 018');
  await userEvent.type(await field('Address'), 'Rua da Trindade 18');
  await userEvent.click(await field('Longitude'));
  await userEvent.paste('https://www.google.com/maps/@38.7123,-9.1416,17z');
  await press('Bakery');
}

const atPack = () =>
  write('createdPlace', { id: 7, name: 'Padaria Aurora', phone: '+351 210', address: 'Rua' });
function atSchedule() {
  atPack();
  write('createdProduct', { id: 9, name: 'Basket', description: 'Bread' });
  write('selectedPrice', 3.99);
}

beforeEach(() => {
  save.mockReset();
  vi.mocked(call).mockImplementation(
    (async (name: string, input: unknown) => reads[name] ?? save(name, input)) as unknown as typeof call,
  );
  queryClient.clear();
});

test('the first step sends the place, stores it and goes on to the pack', async () => {
  save.mockResolvedValue({ data: { id: 7 } });
  show();
  expect(await screen.findByRole('heading', { level: 1, name: 'Register your business' })).toBeVisible();
  await typePlace();
  expect(await field('Latitude')).toHaveValue('38.7123');
  expect(await field('Longitude')).toHaveValue('-9.1416');
  await press('Next');
  expect(await screen.findByRole('heading', { name: 'What goes in the bag?' })).toHaveFocus();
  expect(save).toHaveBeenCalledWith('saveSalePlace', {
    body: {
      name: 'Padaria Aurora',
      phone: '+351 210 000 018',
      address: 'Rua da Trindade 18',
      categories: '[1]',
      latitude: 38.7123,
      longitude: -9.1416,
      isHandWriteAddress: true,
    },
  });
  expect(read('createdPlace')).toMatchObject({ id: 7, name: 'Padaria Aurora' });
  // Back, and once more: the same place is changed, not a second one made.
  await press('Prev');
  expect(await field('Name')).toHaveValue('Padaria Aurora');
  await press('Next');
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save.mock.lastCall?.[1]).toMatchObject({ body: { id: 7 } });
});

test('what the search finds fills in the form, and stays editable', async () => {
  save.mockResolvedValue({ data: { id: 7 } });
  reads.searchEstablishments = [
    {
      ...{ displayName: 'Padaria Aurora', formattedAddress: 'Rua da Trindade 18, Lisboa' },
      ...{ latitude: 38.7123, longitude: -9.1416, phone: '+351 210 000 018', is_city: false },
    },
  ];
  show();
  await userEvent.type(await field('Search for your establishment by name'), 'aur');
  await userEvent.click(await screen.findByRole('option', { name: /Padaria Aurora/ }));
  expect(call).toHaveBeenCalledWith('searchEstablishments', {
    query: { query: 'aur', lang: 'en' },
    signal: expect.anything(),
  });
  expect(await field('Phone')).toHaveValue('+351 210 000 018');
  await press('Bakery');
  await press('Next');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.lastCall?.[1]).toMatchObject({
    body: { address: 'Rua da Trindade 18, Lisboa', latitude: 38.7123, isHandWriteAddress: false },
  });
  await press('Prev');
  await userEvent.type(await field('Address'), ', cave');
  await press('Next');
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save.mock.lastCall?.[1]).toMatchObject({
    body: { id: 7, address: 'Rua da Trindade 18, Lisboa, cave', isHandWriteAddress: true },
  });
});

test('the search says that a list is open only where there is something to choose', async () => {
  reads.searchEstablishments = [];
  show();
  const search = await field('Search for your establishment by name');
  expect(search).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.type(search, 'aur');
  expect(await screen.findByText(/Nothing by this name/)).toBeVisible();
  expect(search).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('an empty address is filled in with what stands at the spot, a written one is left alone', async () => {
  const spot = { latitude: 38.7123, longitude: -9.1416, distance: 300 };
  reads.reverseGeocode = { data: { city: 'Lisboa', address: 'Rua da Trindade 18', ...spot } };
  show();
  await userEvent.click(await field('Latitude'));
  await userEvent.paste('38.7123, -9.1416');
  await waitFor(async () => expect(await field('Address')).toHaveValue('Rua da Trindade 18, Lisboa'));
  await userEvent.type(await field('Address'), ', cave');
  await userEvent.clear(await field('Latitude'));
  reads.reverseGeocode = { data: { city: 'Porto', address: null, ...spot } };
  await userEvent.paste('41.15, -8.61');
  expect(await field('Longitude')).toHaveValue('-8.61');
  expect(await field('Address')).toHaveValue('Rua da Trindade 18, Lisboa, cave');
});

test('fewer than three letters ask nothing', () => {
  expect(establishmentsQuery('au', 'en', null).enabled).toBe(false);
  expect(establishmentsQuery('aur', 'en', null).enabled).toBe(true);
});

test('what is typed survives a failed call and a reload', async () => {
  save.mockRejectedValue(new ApiError(500, { code: 10, message: 'Our fault.' }));
  show();
  await typePlace();
  await press('Next');
  // It stays until the next try: a message that goes by itself would leave a press that did nothing.
  expect(await screen.findByRole('alert')).toHaveTextContent('Our fault.');
  expect(await field('Name')).toHaveValue('Padaria Aurora');
  cleanup();
  show();
  expect(await field('Name')).toHaveValue('Padaria Aurora');
  expect(await field('Phone')).toHaveValue('+351 210 000 018');
  expect(await field('Address')).toHaveValue('Rua da Trindade 18');
  expect(await field('Latitude')).toHaveValue('38.7123');
  expect(await screen.findByRole('button', { name: 'Bakery' })).toHaveAttribute('aria-pressed', 'true');
});

test("the server's messages stand under their fields, the first wrong one in focus", async () => {
  const errors = { phone: ['No phone.'], address: ['No address.'] };
  save.mockRejectedValue(new ApiError(422, { code: 1, message: 'x', errors }));
  show();
  await typePlace();
  await press('Next');
  await waitFor(async () => expect(await field('Phone')).toHaveAccessibleDescription('No phone.'));
  expect(await field('Address')).toHaveAccessibleDescription('No address.');
  expect(await field('Phone')).toHaveFocus();
});

test('a half-typed first step sends nothing', async () => {
  show();
  await userEvent.type(await field('Name'), 'Padaria');
  await press('Next');
  expect(await field('Phone')).toHaveAccessibleDescription('Fill this in.');
  expect(save).not.toHaveBeenCalled();
});

test('one of my places goes to the pack without being registered again', async () => {
  const mine = { id: 4, name: 'Aurora Café', phone: '1', address: 'Rua da Bica 7', categories: [bakery] };
  reads.listMySalePlaces = {
    data: [{ ...mine, latitude: 38.7, longitude: -9.1, rating: null, rating_count: 0 }],
  };
  show();
  expect(await screen.findByRole('radio', { name: /Aurora Café/ })).toBeChecked();
  await press('Next');
  expect(await screen.findByText(/For Aurora Café/)).toBeVisible();
  expect(save).not.toHaveBeenCalled();
  expect(read('createdPlace')?.id).toBe(4);
  reads.listMySalePlaces = { data: [] };
});

test('a pack that cannot be saved says so in the fallback words and stays', async () => {
  atPack();
  write('tempPhotos', ['/media/photos/a-1280.webp']);
  save.mockRejectedValue(new ApiError(502, {}));
  show();
  await userEvent.type(await field('Name of the pack'), 'Evening basket');
  await userEvent.type(await field('Description'), 'Bread and cakes');
  await press('Bakery');
  await userEvent.click(await screen.findByRole('button', { name: /you get €2.70/ }));
  await press('Next');
  expect(await screen.findByText('There was an error submitting the form.')).toBeVisible();
  expect(save).toHaveBeenCalledWith('saveProduct', {
    body: {
      id: 0,
      sale_place_id: 7,
      categories: [1],
      name: 'Evening basket',
      description: 'Bread and cakes',
      photo: ['/media/photos/a-1280.webp'],
      price: 3.99,
      allergens: [],
      diet: [],
    },
  });
  cleanup();
  show();
  expect(await field('Name of the pack')).toHaveValue('Evening basket');
  expect(await field('Description')).toHaveValue('Bread and cakes');
});

test('the receipt adds up the week', async () => {
  atSchedule();
  show();
  const receipt = within(await screen.findByRole('region', { name: 'Your week' }));
  expect(receipt.getByText('3 packs × 6 days')).toBeVisible();
  expect(receipt.getByText('18 packs')).toBeVisible();
  expect(receipt.getByText('− €1.29')).toBeVisible();
  expect(receipt.getByText('€48.60')).toBeInTheDocument();
  await press('5');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Saturday' }));
  expect(receipt.getByText('5 packs × 5 days')).toBeVisible();
  expect(receipt.getByText('€67.50')).toBeInTheDocument();
});

test('a wrong day is told beside it before anything is sent', async () => {
  atSchedule();
  write('schedule', { mon: { time_start: '18:00', time_end: '18:00' } });
  show();
  const from = await field('Monday, from');
  expect(from).toHaveAccessibleDescription('It starts and ends at the same time.');
  await press('Send');
  expect(from).toHaveFocus();
  expect(save).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Monday' }));
  expect(screen.getByText('Choose at least one day.')).toBeVisible();
});

test('sending puts the pack on sale and clears what the steps kept', async () => {
  atSchedule();
  write('packName', 'Basket');
  save.mockResolvedValue({ data: { id: 9, kept_dates: [] } });
  show();
  await press('Send');
  await waitFor(() => expect(read('createdProduct')).toBeNull());
  expect(save).toHaveBeenCalledExactlyOnceWith('updateSchedule', {
    body: { product_id: 9, quantity: '3', schedule: defaultSchedule },
  });
  for (const key of ['createdPlace', 'packName', 'schedule', 'selectedQuantity'] as const)
    expect(read(key)).toBeNull();
});

test('a schedule that cannot be sent stays', async () => {
  atSchedule();
  save.mockRejectedValue(new ApiError(0, {}));
  show();
  await press('7');
  await press('Apply to all');
  await press('Send');
  expect(await screen.findByRole('alert')).toHaveTextContent(/connection|internet|network/i);
  cleanup();
  show();
  expect(await screen.findByRole('button', { name: '7' })).toHaveAttribute('aria-pressed', 'true');
  expect(read('createdProduct')?.id).toBe(9);
});
