import { zipSync } from 'fflate';
import { beforeEach, expect, test } from 'vitest';
import {
  createJpeg,
  createProductOnSale,
  markEmailVerified,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const createCsv = (...lines: string[]) => new File([lines.join('\n')], 'packs.csv');
const send = async (user: TestUser, file: Blob) => (await user.call('createProductImport', { file })).data;
const fetchImport = async (user: TestUser, id: number) =>
  (await user.call('getProductImport', { params: { id } })).data;
const start = (user: TestUser, id: number, body: { only_valid?: boolean } = {}) =>
  user.call('startProductImport', { params: { id }, body });

const createPhoto = async () => new Uint8Array(await (await createJpeg(160, 90)).arrayBuffer());

async function createSeller() {
  const fixture = await createProductOnSale(api);
  await markEmailVerified(api, fixture.seller);
  return fixture;
}

test('a table with photos is checked, written once, and noted', async () => {
  const { seller, salePlaceId } = await createSeller();
  const { id, ...checked } = await send(
    seller,
    createCsv(
      'loja;nome;descrição;preço;categorias;fotos;packs por dia;segunda;sexta',
      'padaria aurora;Cesto grande;"Pão, bolos\ne mais.";4,99;Padaria;a.jpg, b.jpg;5;18:00-19:30;17:00-18:00 (3)',
    ),
  );
  expect(checked).toMatchObject({ state: 'checked', file_name: 'packs.csv', rows: { total: 1, wrong: 1 } });
  expect(checked.errors).toMatchObject([
    { row: 2, column: 'photos', column_name: 'fotos', value: 'a.jpg, b.jpg' },
  ]);
  const zip = zipSync({ 'photos/a.jpg': await createPhoto(), 'B.JPG': await createPhoto() });
  const { data: withPhotos } = await seller.call('addImportPhotos', {
    params: { id },
    file: new File([zip], 'fotos.zip'),
  });
  expect(withPhotos).toMatchObject({
    state: 'checking',
    photos: { file_name: 'fotos.zip', total: 2, due: 2, named: 2 },
    rows: { new: 1, wrong: 0 },
  });
  await api.jobs.runDue();
  expect(await fetchImport(seller, id)).toMatchObject({ state: 'checked', rows: { new: 1 }, errors: [] });
  expect((await start(seller, id)).data).toMatchObject({
    state: 'importing',
    written: { total: 1, done: 0 },
  });
  await api.jobs.runDue();
  expect(await fetchImport(seller, id)).toMatchObject({
    state: 'done',
    written: { total: 1, done: 1, failed: 0 },
  });
  const { data: products } = await seller.call('listMyProducts', { query: { sale_place_id: salePlaceId } });
  const product = products.find(({ name }) => name === 'Cesto grande')!;
  expect(product).toMatchObject({
    description: 'Pão, bolos\ne mais.',
    price: 4.99,
    state: 'active',
    quantity: 5,
    schedule: {
      mon: { time_start: '18:00', time_end: '19:30' },
      fri: { time_start: '17:00', time_end: '18:00', quantity: 3 },
    },
  });
  expect(product.photos).toHaveLength(2);
  const { data: activity } = await seller.call('listActivity');
  expect(activity.slice(0, 2).map(({ kind, product: ref }) => [kind, ref?.id])).toEqual([
    ['product_published', product.id],
    ['product_added', product.id],
  ]);
});
