import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { hasMemberRight } from '@wopack/contract/vocabulary';
import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { seller } from '../../../test/me.ts';
import { renderInLanguage } from '../../../test/render.tsx';
import { captureDownloads, stubScreen, stubUploads } from '../../../test/stub-browser.tsx';
import type { ProductImport } from '../../features/products/product-imports/product-imports.api.ts';
import type { SalePlace } from '../../features/sale-places/sale-places.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { writeStored } from '../../lib/storage/storage.ts';
import { ImportView } from './product-import.tsx';

const call = mockCalls();

const salePlaces = [
  { id: 7, name: 'Rossio', time_zone: 'Europe/Lisbon' },
  { id: 8, name: 'Areeiro', time_zone: 'Europe/Lisbon' },
] as SalePlace[];

const buildImport = (overrides: Partial<ProductImport> = {}): ProductImport => ({
  id: 3,
  made_by: { id: seller.id, name: 'Paula Vidal' },
  is_mine: true,
  state: 'checked',
  file_name: 'belavista.csv',
  created_at: '2026-11-27T10:00:00.000Z',
  started_at: null,
  ended_at: null,
  rows: { total: 300, new: 212, changed: 64, unchanged: 24, wrong: 0 },
  photos: { file_name: null, total: 0, due: 0, named: 0 },
  written: { total: 0, done: 0, failed: 0 },
  error_count: 0,
  errors: [],
  linked: { total: 0, rows: [] },
  ...overrides,
});

const withErrors = buildImport({
  rows: { total: 300, new: 212, changed: 64, unchanged: 23, wrong: 1 },
  error_count: 2,
  errors: [
    {
      row: 14,
      code: 'NAT-02',
      column: 'price',
      column_name: 'preço',
      value: '3,10',
      message: 'Not one of the prices.',
    },
    {
      row: 14,
      code: 'NAT-02',
      column: 'categories',
      column_name: 'categorias',
      value: '',
      message: 'Missing.',
    },
  ],
});

const buildProducts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: 100 + index,
    row: 2 + index,
    is_new: index % 2 === 0,
    name: `Basket ${index + 1}`,
    state: index === 1 ? 'removed' : 'active',
    sale_place: { id: 7, name: 'Rossio' },
  }));

let current: ProductImport | null;
let startReply: unknown;
let products: ReturnType<typeof buildProducts>;
beforeEach(() => {
  writeStored('token', 'token');
  queryClient.clear();
  queryClient.setQueryData(['me'], seller);
  current = null;
  startReply = undefined;
  products = buildProducts(2);
  stubScreen(true);
  call.mockImplementation(async (name) => {
    if (name === 'listMyBusinesses') return { data: [] };
    if (name === 'listProductImports') return { data: current ? [current] : [] };
    if (name === 'getProductImport')
      return current ? { data: current } : Promise.reject(new ApiError(404, { code: 4, message: 'Gone' }));
    if (name === 'listImportedProducts') return { data: products, next_cursor: null };
    if (name === 'startProductImport') {
      if (startReply instanceof Error) throw startReply;
      return startReply;
    }
    if (name === 'discardProductImport') {
      current = null;
      return { data: { id: 3 } };
    }
    if (name === 'exportProducts' || name === 'exportImportErrors' || name === 'exportImportTemplate')
      return 'name\r\n';
    if (name === 'listImportColumns')
      return {
        data: [
          { key: 'name', name: 'name', help: 'One line.', is_required: true, options: [], example: 'Basket' },
        ],
      };
    return undefined;
  });
});

const renderPage = (language: 'en' | 'ru' = 'en', search = '') =>
  renderInLanguage(language, <ImportView salePlaces={salePlaces} />, `/seller/import${search}`);

const table = (name = 'belavista.csv') => new File(['name;price\n'], name, { type: 'text/csv' });

test('a table and its photos are sent one after the other, with progress', async () => {
  const uploads = stubUploads();
  renderPage();
  await userEvent.upload(await screen.findByLabelText('Table'), table());
  await userEvent.upload(
    screen.getByLabelText('Photos'),
    new File(['PK'], 'fotos.zip', { type: 'application/zip' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Check the file' }));
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(uploads[0]!.path).toMatch(/product_imports$/);
  uploads[0]!.reportProgress(0.4);
  await waitFor(() => expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40'));
  current = buildImport();
  uploads[0]!.respond(200, { data: current });
  await waitFor(() => expect(uploads).toHaveLength(2));
  expect(uploads[1]!.path).toMatch(/product_imports\/3\/photos$/);
  expect(await screen.findByRole('heading', { name: 'Sending fotos.zip' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import 276 packs' })).toBeDisabled();
  current = buildImport({ photos: { file_name: 'fotos.zip', total: 2, due: 0, named: 2 } });
  uploads[1]!.respond(200, { data: current });
  expect(await screen.findByRole('heading', { name: 'Everything is right' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Import 276 packs' })).toBeEnabled();
});

test('what the server says about the file stands below its field, and the file stays chosen', async () => {
  const uploads = stubUploads();
  renderPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Check the file' }));
  expect(screen.getByText('Choose a table.')).toBeVisible();
  await userEvent.upload(screen.getByLabelText('Table'), table());
  await userEvent.click(screen.getByRole('button', { name: 'Check the file' }));
  await waitFor(() => expect(uploads).toHaveLength(1));
  uploads[0]!.respond(422, {
    code: 1,
    message: 'Check the fields.',
    errors: { 'columns.missing': ['These columns are missing: price'], file: ['No rows.'] },
  });
  expect(await screen.findByText('These columns are missing: price')).toBeVisible();
  expect(screen.getByText('No rows.')).toBeVisible();
  expect(screen.getByText('belavista.csv')).toBeVisible();
  // A lost connection: the same file again.
  await userEvent.click(screen.getByRole('button', { name: 'Check the file' }));
  await waitFor(() => expect(uploads).toHaveLength(2));
  uploads[1]!.fail();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(uploads).toHaveLength(3));
});

test('files of another type or size are refused before they are sent', async () => {
  renderPage();
  const field = await screen.findByLabelText('Table');
  await userEvent.upload(field, new File(['x'], 'menu.pdf', { type: 'application/pdf' }), {
    applyAccept: false,
  });
  expect(await screen.findByText('menu.pdf: only CSV or XLSX.')).toBeVisible();
  const large = table('large.csv');
  Object.defineProperty(large, 'size', { value: 6 * 1_048_576 });
  await userEvent.upload(field, large);
  expect(await screen.findByText('large.csv: 5 MB at most.')).toBeVisible();
});

test('errors are listed by row and column, and the good rows are taken once that is confirmed', async () => {
  current = withErrors;
  renderPage();
  expect(await screen.findByRole('heading', { name: '1 row with errors' })).toBeVisible();
  expect(screen.getByRole('heading', { name: '2 errors in 1 row' })).toBeVisible();
  const [, first] = within(screen.getByRole('table')).getAllByRole('row');
  expect(first).toHaveTextContent('14NAT-02preço3,10Not one of the prices.');
  expect(screen.queryByRole('button', { name: /^Import \d+ packs$/ })).not.toBeInTheDocument();
  const downloads = captureDownloads();
  await userEvent.click(screen.getByRole('button', { name: 'Errors as CSV, 2 lines' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Import only the 276 good ones' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import only 276 packs?' });
  current = { ...withErrors, state: 'importing', written: { total: 276, done: 0, failed: 0 } };
  startReply = { data: current };
  await userEvent.click(within(dialog).getByRole('button', { name: 'Import only the 276 good ones' }));
  expect(await screen.findByRole('heading', { name: 'Importing packs' })).toBeVisible();
  expect(call).toHaveBeenCalledWith('startProductImport', {
    params: { id: 3 },
    body: { only_valid: true },
  });
});

test('progress goes on after a reload, until it is over', async () => {
  current = buildImport({ state: 'importing', written: { total: 276, done: 69, failed: 0 } });
  renderPage();
  expect(await screen.findByText('69 of 276 packs')).toBeVisible();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  current = buildImport({ state: 'done', written: { total: 276, done: 276, failed: 0 } });
  expect(
    await screen.findByRole('heading', { name: '276 packs imported' }, { timeout: 60_000 }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the packs' })).toHaveAttribute('href', '/seller');
  await userEvent.click(screen.getByRole('button', { name: 'Import another file' }));
  expect(await screen.findByLabelText('Table')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /belavista\.csv.*276 packs written/ })).toBeVisible();
});

test('packs that were written are named with their shop, folded when they are many', async () => {
  products = buildProducts(12);
  current = buildImport({ state: 'done', written: { total: 12, done: 12, failed: 0 } });
  renderPage('en', '?id=3');
  const section = await screen.findByRole('region', { name: 'Packs written' });
  expect(
    await within(section).findByRole('link', { name: /Basket 1.*Rossio · new · Row 2/ }),
  ).toHaveAttribute('href', '/seller/dish/100');
  expect(within(section).queryByRole('link', { name: /Basket 2/ })).not.toBeInTheDocument();
  expect(within(section).getByText('Rossio · changed · deleted since · Row 3')).toBeVisible();
  expect(within(section).queryByText('Basket 12')).not.toBeInTheDocument();
  await userEvent.click(within(section).getByRole('button', { name: 'Show all 12 packs' }));
  expect(await within(section).findByText('Basket 12')).toBeVisible();
});

test('rows that change linked packs say at how many other shops', async () => {
  current = buildImport({
    linked: {
      total: 2,
      rows: [
        { row: 14, name: 'Evening bag', others: 3 },
        { row: 15, name: 'Box', others: 1 },
      ],
    },
  });
  renderPage();
  const section = await screen.findByRole('region', { name: '2 rows change linked packs' });
  expect(within(section).getByText('Row 14 · also at 3 other shops')).toBeVisible();
  expect(within(section).getByText('Row 15 · also at 1 other shop')).toBeVisible();
});

test('an import of somebody else names them, and goes on with them alone', async () => {
  current = buildImport({ is_mine: false, made_by: { id: 99, name: 'Rui Fontes' } });
  renderPage();
  // It is not gone on with: the page begins with the files.
  expect(await screen.findByLabelText('Table')).toBeInTheDocument();
  await userEvent.click(await screen.findByRole('button', { name: /belavista\.csv.*Made by Rui Fontes/ }));
  expect(await screen.findByText('Only Rui Fontes can go on with this import.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Import \d+ packs$/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
});

test('a refused start says why and keeps the import', async () => {
  current = buildImport();
  startReply = new ApiError(409, { code: 5, message: 'There are rows with errors.' });
  renderPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Import 276 packs' }));
  expect(await screen.findByText('There are rows with errors.')).toBeVisible();
});

test('an import is discarded once that is confirmed', async () => {
  current = buildImport();
  renderPage();
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  const dialog = await screen.findByRole('dialog', { name: 'Discard this import?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByLabelText('Table')).toBeInTheDocument();
  expect(call).toHaveBeenCalledWith('discardProductImport', { params: { id: 3 } });
});

test('an import that is gone says so', async () => {
  renderPage('en', '?id=9');
  expect(await screen.findByText('This import is gone')).toBeVisible();
});

test('the products of one shop are exported, and columns explained', async () => {
  renderPage();
  const downloads = captureDownloads();
  await userEvent.selectOptions(await screen.findByLabelText('Shop'), 'Areeiro');
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(call).toHaveBeenCalledWith('exportProducts', { query: { sale_place_id: 8 } });
  await userEvent.click(screen.getByRole('button', { name: 'What goes in each column' }));
  expect(await screen.findByText('One line.')).toBeVisible();
});

test('on a phone the errors of a row stand together', async () => {
  stubScreen(false);
  current = withErrors;
  renderPage('ru');
  expect(await screen.findByRole('heading', { name: '1 строка с ошибками' })).toBeVisible();
  expect(screen.getByText('(пусто)')).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

test('only who may change products has the page', () => {
  expect(
    ['owner', 'manager', 'counter', 'accountant'].map((role) =>
      hasMemberRight(role as never, 'products.manage'),
    ),
  ).toEqual([true, true, false, false]);
});
