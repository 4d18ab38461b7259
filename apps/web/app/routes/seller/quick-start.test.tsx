import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { defaultSchedule } from '@wopack/domain';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { seller } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { stubUploads } from '../../../test/stub-browser.tsx';
import { establishmentsQuery, mySalePlacesQuery } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { Component as QuickStartPage } from './quick-start.tsx';
import { WithSalePlace } from './sale-place-picker.tsx';

const call = mockCalls();

const bakery = { id: 1, name: 'Bakery', slug: 'bakery' };
const readReplies: Record<string, unknown> = {
  listMySalePlaces: { data: [] },
  listSalePlaceTypes: { data: [bakery] },
  listProductTypes: { data: [bakery] },
  listPriceTiers: { data: [{ price_cents: 399, old_price_cents: 1200, earning_cents: 270 }] },
};
/** The response to the next write. */
const save = vi.fn<(name: string, input: unknown) => Promise<unknown>>();

const renderPage = (path = '/seller/quick-start') => renderInLanguage('en', <QuickStartPage />, path);
const findField = (label: string) => screen.findByLabelText(label);
const pressButton = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const chooseQuantity = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));

async function typeSalePlace() {
  await userEvent.type(await findField('Name'), 'Padaria Aurora');
  await userEvent.type(await findField('Phone'), '+351 210 000 018');
  await userEvent.type(await findField('Address'), 'Rua da Trindade 18');
  await userEvent.click(await findField('Longitude'));
  await userEvent.paste('https://www.google.com/maps/@38.7123,-9.1416,17z');
  await pressButton('Bakery');
}

const startAtProductStep = () =>
  writeStored('createdPlace', { id: 7, name: 'Padaria Aurora', phone: '+351 210', address: 'Rua' });
function startAtScheduleStep() {
  startAtProductStep();
  writeStored('createdProduct', { id: 9, name: 'Basket', description: 'Bread' });
  writeStored('selectedPrice', 3.99);
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal('scrollTo', vi.fn());
  save.mockReset();
  readReplies.searchEstablishments = [];
  readReplies.findLookAlikes = { data: [] };
  // Shown with the pin; without a street it fills in no address.
  readReplies.reverseGeocode = { data: { city: 'Almada', address: null, distance: 300 } };
  call.mockImplementation(async (name: string, input: unknown) => readReplies[name] ?? save(name, input));
});

test('the first step sends the sale place, stores it and continues to the product', async () => {
  save.mockResolvedValue({ data: { id: 7 } });
  renderPage();
  expect(await screen.findByRole('heading', { level: 1, name: 'Register your business' })).toBeVisible();
  await typeSalePlace();
  expect(await findField('Latitude')).toHaveValue('38.7123');
  expect(await findField('Longitude')).toHaveValue('-9.1416');
  await pressButton('Next');
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
  expect(readStored('createdPlace')).toMatchObject({ id: 7, name: 'Padaria Aurora' });
  // Going back and saving again updates the place instead of creating a second one.
  await pressButton('Prev');
  expect(await findField('Name')).toHaveValue('Padaria Aurora');
  await pressButton('Next');
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save.mock.lastCall?.[1]).toMatchObject({ body: { id: 7 } });
});

const violeta = { id: 44, name: 'Padaria Aurora', address: 'Rua da Trindade 16' };

test('a place that sells here already is asked about; another one is registered all the same', async () => {
  save.mockResolvedValue({ data: { id: 7 } });
  readReplies.findLookAlikes = { data: [violeta] };
  renderPage();
  await typeSalePlace();
  await pressButton('Next');
  expect(await screen.findByRole('dialog', { name: 'Already here: is it yours?' })).toHaveTextContent(
    'Rua da Trindade 16',
  );
  await pressButton('Back');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(save).not.toHaveBeenCalled();
  await pressButton('Next');
  await pressButton('No, another one');
  expect(await screen.findByRole('heading', { name: 'What goes in the bag?' })).toBeVisible();
  expect(save.mock.calls.map(([name]) => name)).toEqual(['saveSalePlace']);
});

test('the answer is remembered with the draft: after a reload the question is not asked again', async () => {
  readReplies.findLookAlikes = { data: [violeta] };
  save.mockRejectedValueOnce(new ApiError(500, { code: 10, message: 'Our fault.' }));
  save.mockResolvedValue({ data: { id: 7 } });
  renderPage();
  await typeSalePlace();
  await pressButton('Next');
  await pressButton('No, another one');
  expect(await screen.findByText('Our fault.')).toBeVisible();
  cleanup();
  renderPage();
  await pressButton('Next');
  expect(await screen.findByRole('heading', { name: 'What goes in the bag?' })).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(save.mock.calls.map(([name]) => name)).toEqual(['saveSalePlace', 'saveSalePlace']);
});

test('the own one is claimed, and nothing is registered', async () => {
  save.mockResolvedValue({ data: { id: 3 } });
  readReplies.findLookAlikes = { data: [violeta] };
  renderPage();
  await typeSalePlace();
  await pressButton('Next');
  await pressButton('Yes, it is mine');
  const dialog = within(await screen.findByRole('dialog', { name: 'Your claim' }));
  expect(dialog.getByLabelText('Phone of the shop')).toHaveValue('+351 210 000 018');
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await dialog.findByText('Write how we can see that it is yours.')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('How do we know it is yours?'), 'The lease.');
  const uploads = stubUploads();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  await userEvent.upload(
    dialog.getByLabelText('Photos of it', { selector: 'input' }),
    new File(['x'], 'lease.jpg', { type: 'image/jpeg' }),
  );
  await waitFor(() => expect(uploads).toMatchObject([{ path: '/api/v1/sale_places/claim_photo' }]));
  // The claim waits for its evidence.
  fireEvent.submit(dialog.getByLabelText('Phone of the shop').closest('form')!);
  expect(save).not.toHaveBeenCalled();
  act(() => uploads[0]!.respond(200, { data: { path: '/media/evidence/a-640.webp', srcset: '' } }));
  await waitFor(() => expect(dialog.queryByRole('progressbar')).toBeNull());
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('We write to you when it is decided.')).toBeVisible();
  expect(save.mock.calls).toEqual([
    [
      'claimSalePlace',
      {
        params: { id: 44 },
        body: { text: 'The lease.', phone: '+351 210 000 018', photos: ['/media/evidence/a-640.webp'] },
      },
    ],
  ]);
});

test('a registered place of the search fills in nothing before the question', async () => {
  readReplies.searchEstablishments = [
    {
      displayName: 'Padaria Aurora',
      formattedAddress: 'Rua da Trindade 16',
      latitude: 38.7123,
      longitude: -9.1416,
      phone: null,
      is_city: false,
      sale_place_id: 44,
    },
  ];
  renderPage();
  await userEvent.type(await screen.findByRole('combobox'), 'Aurora');
  await userEvent.click(await screen.findByRole('option', { name: /Rua da Trindade 16/ }));
  expect(await screen.findByRole('dialog', { name: 'Already here: is it yours?' })).toBeVisible();
  expect(await findField('Address')).toHaveValue('');
  await pressButton('No, another one');
  await waitFor(async () => expect(await findField('Address')).toHaveValue('Rua da Trindade 16'));
});

test('a search result fills in the form, which stays editable', async () => {
  save.mockResolvedValue({ data: { id: 7 } });
  readReplies.searchEstablishments = [
    {
      displayName: 'Padaria Aurora',
      formattedAddress: 'Rua da Trindade 18, Lisboa',
      latitude: 38.7123,
      longitude: -9.1416,
      phone: '+351 210 000 018',
      is_city: false,
    },
  ];
  renderPage();
  await userEvent.type(await findField('Search for your shop by name'), 'aur');
  await userEvent.click(await screen.findByRole('option', { name: /Padaria Aurora/ }));
  expect(call).toHaveBeenCalledWith('searchEstablishments', {
    query: { query: 'aur', lang: 'en' },
  });
  expect(await findField('Phone')).toHaveValue('+351 210 000 018');
  await pressButton('Bakery');
  await pressButton('Next');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  expect(save.mock.lastCall?.[1]).toMatchObject({
    body: { address: 'Rua da Trindade 18, Lisboa', latitude: 38.7123, isHandWriteAddress: false },
  });
  await pressButton('Prev');
  await userEvent.type(await findField('Address'), ', cave');
  await pressButton('Next');
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  expect(save.mock.lastCall?.[1]).toMatchObject({
    body: { id: 7, address: 'Rua da Trindade 18, Lisboa, cave', isHandWriteAddress: true },
  });
});

test('the search has an open list only when it has results', async () => {
  readReplies.searchEstablishments = [];
  renderPage();
  const search = await findField('Search for your shop by name');
  expect(search).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.type(search, 'aur');
  expect(await screen.findByText(/Nothing by this name/)).toBeVisible();
  expect(search).toHaveAttribute('aria-expanded', 'false');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('an empty address is filled in from the position, a typed one is kept', async () => {
  const position = { latitude: 38.7123, longitude: -9.1416, distance: 300 };
  readReplies.reverseGeocode = { data: { city: 'Lisboa', address: 'Rua da Trindade 18', ...position } };
  renderPage();
  await userEvent.click(await findField('Latitude'));
  await userEvent.paste('38.7123, -9.1416');
  await waitFor(async () => expect(await findField('Address')).toHaveValue('Rua da Trindade 18, Lisboa'));
  await userEvent.type(await findField('Address'), ', cave');
  await userEvent.clear(await findField('Latitude'));
  readReplies.reverseGeocode = { data: { city: 'Porto', address: null, ...position } };
  await userEvent.paste('41.15, -8.61');
  expect(await findField('Longitude')).toHaveValue('-8.61');
  expect(await findField('Address')).toHaveValue('Rua da Trindade 18, Lisboa, cave');
});

test('an address that is not found moves the pin to its city, never to another establishment or away from the hand', async () => {
  const city = {
    displayName: 'Lisboa',
    formattedAddress: 'Lisboa',
    phone: null,
    is_city: true,
    latitude: 38.7167,
    longitude: -9.1333,
  };
  const otherPlace = { ...city, formattedAddress: 'Rua da Trindade 18', is_city: false, latitude: 38.7123 };
  call.mockImplementation(async (name, input) =>
    name === 'searchEstablishments'
      ? input!.query!.query === 'Lisboa'
        ? [otherPlace, city]
        : []
      : readReplies[name],
  );
  renderPage();
  await userEvent.type(await findField('Address'), 'Beco do Forno 3, Lisboa');
  await userEvent.tab();
  expect(await screen.findByText(/We only found the city, Lisboa/)).toBeInTheDocument();
  expect(await findField('Latitude')).toHaveValue('38.7167');
  await userEvent.click(await findField('Longitude'));
  await userEvent.paste('https://www.google.com/maps/@38.7150,-9.1400,17z');
  await userEvent.type(await findField('Address'), ', Lisboa');
  await userEvent.tab();
  await waitFor(() => expect(screen.queryByText(/Lisboa\./)).toBeNull());
  expect(await findField('Latitude')).toHaveValue('38.715');
});

test('fewer than three letters send no request', () => {
  expect(establishmentsQuery('au', 'en', null).enabled).toBe(false);
  expect(establishmentsQuery('aur', 'en', null).enabled).toBe(true);
});

test('input survives a failed call and a reload', async () => {
  save.mockRejectedValue(new ApiError(500, { code: 10, message: 'Our fault.' }));
  renderPage();
  await typeSalePlace();
  await pressButton('Next');
  // The message stays until the next attempt: one that disappears would leave the press without a visible effect.
  expect(await screen.findByRole('alert')).toHaveTextContent('Our fault.');
  expect(await findField('Name')).toHaveValue('Padaria Aurora');
  cleanup();
  renderPage();
  expect(await findField('Name')).toHaveValue('Padaria Aurora');
  expect(await findField('Phone')).toHaveValue('+351 210 000 018');
  expect(await findField('Address')).toHaveValue('Rua da Trindade 18');
  expect(await findField('Latitude')).toHaveValue('38.7123');
  expect(await screen.findByRole('button', { name: 'Bakery' })).toHaveAttribute('aria-pressed', 'true');
});

test('the server’s errors are shown at their fields, the first invalid one is focused', async () => {
  const errors = { phone: ['No phone.'], address: ['No address.'] };
  save.mockRejectedValue(new ApiError(422, { code: 1, message: 'x', errors }));
  renderPage();
  await typeSalePlace();
  await pressButton('Next');
  await waitFor(async () => expect(await findField('Phone')).toHaveAccessibleDescription('No phone.'));
  expect(await findField('Address')).toHaveAccessibleDescription('No address.');
  expect(await findField('Phone')).toHaveFocus();
});

test('an incomplete first step sends nothing', async () => {
  renderPage();
  await userEvent.type(await findField('Name'), 'Padaria');
  await pressButton('Next');
  expect(await findField('Phone')).toHaveAccessibleDescription('Fill this in.');
  expect(save).not.toHaveBeenCalled();
});

test('a missing pin is said once, at the map, and mended by one position', async () => {
  renderPage();
  await pressButton('Next');
  expect(await screen.findByText('Put the pin at your door: drag the map.')).toBeVisible();
  expect(screen.queryByText(/^Drag the map/)).toBeNull();
  expect(await findField('Latitude')).not.toBeInvalid();
  expect(await findField('Longitude')).not.toBeInvalid();
  await userEvent.click(await findField('Longitude'));
  await userEvent.paste('38.7123, -9.1416');
  await waitFor(() => expect(screen.queryByText('Put the pin at your door: drag the map.')).toBeNull());
});

test('of half a position, the number that is missing is said at its field', async () => {
  renderPage();
  await userEvent.type(await findField('Latitude'), '38.7');
  await pressButton('Next');
  await waitFor(async () => expect(await findField('Longitude')).toBeInvalid());
  expect(await findField('Latitude')).not.toBeInvalid();
});

test('an existing sale place continues to the product without being registered again', async () => {
  const existingSalePlace = {
    id: 4,
    name: 'Aurora Café',
    phone: '1',
    address: 'Rua da Bica 7',
    categories: [bakery],
  };
  readReplies.listMySalePlaces = {
    data: [{ ...existingSalePlace, latitude: 38.7, longitude: -9.1, rating: null, rating_count: 0 }],
  };
  renderPage();
  expect(await screen.findByRole('radio', { name: /Aurora Café/ })).toBeChecked();
  await pressButton('Next');
  expect(await screen.findByText(/For Aurora Café/)).toBeVisible();
  expect(save).not.toHaveBeenCalled();
  expect(readStored('createdPlace')?.id).toBe(4);
  readReplies.listMySalePlaces = { data: [] };
});

test('the map of another shop begins at the first one', async () => {
  const porto = { id: 4, name: 'Aurora', phone: '1', address: 'Rua', categories: [bakery] };
  readReplies.listMySalePlaces = { data: [{ ...porto, latitude: 41.15, longitude: -8.61 }] };
  renderPage();
  await userEvent.click(await screen.findByRole('radio', { name: 'Another shop' }));
  expect(await screen.findByText('map of 41.15, -8.61 at zoom 13')).toBeVisible();
  readReplies.listMySalePlaces = { data: [] };
});

test.each([
  ['owner', 1],
  ['counter', 0],
] as const)('without a shop, %s: %i link to register one', async (role, count) => {
  readReplies.listMySalePlaces = { data: [] };
  queryClient.setQueryData(['me'], { ...seller, business: { id: 1, role } });
  renderInLanguage(
    'en',
    <WithSalePlace title="Orders" fallback="loading">
      {() => null}
    </WithSalePlace>,
  );
  expect(await screen.findByText('No shop yet')).toBeVisible();
  expect(screen.queryAllByRole('link')).toHaveLength(count);
});

test('an empty list from before the registration does not say that there is no shop', async () => {
  readReplies.listMySalePlaces = new Promise(() => {});
  queryClient.setQueryData(mySalePlacesQuery('en').queryKey, [], { updatedAt: 1 });
  renderInLanguage(
    'en',
    <WithSalePlace title="Orders" fallback="loading">
      {() => null}
    </WithSalePlace>,
  );
  expect(await screen.findByText('loading')).toBeVisible();
  expect(screen.queryByText('No shop yet')).toBeNull();
  readReplies.listMySalePlaces = { data: [] };
});

test('a product that cannot be saved shows the fallback message and stays', async () => {
  startAtProductStep();
  writeStored('tempPhotos', ['/media/photos/a-1280.webp']);
  save.mockRejectedValue(new ApiError(502, {}));
  renderPage();
  await userEvent.type(await findField('Name of the pack'), 'Evening basket');
  await userEvent.type(await findField('Description'), 'Bread and cakes');
  expect(await findField('Language of the text above')).toHaveDisplayValue('English');
  await userEvent.selectOptions(await findField('Language of the text above'), 'Russian');
  await pressButton('Bakery');
  await userEvent.click(await screen.findByRole('radio', { name: /you get €2.70/ }));
  await pressButton('Next');
  expect(await findField('Value of the content')).toHaveAccessibleDescription(
    'Say what the content is worth.',
  );
  expect(save).not.toHaveBeenCalled();
  await userEvent.type(await findField('Value of the content'), '9,50');
  await pressButton('Next');
  expect(await screen.findByText(/customers must know before they pay/)).toBeVisible();
  expect(save).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('radio', { name: 'Some of the fourteen' }));
  await pressButton('Next');
  expect(await screen.findByText('Choose at least one.')).toBeVisible();
  expect(save).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('radio', { name: 'None of the fourteen' }));
  await pressButton('Next');
  expect(await screen.findByText('There was an error submitting the form.')).toBeVisible();
  expect(save).toHaveBeenCalledWith('saveProduct', {
    body: {
      id: 0,
      sale_place_id: 7,
      categories: [1],
      name: 'Evening basket',
      description: 'Bread and cakes',
      language: 'ru',
      photo: ['/media/photos/a-1280.webp'],
      price: 3.99,
      old_price: '9.50',
      allergens: [],
      free_of_allergens: true,
      vat_rate: null,
      diet: [],
      keeps: false,
      weight_grams: null,
      max_per_order: 3,
    },
  });
  cleanup();
  renderPage();
  expect(await findField('Name of the pack')).toHaveValue('Evening basket');
  expect(await findField('Description')).toHaveValue('Bread and cakes');
  expect(await findField('Language of the text above')).toHaveDisplayValue('Russian');
  expect(await findField('Value of the content')).toHaveValue('9,50');
  expect(screen.getByRole('radio', { name: 'None of the fourteen' })).toBeChecked();
});

test('a name that is not in the list is copied to the form', async () => {
  renderPage();
  await userEvent.type(await findField('Search for your shop by name'), 'Tasca da Ana');
  await pressButton('It is not in the list: fill in by hand');
  expect(await findField('Name')).toHaveValue('Tasca da Ana');
  expect(await findField('Name')).toHaveFocus();
});

test('a name that is not in the list closes it and replaces the shop that was selected before', async () => {
  readReplies.searchEstablishments = [
    { ...trindade, displayName: 'Padaria Aurora', phone: '+351 210 000 018' },
  ];
  renderPage();
  const search = await findField('Search for your shop by name');
  await userEvent.type(search, 'aur');
  await userEvent.click(await screen.findByRole('option', { name: /Padaria Aurora/ }));
  expect(await findField('Name')).toHaveValue('Padaria Aurora');
  await userEvent.clear(search);
  await userEvent.type(search, 'Tasca da Ana');
  expect(await screen.findByRole('option', { name: /Padaria Aurora/ })).toBeVisible();
  await pressButton('It is not in the list: fill in by hand');
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
  expect(await findField('Name')).toHaveValue('Tasca da Ana');
  expect(await findField('Phone')).toHaveValue('');
  expect(await findField('Address')).toHaveValue('');
});

const trindade = {
  displayName: 'Rua da Trindade 18',
  formattedAddress: 'Rua da Trindade 18, Lisboa',
  latitude: 38.7123,
  longitude: -9.1416,
  phone: null,
  is_city: false,
};

test('a typed address moves the pin, but one put by hand only when asked', async () => {
  readReplies.searchEstablishments = [trindade];
  renderPage();
  await userEvent.type(await findField('Address'), 'Rua da Trindade 18');
  await userEvent.tab();
  expect(await screen.findByText('The pin moved to Rua da Trindade 18, Lisboa.')).toBeVisible();
  expect(await findField('Latitude')).toHaveValue('38.7123');
  await userEvent.clear(await findField('Latitude'));
  await userEvent.paste('41.15, -8.61');
  await userEvent.type(await findField('Address'), ', Chiado');
  await userEvent.tab();
  await userEvent.click(await screen.findByRole('button', { name: 'Move the pin there' }));
  expect(await findField('Latitude')).toHaveValue('38.7123');
});

test('an address that is found late does not replace coordinates that are being typed', async () => {
  const { promise: reply, resolve: sendReply } = Promise.withResolvers<(typeof trindade)[]>();
  readReplies.searchEstablishments = reply;
  renderPage();
  await userEvent.type(await findField('Address'), 'Rua da Trindade 20');
  await userEvent.tab();
  await userEvent.type(await findField('Latitude'), '41.15');
  sendReply([trindade]);
  expect(await screen.findByRole('button', { name: 'Move the pin there' })).toBeVisible();
  expect(await findField('Latitude')).toHaveValue('41.15');
});

test('of an unknown address the city is shown, to put the pin in', async () => {
  const lisbon = {
    displayName: 'Lisboa',
    formattedAddress: 'Lisboa, Portugal',
    latitude: 38.72,
    longitude: -9.13,
  };
  call.mockImplementation(async (name, input) =>
    name === 'searchEstablishments'
      ? input!.query!.query === 'Lisboa'
        ? [{ ...lisbon, phone: null, is_city: true }]
        : []
      : readReplies[name],
  );
  renderPage();
  await userEvent.type(await findField('Address'), 'Beco do Forno 3, 1200-205 Lisboa');
  await userEvent.tab();
  expect(await screen.findByText(/only found the city, Lisboa, Portugal/)).toBeVisible();
  expect(await findField('Latitude')).toHaveValue('38.72');
});

test('windows past midnight are confirmed before they are sent', async () => {
  startAtScheduleStep();
  const window = { time_start: '19:00', time_end: '18:00' };
  writeStored('schedule', { mon: window, wed: window });
  save.mockResolvedValue({ data: { id: 9, kept_dates: [], first_pickup: null } });
  renderPage();
  await pressButton('Send');
  expect(await screen.findByText(/Monday, 19:00 to 18:00 the next day: 23/)).toBeVisible();
  await pressButton('Change the hours');
  await waitFor(async () => expect(await findField('Monday, from')).toHaveFocus());
  expect(save).not.toHaveBeenCalled();
  await pressButton('Send');
  await pressButton('Yes, past midnight');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
});

test('what was sent says when pickup begins', async () => {
  startAtScheduleStep();
  const pickup = { pickup_start: '2126-11-25T17:30:00.000Z', pickup_end: '2126-11-25T19:00:00.000Z' };
  const first_pickup = { ...pickup, time_zone: 'Europe/Lisbon' };
  save.mockResolvedValue({ data: { id: 9, kept_dates: [], first_pickup } });
  renderPage();
  await pressButton('Send');
  expect(
    await screen.findByText(/^Your pack is on sale\. First pickup: Mon.* 25 Nov.* 17:30–19:00\.$/),
  ).toBeVisible();
});

test('a weekday has its own quantity', async () => {
  startAtScheduleStep();
  save.mockResolvedValue({ data: { id: 9, kept_dates: [], first_pickup: null } });
  renderPage();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'A different number on some days' }));
  await userEvent.selectOptions(await findField('Saturday, packs'), '6');
  await pressButton('Send');
  await waitFor(() => expect(save).toHaveBeenCalledOnce());
  const { sat, ...others } = defaultSchedule;
  expect(save.mock.lastCall?.[1]).toEqual({
    body: { product_id: 9, quantity: '3', schedule: { ...others, sat: { ...sat, quantity: 6 } } },
  });
});

test('the receipt shows the week’s earnings', async () => {
  startAtScheduleStep();
  renderPage();
  const receipt = within(await screen.findByRole('region', { name: 'Your week' }));
  expect(receipt.getByText('3 packs × 6 days')).toBeVisible();
  expect(receipt.getByText('18 packs')).toBeVisible();
  expect(receipt.getByText('− €1.29')).toBeVisible();
  expect(receipt.getByText('€48.60')).toBeInTheDocument();
  await chooseQuantity('5');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Saturday' }));
  expect(receipt.getByText('5 packs × 5 days')).toBeVisible();
  expect(receipt.getByText('€67.50')).toBeInTheDocument();
});

test('an invalid day is reported before anything is sent', async () => {
  startAtScheduleStep();
  writeStored('schedule', { mon: { time_start: '18:00', time_end: '18:00' } });
  renderPage();
  const from = await findField('Monday, from');
  expect(from).toHaveAccessibleDescription('It starts and ends at the same time.');
  await pressButton('Send');
  expect(from).toHaveFocus();
  expect(save).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Monday' }));
  expect(screen.getByText('Choose at least one day.')).toBeVisible();
});

test('sending publishes the product and clears the drafts', async () => {
  startAtScheduleStep();
  writeStored('packName', 'Basket');
  save.mockResolvedValue({ data: { id: 9, kept_dates: [] } });
  renderPage();
  await pressButton('Send');
  await waitFor(() => expect(readStored('createdProduct')).toBeNull());
  expect(save).toHaveBeenCalledExactlyOnceWith('updateSchedule', {
    body: { product_id: 9, quantity: '3', schedule: defaultSchedule },
  });
  for (const key of ['createdPlace', 'packName', 'schedule', 'selectedQuantity'] as const)
    expect(readStored(key)).toBeNull();
});

test('a schedule that cannot be sent stays', async () => {
  startAtScheduleStep();
  save.mockRejectedValue(new ApiError(0, {}));
  renderPage();
  await chooseQuantity('7');
  await pressButton('Apply to all');
  await pressButton('Send');
  expect(await screen.findByRole('alert')).toHaveTextContent(/connection|internet|network/i);
  cleanup();
  renderPage();
  expect(await screen.findByRole('radio', { name: '7' })).toBeChecked();
  expect(readStored('createdProduct')?.id).toBe(9);
});
