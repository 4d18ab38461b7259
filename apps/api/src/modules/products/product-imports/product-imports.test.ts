import { deflateRawSync } from 'node:zlib';
import { errorCodes } from '@wopack/contract';
import { zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { beforeEach, expect, test } from 'vitest';
import {
  addMember,
  buyProduct,
  createJpeg,
  createMember,
  createProductOnSale,
  createTestUser,
  expectApiError,
  markEmailVerified,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, lockRow, useTestApp, waitUntilBlocked } from '../../../../test/support/test-app.ts';
import { sendRequest } from '../../../../test/support/test-request.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const createCsv = (...lines: string[]) => new File([lines.join('\n')], 'packs.csv');
const send = async (user: TestUser, file: Blob) => (await user.call('createProductImport', { file })).data;
const fetchImport = async (user: TestUser, id: number) =>
  (await user.call('getProductImport', { params: { id } })).data;
const start = (user: TestUser, id: number, body = { only_valid: false }) =>
  user.call('startProductImport', { params: { id }, body });

const createPhoto = async (width = 160) => new Uint8Array(await (await createJpeg(width, 90)).arrayBuffer());

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
  const zip = zipSync({ 'photos/a.jpg': await createPhoto(), 'B.JPG': await createPhoto(320) });
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

const HEAD = 'loja;nome;descrição;preço;categorias;fotos';
const exportTable = async (user: TestUser, language = 'pt') =>
  (await sendRequest(api, 'exportProducts', { token: user.token, language })).text;
const errorsOf = async (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ code, message, errors }: { code: number; message: string; errors?: Record<string, string[]> }) => ({
      code,
      message,
      errors,
    }),
  );
const refusal = (user: TestUser, content: string | Uint8Array<ArrayBuffer>, name = 'packs.csv') =>
  errorsOf(send(user, new File([content], name)));

test.each(['pt', 'en', 'ru'])('the exported file in %s, imported, changes nothing', async (language) => {
  const { seller, salePlaceId } = await createSeller();
  await createProductOnSale(api, {
    seller,
    salePlace: { name: 'Quiosque; "Aurora"' },
    product: {
      name: '=1+1; Cesto',
      description: '- pão\n- bolos, "bons"\n@home',
      allergens: ['gluten', 'nuts'],
      diet: ['vegan'],
      code: '00417',
      texts: { en: { name: '=Basket; "big"', description: 'Bread.\n- cakes' } },
    },
    schedule: {
      mon: { time_start: '22:00', time_end: '01:30', quantity: 9 },
      sat: { time_start: '08:05', time_end: '09:00' },
    },
  });
  const csv = await exportTable(seller, language);
  const checked = await send(seller, new File([csv], 'packs.csv'));
  expect(checked).toMatchObject({ state: 'checked', errors: [], rows: { total: 2, unchanged: 2 } });
  const { data: before } = await seller.call('listMyProducts');
  await start(seller, checked.id);
  await api.jobs.runDue();
  expect(await fetchImport(seller, checked.id)).toMatchObject({
    state: 'done',
    written: { total: 0, done: 0 },
  });
  expect((await seller.call('listMyProducts')).data).toEqual(before);
  expect(before[0]!.sale_place_id).toBe(salePlaceId);
  expect(before[1]!.code).toBe('00417');
  const one = await sendRequest(api, 'exportProducts', {
    token: seller.token,
    query: { sale_place_id: salePlaceId },
  });
  expect(one.text.trim().split('\r\n')).toHaveLength(2);
});

test('the same table as XLSX: numbers, and formulas as errors', async () => {
  const { seller, productId } = await createSeller();
  const xlsx = await writeXlsx({
    sheets: [
      {
        name: 'Packs',
        rows: [
          ['número', 'preço', 'packs por dia'],
          [productId, 4.99, 7],
        ],
      },
      { name: 'Other', rows: [['anything']] },
    ],
  });
  const checked = await send(seller, new File([new Uint8Array(xlsx)], 'packs.xlsx'));
  expect(checked).toMatchObject({ errors: [], rows: { changed: 1 } });
  await start(seller, checked.id);
  await api.jobs.runDue();
  expect((await seller.call('getMyProduct', { params: { id: productId } })).data).toMatchObject({
    price: 4.99,
    quantity: 7,
  });
  const withFormula = await writeXlsx({
    sheets: [
      {
        name: 'Packs',
        rows: [
          ['número', 'preço'],
          [productId, 5.99],
        ],
        cells: new Map([['1,1', { value: 5.99, type: 'formula', formula: 'A2*2', formulaResult: 5.99 }]]),
      },
    ],
  });
  const { errors } = await send(seller, new File([new Uint8Array(withFormula)], 'packs.xlsx'));
  expect(errors).toMatchObject([{ row: 2, column: 'price', value: '=A2*2' }]);
});

test('what is wrong with a file as a whole is said at once, and nothing is kept', async () => {
  const { seller } = await createSeller();
  expect(await refusal(seller, '')).toMatchObject({ code: 1, errors: { file: [expect.any(String)] } });
  expect(await refusal(seller, '\n\n;;;\n')).toMatchObject({
    code: 1,
    errors: { file: [expect.any(String)] },
  });
  expect(await refusal(seller, `${HEAD}\n`)).toMatchObject({
    code: 1,
    errors: { file: [expect.any(String)] },
  });
  expect(await refusal(seller, 'a;b\n1;2')).toMatchObject({
    code: 1,
    errors: { file: [expect.any(String)] },
  });
  expect(await refusal(seller, 'nome;name;Notas;preço\nCesto;Cesto;;4,99')).toMatchObject({
    code: 1,
    errors: {
      'columns.missing': ['These columns are missing: shop, description, categories, photos'],
      'columns.unknown': ['These columns do not exist: Notas. Rename or remove them.'],
      'columns.repeated': ['These columns are there twice: name'],
    },
  });
  const rows = Array.from({ length: 501 }, (_, index) => `x;Cesto ${index};Pão.;4,99;Padaria;a.jpg`);
  expect((await refusal(seller, [HEAD, ...rows].join('\n')))?.errors).toEqual({
    file: ['The file has 501 packs: 500 at most. Split it.'],
  });
  for (const content of [
    Buffer.from('loja;nome\nx;Pão', 'latin1'),
    Buffer.from('d0cf11e0a1b11ae100', 'hex'),
    await createJpeg(64, 36).then((photo) => photo.arrayBuffer()),
    'id;nome\n1;"aberto',
    Buffer.from('PK\u0003\u0004 and nothing of a workbook'),
  ])
    expect(await refusal(seller, new Uint8Array(Buffer.from(content as Buffer)))).toMatchObject({
      code: errorCodes.uploadRefused.code,
    });
  expect(await refusal(seller, new Uint8Array(6 * 1_048_576))).toMatchObject({
    code: 8,
    message: 'The table is too large: 5 MB at most.',
  });
  expect((await seller.call('listProductImports')).data).toEqual([]);
});

test('five hundred wrong rows have all their errors in the file, and nothing is written', async () => {
  const { seller } = await createSeller();
  const rows = Array.from({ length: 500 }, () => 'Sete Rios;;;3,10;pizza;a.jpg');
  const { id, ...checked } = await send(seller, createCsv(HEAD, ...rows));
  expect(checked).toMatchObject({ rows: { total: 500, wrong: 500, new: 0 }, error_count: 3000 });
  expect(checked.errors).toHaveLength(200);
  expect(checked.errors.slice(0, 6).map(({ column_name }) => column_name)).toEqual(HEAD.split(';'));
  const { text } = await sendRequest(api, 'exportImportErrors', { token: seller.token, params: { id } });
  expect(text.trim().split('\r\n')).toHaveLength(3001);
  await expectApiError(start(seller, id), errorCodes.conflict.code);
  expect((await start(seller, id, { only_valid: true })).data).toMatchObject({ written: { total: 0 } });
  await api.jobs.runDue();
  expect((await seller.call('listMyProducts')).data).toHaveLength(1);
});

test('with a wrong row nothing is written, unless the others are asked for', async () => {
  const { seller, productId } = await createSeller();
  const { data: product } = await seller.call('getMyProduct', { params: { id: productId } });
  const photo = product.photos[0]!.path.split('/').at(-1);
  const table = createCsv(
    HEAD,
    `Padaria Aurora;Cesto novo;Pão.;4,99;Padaria;${photo}`,
    `Padaria Aurora;Cesto caro;Pão.;3,10;Padaria;${photo}`,
  );
  const { id, errors } = await send(seller, table);
  expect(errors).toMatchObject([{ row: 3, column: 'price', value: '3,10' }]);
  expect(errors[0]!.message).toMatch(/^Not one of the prices: 1\.99, 2\.99, 3\.99/);
  await expectApiError(start(seller, id), errorCodes.conflict.code);
  await api.jobs.runDue();
  expect((await seller.call('listMyProducts')).data).toHaveLength(1);
  await start(seller, id, { only_valid: true });
  await api.jobs.runDue();
  expect(await fetchImport(seller, id)).toMatchObject({
    state: 'done',
    written: { total: 1, done: 1 },
    error_count: 1,
  });
  expect((await seller.call('listMyProducts')).data.map(({ name, state }) => [name, state]).slice(1)).toEqual(
    [['Cesto novo', 'draft']],
  );
  await expectApiError(start(seller, id), errorCodes.conflict.code);
});

/** A ZIP file with one entry, whose declared size may be another one. */
function createZip(name: string, content: Buffer, declared = content.length): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(content, { level: 9 });
  const crc = Buffer.alloc(4);
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32LE(packed.length, 0);
  sizes.writeUInt32LE(declared, 4);
  const nameBytes = Buffer.from(name);
  const lengths = Buffer.from([nameBytes.length, 0, 0, 0]);
  const common = Buffer.concat([Buffer.from([20, 0, 0, 0, 8, 0, 0, 0, 0, 0]), crc, sizes, lengths]);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, nameBytes, packed]);
  const central = Buffer.concat([
    Buffer.from('PK\u0001\u0002'),
    Buffer.from([20, 0]),
    common,
    Buffer.alloc(14),
    nameBytes,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return new Uint8Array(Buffer.concat([local, central, end]));
}

test('what unpacks to too much is refused, whatever size it declares', async () => {
  const { seller } = await createSeller();
  const bomb = Buffer.alloc(200_000_000);
  for (const declared of [bomb.length, 1000]) {
    expect(
      await refusal(seller, createZip('xl/worksheets/sheet1.xml', bomb, declared), 'packs.xlsx'),
    ).toMatchObject({
      code: errorCodes.uploadRefused.code,
    });
  }
  const { id } = await send(seller, createCsv(HEAD, 'x;x;x;x;x;a.jpg'));
  const addPhotos = (content: Uint8Array<ArrayBuffer>) =>
    errorsOf(seller.call('addImportPhotos', { params: { id }, file: new File([content], 'fotos.zip') }));
  for (const declared of [bomb.length, 1000])
    expect(await addPhotos(createZip('a.jpg', bomb, declared))).toMatchObject({
      code: errorCodes.uploadRefused.code,
    });
  expect(await addPhotos(new Uint8Array(Buffer.from('no ZIP file')))).toMatchObject({
    message: 'This is no ZIP file that we can open. Make it again.',
  });
  expect(await addPhotos(zipSync({ 'readme.txt': new Uint8Array(3) }))).toMatchObject({
    message: expect.stringContaining('no photo'),
  });
  expect(
    await addPhotos(zipSync({ '../../a.jpg': await createPhoto(), 'x/a.jpg': await createPhoto() })),
  ).toMatchObject({
    code: errorCodes.uploadRefused.code,
  });
  expect(await fetchImport(seller, id)).toMatchObject({ photos: { total: 0 } });
});

test('a small workbook that repeats a long text is refused before the server has it', async () => {
  const { seller } = await createSeller();
  const text = 'y'.repeat(60_000);
  const rows = [['id', 'name'], ...Array.from({ length: 490 }, () => ['', text])];
  const workbook = await writeXlsx({ sheets: [{ name: 'Packs', rows }] });
  expect(workbook.length).toBeLessThan(500_000);
  expect(await refusal(seller, new Uint8Array(workbook), 'packs.xlsx')).toMatchObject({
    code: errorCodes.uploadRefused.code,
    message: expect.stringContaining('too much in it'),
  });
});

test('characters that cannot be stored are left out, of texts, formulas and names of photos', async () => {
  const { seller } = await createSeller();
  const table = `\ufeff${HEAD};código\n=A\0B;Cesto;Pão.;4,99;Padaria;a.jpg;X\0-1`;
  const { id, errors } = await send(seller, new File([Buffer.from(table, 'utf16le')], 'packs.csv'));
  expect(errors).toMatchObject([{ column: 'sale_place', code: 'X-1', value: '=AB' }, { column: 'photos' }]);
  const addPhotos = (photos: Record<string, Uint8Array<ArrayBuffer>>) =>
    seller.call('addImportPhotos', { params: { id }, file: new File([zipSync(photos)], 'fotos.zip') });
  const photo = await createPhoto();
  const { data } = await addPhotos({ 'a\0.jpg': photo, [`${'x'.repeat(20_000)}.jpg`]: photo });
  expect(data.photos).toMatchObject({ total: 2, named: 1 });
});

test('a picture that cannot be read is an error of its row before anything is written', async () => {
  const { seller } = await createSeller();
  const { id } = await send(seller, createCsv(HEAD, 'Padaria Aurora;Cesto;Pão.;4,99;Padaria;a.jpg'));
  const zip = zipSync({ 'a.jpg': new TextEncoder().encode('no picture, whatever its name says') });
  await seller.call('addImportPhotos', { params: { id }, file: new File([zip], 'fotos.zip') });
  await expectApiError(start(seller, id), errorCodes.conflict.code);
  await api.jobs.runDue();
  expect(await fetchImport(seller, id)).toMatchObject({
    state: 'checked',
    errors: [{ row: 2, column: 'photos', message: 'Only JPEG, PNG or WebP pictures, please.' }],
  });
  // The corrected file keeps the photos of the one before, and a better photo replaces one.
  const again = await send(seller, createCsv(HEAD, 'Padaria Aurora;Cesto 2;Pão.;4,99;Padaria;a.jpg'));
  await expectApiError(
    fetchImport(seller, id).then(() => null),
    errorCodes.notFound.code,
  );
  expect(again).toMatchObject({ photos: { file_name: 'fotos.zip', total: 1 }, rows: { wrong: 1 } });
  const { data } = await seller.call('addImportPhotos', {
    params: { id: again.id },
    file: new File([zipSync({ 'A.jpg': await createPhoto(), 'a.jpg': await createPhoto() })], 'melhores.zip'),
  });
  expect(data).toMatchObject({ photos: { file_name: 'melhores.zip' } });
  await api.jobs.runDue();
  expect(await fetchImport(seller, again.id)).toMatchObject({ state: 'checked', rows: { new: 1 } });
  await seller.call('discardProductImport', { params: { id: again.id } });
  await api.jobs.runDue();
  expect((await seller.call('listProductImports')).data).toEqual([]);
  expect(
    await api.db.selectFrom('uploads').select('path').where('user_id', '=', seller.id).execute(),
  ).toEqual([]);
});

test('only products and sale places of the member, and only for those who may change them', async () => {
  const { seller, productId, salePlaceId } = await createSeller();
  const second = await createProductOnSale(api, { seller, salePlace: { name: 'Quiosque' } });
  const other = await createSeller();
  const manager = await createMember(api, seller, 'manager', { salePlaceIds: [salePlaceId] });
  const { errors, rows } = await send(
    manager,
    createCsv(
      'id;sale_place_id;price',
      `${productId};;4,99`,
      `${second.productId};;4,99`,
      `${other.productId};;4,99`,
      `${productId};${second.salePlaceId};4,99`,
    ),
  );
  expect(rows).toMatchObject({ changed: 1, wrong: 3 });
  expect(errors.map(({ row, column }) => [row, column])).toEqual([
    [3, 'id'],
    [4, 'id'],
    [5, 'id'],
    [5, 'sale_place_id'],
  ]);
  expect(JSON.stringify(errors)).not.toContain('Quiosque');
  expect(await exportTable(manager)).not.toContain('Quiosque');
  const { id } = (await manager.call('listProductImports')).data[0]!;
  await expectApiError(fetchImport(other.seller, id), errorCodes.notFound.code);
  for (const role of ['counter', 'accountant'] as const) {
    const member = await createMember(api, seller, role);
    await expectApiError(
      send(member, createCsv('id;price', `${productId};4,99`)),
      errorCodes.notAllowed.code,
    );
    await expectApiError(member.call('exportProducts'), errorCodes.notAllowed.code);
  }
  // Who loses the right before it is written writes nothing.
  const table = createCsv('id;price', `${productId};4,99`);
  const { id: second_id } = await send(manager, table);
  await start(manager, second_id);
  await api.db.updateTable('members').set({ role: 'counter' }).where('user_id', '=', manager.id).execute();
  await api.jobs.runDue();
  expect((await seller.call('getMyProduct', { params: { id: productId } })).data.price).toBe(3.99);
  const { state } = await api.db
    .selectFrom('product_imports')
    .select('state')
    .where('id', '=', second_id)
    .executeTakeFirstOrThrow();
  expect(state).toBe('ended');
});

test('an import is seen by owners and by managers of its sale places, and goes on with its maker alone', async () => {
  const { seller, productId, salePlaceId } = await createSeller();
  const second = await createProductOnSale(api, { seller, salePlace: { name: 'Quiosque' } });
  const create = (name: string, salePlaceIds: number[] | null) =>
    createMember(api, seller, 'manager', { name, salePlaceIds });
  const ofFirst = await create('Rita', [salePlaceId]);
  const ofSecond = await create('Nuno', [second.salePlaceId]);
  const ofBoth = await create('Marta', [salePlaceId, second.salePlaceId]);
  const ofAll = await create('Alda', null);
  const foreigner = (await createSeller()).seller;

  const { id: first, ...view } = await send(
    ofFirst,
    createCsv('id;price', `${productId};4,99`, '999999;4,99'),
  );
  expect(view).toMatchObject({
    made_by: { id: ofFirst.id, name: 'Rita' },
    is_mine: true,
    rows: { wrong: 1 },
  });
  const { id: both } = await send(
    ofBoth,
    createCsv('id;price', `${productId};4,99`, `${second.productId};4,99`),
  );
  const { id: one } = await send(ofAll, createCsv('id;price', `${second.productId};4,99`));
  const listIds = async (user: TestUser) =>
    (await user.call('listProductImports')).data.map(({ id, is_mine }) => [id, is_mine]);
  expect(await listIds(seller)).toEqual([
    [one, false],
    [both, false],
    [first, false],
  ]);
  expect(await listIds(ofAll)).toEqual([
    [one, true],
    [both, false],
    [first, false],
  ]);
  expect(await listIds(ofBoth)).toEqual([
    [one, false],
    [both, true],
    [first, false],
  ]);
  expect(await listIds(ofFirst)).toEqual([[first, true]]);
  expect(await listIds(ofSecond)).toEqual([[one, false]]);
  expect(await listIds(foreigner)).toEqual([]);

  expect(await fetchImport(seller, first)).toMatchObject({ made_by: { name: 'Rita' }, is_mine: false });
  const { text } = await sendRequest(api, 'exportImportErrors', {
    token: seller.token,
    params: { id: first },
  });
  expect(text).toContain('999999');
  for (const user of [ofSecond, foreigner])
    for (const name of ['getProductImport', 'exportImportErrors', 'listImportedProducts'] as const)
      await expectApiError(user.call(name, { params: { id: first } }), errorCodes.notFound.code);
  await expectApiError(start(seller, both), errorCodes.notFound.code);
  await expectApiError(
    seller.call('discardProductImport', { params: { id: both } }),
    errorCodes.notFound.code,
  );
  // Two members have one each at the same time.
  await start(ofBoth, both);
  await start(ofAll, one);
  await api.jobs.runDue();
  const listWritten = async (user: TestUser, id: number) =>
    (await user.call('listImportedProducts', { params: { id } })).data.map((row) => [
      row.row,
      row.id,
      row.is_new,
      row.sale_place.name,
    ]);
  expect(await listWritten(seller, both)).toEqual([
    [2, productId, false, 'Padaria Aurora'],
    [3, second.productId, false, 'Quiosque'],
  ]);
});

test('what was written is listed page by page, also when only the good rows were taken', async () => {
  const { seller, productId } = await createSeller();
  const { data: product } = await seller.call('getMyProduct', { params: { id: productId } });
  const photo = product.photos[0]!.path.split('/').at(-1);
  const line = (name: string, price: string) => `;Padaria Aurora;${name};Pão.;${price};Padaria;${photo}`;
  const { id } = await send(
    seller,
    createCsv(`número;${HEAD}`, line('Um', '4,99'), line('Dois', '3,10'), line('Três', '4,99')),
  );
  const list = (query?: { cursor?: string; limit: number }) =>
    seller.call('listImportedProducts', { params: { id }, ...(query && { query }) });
  expect((await list()).data).toEqual([]);
  await start(seller, id, { only_valid: true });
  await api.jobs.runDue();
  const firstPage = await list({ limit: 1 });
  expect(firstPage.data).toMatchObject([
    { row: 2, name: 'Um', is_new: true, state: 'draft', sale_place: { name: 'Padaria Aurora' } },
  ]);
  await seller.call('deleteProduct', { params: { id: firstPage.data[0]!.id } });
  const secondPage = await list({ limit: 1, cursor: firstPage.next_cursor! });
  expect(secondPage).toMatchObject({ data: [{ row: 4, name: 'Três' }], next_cursor: null });
  expect((await list()).data.map(({ state }) => state)).toEqual(['removed', 'draft']);
});

test('the check says which rows change linked packs, and how many', async () => {
  const { seller, productId } = await createSeller();
  const places: number[] = [];
  for (const name of ['Quiosque', 'Mercado'])
    places.push((await createProductOnSale(api, { seller, salePlace: { name } })).salePlaceId);
  await seller.call('copyProduct', {
    params: { id: productId },
    body: { sale_place_ids: places, linked: true },
  });
  const { data: product } = await seller.call('getMyProduct', { params: { id: productId } });
  const priced = await send(seller, createCsv('id;price', `${productId};4,99`));
  expect(priced.linked).toEqual({ total: 0, rows: [] });
  const changed = await send(seller, createCsv('id;nome;preço', `${productId};Saco grande;4,99`));
  expect(changed.linked).toEqual({ total: 1, rows: [{ row: 2, name: product.name, others: 2 }] });
  await start(seller, changed.id);
  await api.jobs.runDue();
  const { data: products } = await seller.call('listMyProducts');
  expect(products.filter(({ name }) => name === 'Saco grande').map(({ price }) => price)).toEqual([
    4.99, 3.99, 3.99,
  ]);
});

test('texts in other languages are written, and one alone lacks the other', async () => {
  const { seller, productId } = await createSeller();
  const { id } = await send(
    seller,
    createCsv('id;nome em inglês;descrição em inglês', `${productId};Basket;Bread of the day.`),
  );
  await start(seller, id);
  await api.jobs.runDue();
  expect((await seller.call('getMyProduct', { params: { id: productId } })).data.texts).toMatchObject({
    en: { name: 'Basket', description: 'Bread of the day.' },
  });
  const { errors } = await send(seller, createCsv('id;name_ru', `${productId};Корзина`));
  expect(errors.map(({ row, column }) => [row, column])).toEqual([[2, 'description_ru']]);
});

test('a pack with an order does not move, as the check says', async () => {
  const { seller, productId } = await createSeller();
  await createProductOnSale(api, { seller, salePlace: { name: 'Quiosque' } });
  await buyProduct(await createTestUser(api), productId);
  const { errors } = await send(seller, createCsv('id;loja', `${productId};Quiosque`));
  expect(errors).toMatchObject([{ row: 2, column: 'sale_place' }]);
});

test('a photo that several new rows name is that of each of them', async () => {
  const { seller } = await createSeller();
  const lines = ['um', 'dois', 'três'].map((name) => `Padaria Aurora;Saco ${name};Pão.;4,99;Padaria;a.jpg`);
  const { id } = await send(seller, createCsv(HEAD, ...lines));
  const file = new File([zipSync({ 'a.jpg': await createPhoto() })], 'fotos.zip');
  await seller.call('addImportPhotos', { params: { id }, file });
  await api.jobs.runDue();
  await start(seller, id);
  await api.jobs.runDue();
  expect(await fetchImport(seller, id)).toMatchObject({
    state: 'done',
    written: { total: 3, done: 3, failed: 0 },
  });
  const { data: products } = await seller.call('listMyProducts');
  const imported = products.filter(({ name }) => name.startsWith('Saco '));
  expect(new Set(imported.map(({ photos }) => photos[0]!.path)).size).toBe(1);
  expect(imported).toHaveLength(3);
});

test('equal photos are stored once, under whatever name and however often they are sent', async () => {
  const { seller } = await createSeller();
  const names = ['a', 'b', 'c'];
  const lines = names.map((name) => `Padaria Aurora;Saco ${name};Pão.;4,99;Padaria;${name}.jpg`);
  const { id } = await send(seller, createCsv(HEAD, ...lines));
  const photo = await createPhoto();
  const sendPhotos = (photos: Record<string, Uint8Array<ArrayBuffer>>) =>
    seller.call('addImportPhotos', { params: { id }, file: new File([zipSync(photos)], 'fotos.zip') });
  const listUploads = () =>
    api.db.selectFrom('uploads').select('path').where('user_id', '=', seller.id).execute();
  await sendPhotos({ 'a.jpg': photo, 'b.jpg': photo });
  await api.jobs.runDue();
  const stored = await listUploads();
  expect(stored).toHaveLength(1);
  // Those that are prepared stay so; one under another name is known.
  expect((await sendPhotos({ 'a.jpg': photo, 'c.jpg': photo })).data.photos).toMatchObject({ due: 1 });
  await api.jobs.runDue();
  expect(await fetchImport(seller, id)).toMatchObject({ state: 'checked', rows: { new: 3 } });
  expect(await listUploads()).toEqual(stored);
  // Another photo under a name leaves that of the other names.
  await sendPhotos({ 'a.jpg': await createPhoto(320) });
  await api.jobs.runDue();
  await start(seller, id);
  await api.jobs.runDue();
  const products = (await seller.call('listMyProducts')).data.filter(({ name }) => name.startsWith('Saco '));
  const [first, ...others] = products.map(({ photos }) => photos[0]!.path);
  expect(others).toEqual([stored[0]!.path, stored[0]!.path]);
  expect(first).not.toBe(stored[0]!.path);
});

test('a job that is repeated, or runs twice at once, writes each row once', async () => {
  const { seller, salePlaceId } = await createSeller();
  const { data } = await seller.call('listMyProducts');
  const photo = data[0]!.photos[0]!.path.split('/').at(-1);
  const lines = Array.from(
    { length: 12 },
    (_, index) => `Padaria Aurora;Cesto ${index};Pão.;4,99;Padaria;${photo}`,
  );
  const { id } = await send(seller, createCsv(HEAD, ...lines));
  await start(seller, id);
  const enqueue = () => api.jobs.enqueue(api.db, 'products.write-import', { importId: id });
  await enqueue();
  // A process that was killed halfway leaves rows written and the import unfinished.
  await api.jobs.runDue();
  await api.db.updateTable('product_imports').set({ state: 'importing' }).where('id', '=', id).execute();
  await enqueue();
  await Promise.all([api.jobs.runDue(), api.jobs.runDue()]);
  const { data: products } = await seller.call('listMyProducts', { query: { sale_place_id: salePlaceId } });
  expect(products).toHaveLength(13);
  expect(await fetchImport(seller, id)).toMatchObject({
    state: 'done',
    written: { total: 12, done: 12, failed: 0 },
  });
});

test('what a member began is not written on when their part in the business ends or changes', async () => {
  const { seller, productId } = await createSeller();
  const second = await createProductOnSale(api, { seller, salePlace: { name: 'Quiosque' } });
  const manager = await createMember(api, seller, 'manager');
  const ids = [productId, second.productId].toSorted((a, b) => a - b);
  const price = async (id: number) =>
    (await seller.call('listMyProducts')).data.find((product) => product.id === id)!.price;
  const { id } = await send(manager, createCsv('id;preço', ...ids.map((product) => `${product};4,99`)));
  await start(manager, id);
  const release = await lockRow(api, 'products', ids[0]!);
  const writing = api.jobs.runDue();
  await waitUntilBlocked(api, 1, writing);
  await seller.call('endMember', { params: { id: manager.memberId }, body: { password: TEST_PASSWORD } });
  await release();
  await writing;
  expect([await price(ids[0]!), await price(ids[1]!)]).toEqual([4.99, 3.99]);
  await addMember(api, { businessId: seller.id, userId: manager.id, role: 'manager' });
  expect(await fetchImport(manager, id)).toMatchObject({ state: 'ended', written: { total: 2, done: 1 } });
});

test('what becomes wrong between the check and the writing is an error of its row', async () => {
  const { seller, productId } = await createSeller();
  const second = await createProductOnSale(api, { seller, salePlace: { name: 'Quiosque' } });
  const { id } = await send(seller, createCsv('id;preço', `${productId};4,99`, `${second.productId};4,99`));
  await start(seller, id);
  await seller.call('deleteProduct', { params: { id: productId } });
  await api.jobs.runDue();
  expect(await fetchImport(seller, id)).toMatchObject({
    state: 'done',
    written: { done: 1 },
    errors: [{ row: 2, column: 'id' }],
  });
});

test('without a proved address there are as many packs and photos as by hand', async () => {
  const { seller } = await createProductOnSale(api);
  const { data } = await seller.call('listMyProducts');
  const photo = data[0]!.photos[0]!.path.split('/').at(-1);
  const lines = Array.from(
    { length: 20 },
    (_, index) => `Padaria Aurora;Cesto ${index};Pão.;4,99;Padaria;${photo}`,
  );
  const { id } = await send(seller, createCsv(HEAD, ...lines));
  await expectApiError(start(seller, id), errorCodes.conflict.code, 'email_verified');
  await markEmailVerified(api, seller);
  expect((await start(seller, id)).data.state).toBe('importing');
});

test('columns are named and explained, and the template has them all', async () => {
  const { seller } = await createSeller();
  const { data } = await seller.call('listImportColumns');
  expect(data.find(({ key }) => key === 'diet')).toMatchObject({
    name: 'suits',
    options: expect.arrayContaining(['vegan']),
  });
  const { text } = await sendRequest(api, 'exportImportTemplate', { token: seller.token, language: 'en' });
  expect(text).toBe(`\ufeff${data.map(({ name }) => `"${name}"`).join(',')}\r\n`);
});
