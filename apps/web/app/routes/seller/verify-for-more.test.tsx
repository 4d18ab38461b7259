import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import { stubUploads } from '../../../test/stub-browser.tsx';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { Component as ProductPage } from './product.tsx';
import { Component as QuickStartPage } from './quick-start.tsx';
import { Component as SalePlacePage } from './sale-place.tsx';

const call = mockCalls();
const message = 'Confirm your e-mail first: until then there is room for 3.';
const errors = { email_verified: [message] };
const bakery = { id: 1, name: 'Bakery', slug: 'bakery' };
const me = { id: 5, email: 'rui@example.com', email_verified: false, is_owner: true, has_password: true };
const place = {
  id: 4,
  name: 'Aurora',
  address: 'Rua',
  categories: [bakery],
  latitude: 38.7,
  longitude: -9.1,
};
const reads: Record<string, unknown> = {
  getMe: { data: me },
  listMySalePlaces: { data: [] },
  listSalePlaceTypes: { data: [bakery] },
  listProductTypes: { data: [bakery] },
  listPriceTiers: { data: [{ price_cents: 399, old_price_cents: 1200, earning_cents: 270 }] },
  findLookAlikes: { data: [] },
  searchEstablishments: [],
  reverseGeocode: { data: { city: 'Almada', address: null, distance: 300 } },
  sendCode: { success: true, code: 0 },
};
let isVerified = false;
/** The bodies of what was to be saved, refused until the address is confirmed. */
let saved: unknown[] = [];

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal('scrollTo', vi.fn());
  writeStored('token', '1|token');
  isVerified = false;
  saved = [];
  reads.listMySalePlaces = { data: [] };
  call.mockImplementation(async (name, input) => {
    if (name === 'verifyEmail') {
      expect(input).toEqual({ body: { code: '402913' } });
      isVerified = true;
      return { success: true, code: 0 };
    }
    if (name !== 'saveSalePlace' && name !== 'saveProduct') return reads[name];
    saved.push(input!.body);
    if (!isVerified) throw new ApiError(409, { code: 5, message, errors });
    return { data: { id: 7, name: 'Cesto', description: 'Pão.' } };
  });
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const renderPage = (page: React.ReactElement, path: string) => renderInLanguage('en', page, path);

async function typeSalePlace() {
  await userEvent.type(await screen.findByLabelText('Name'), 'Padaria Aurora');
  await userEvent.type(await screen.findByLabelText('Phone'), '+351 210 000 018');
  await userEvent.type(await screen.findByLabelText('Address'), 'Rua da Trindade 18');
  await userEvent.click(await screen.findByLabelText('Longitude'));
  await userEvent.paste('https://www.google.com/maps/@38.7123,-9.1416,17z');
  await press('Bakery');
}

const question = { name: 'Is this e-mail yours?' };
/** The toast after it is a dialog too, for five seconds. */
const waitForAnswer = () => waitFor(() => expect(screen.queryByRole('dialog', question)).toBeNull());

async function confirmAddress() {
  const dialog = within(await screen.findByRole('dialog', question));
  expect(dialog.getByText(message)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Send me a code' }));
  await userEvent.type(await dialog.findByRole('textbox'), '402913');
  await waitForAnswer();
}

test.each([
  ['wizard', <QuickStartPage key="wizard" />, '/seller/quick-start', 'Next'],
  ['page', <SalePlacePage key="page" />, '/seller/point', 'Save'],
])(
  'one sale place too many, in the %s: the code is asked for there, and the form goes on',
  async (_, page, path, label) => {
    renderPage(page, path);
    await typeSalePlace();
    await press(label);
    await confirmAddress();
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved[1]).toEqual(saved[0]);
    expect(saved[1]).toMatchObject({ name: 'Padaria Aurora', address: 'Rua da Trindade 18' });
  },
);

test('who closes the question keeps the form and its error, and is asked again', async () => {
  renderPage(<QuickStartPage />, '/seller/quick-start');
  await typeSalePlace();
  await press('Next');
  await screen.findByRole('dialog', question);
  await press('Close');
  await waitForAnswer();
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveValue('Padaria Aurora');
  await press('Next');
  await confirmAddress();
  await waitFor(() => expect(readStored('createdPlace')).toMatchObject({ id: 7 }));
});

test('one product too many', async () => {
  writeStored('createdPlace', { id: 4, name: 'Aurora', phone: '+351 210', address: 'Rua' });
  writeStored('tempPhotos', ['/media/a.webp']);
  writeStored('packName', 'Cesto');
  writeStored('description', 'Pão.');
  writeStored('packCategories', [1]);
  writeStored('selectedPrice', 3.99);
  writeStored('packValue', '10');
  renderPage(<QuickStartPage />, '/seller/quick-start?step=1');
  await userEvent.click(await screen.findByRole('radio', { name: 'None of the fourteen' }));
  await press('Next');
  await confirmAddress();
  await waitFor(() => expect(readStored('createdProduct')).toMatchObject({ id: 7 }));
  expect(saved[1]).toEqual(saved[0]);
  expect(saved[1]).toMatchObject({ id: 0, sale_place_id: 4, name: 'Cesto', photo: ['/media/a.webp'] });
});

test('one waiting photo too many: it is sent again', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const uploads = stubUploads();
  reads.listMySalePlaces = { data: [place] };
  renderPage(<ProductPage />, '/seller/dish');
  const input = await screen.findByLabelText('Photos', { selector: 'input' });
  await userEvent.upload(input, new File(['x'], 'a.png', { type: 'image/png' }));
  await waitFor(() => expect(uploads).toHaveLength(1));
  act(() => uploads[0]!.respond(409, { code: 5, message, errors }));
  await confirmAddress();
  await waitFor(() => expect(uploads).toHaveLength(2));
  act(() => uploads[1]!.respond(200, { data: { path: '/media/a.webp', srcset: '' } }));
  await waitFor(() => expect(screen.queryByText(message)).toBeNull());
});
