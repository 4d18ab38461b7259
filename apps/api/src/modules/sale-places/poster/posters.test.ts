import { inflateSync } from 'node:zlib';
import decodeQr from 'qr/decode.js';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, describe, expect, test } from 'vitest';
import { createTestUser, expectApiError, SALE_PLACE_BODY } from '../../../../test/support/builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

async function createSalePlace(name = SALE_PLACE_BODY.name) {
  const seller = await createTestUser(api, { isSeller: true });
  const { data } = await seller.call('saveSalePlace', { body: { ...SALE_PLACE_BODY, name } });
  return { seller, id: data.id };
}

type SalePlaceOfSeller = Awaited<ReturnType<typeof createSalePlace>>;

async function getPoster({ seller, id }: SalePlaceOfSeller, query = '', language = 'en') {
  const response = await api.app.inject({
    url: `/api/v1/seller/sale_places/${id}/poster${query}`,
    headers: { authorization: `Bearer ${seller.token}`, 'accept-language': language },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('application/pdf');
  const pdf = await getDocumentProxy(new Uint8Array(response.rawPayload));
  const [, , width, height] = (await pdf.getPage(1)).view;
  const { text } = await extractText(pdf, { mergePages: true });
  return {
    numPages: pdf.numPages,
    size: [Math.round(width!), Math.round(height!)],
    text: text.replaceAll(/\s+/g, ' '),
    code: readCode(response.rawPayload, width!, height!),
  };
}

/** Paints the rectangles of the page, four pixels a point, and reads the picture as a camera would. */
function readCode(file: Buffer, pageWidth: number, pageHeight: number): string {
  const contents = [...file.toString('latin1').matchAll(/(?<!end)stream\n(.*?)\nendstream/gs)]
    .map(([, stream]) => inflateSync(Buffer.from(stream!, 'latin1')).toString('latin1'))
    .find((stream) => stream.includes(' re\n'))!;
  const scale = 4;
  const [width, height] = [Math.ceil(pageWidth * scale), Math.ceil(pageHeight * scale)];
  const data = new Uint8Array(width * height * 4).fill(255);
  for (const [, ...numbers] of contents.matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm)) {
    const [x, y, w, h] = numbers.map((number) => Number(number) * scale) as [number, number, number, number];
    for (let row = Math.round(y); row < Math.min(height, Math.round(y + h)); row++)
      for (let column = Math.round(x); column < Math.min(width, Math.round(x + w)); column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  }
  return decodeQr({ width, height, data }, { timeLimit: 10_000 });
}

describe.each([
  ['a4', [595, 842]],
  ['sticker', [283, 283]],
] as const)('%s', (size, points) => {
  test('is one page of its size with the name, and its code leads to the public page', async () => {
    const salePlace = await createSalePlace();
    const poster = await getPoster(salePlace, `?size=${size}`);
    expect(poster).toMatchObject({
      numPages: 1,
      size: points,
      code: `${api.context.config.publicUrl}/sale-places/${salePlace.id}`,
    });
    expect(poster.text).toContain('Padaria Aurora');
    expect(poster.text).toContain('Scan for today’s packs');
  });

  test.each([
    ['words', 'Padaria e pastelaria de todos os dias '.repeat(3).trim()],
    ['one word', 'W'.repeat(120)],
    ['Arabic', 'مخبز النور'],
  ])('stays one page with a long or foreign name: %s', async (_, name) => {
    const salePlace = await createSalePlace(name);
    const poster = await getPoster(salePlace, `?size=${size}&language=ru`);
    expect(poster.numPages).toBe(1);
    expect(poster.code).toMatch(new RegExp(`/sale-places/${salePlace.id}$`));
  });
});

test('is in the language of the seller, or in the chosen one', async () => {
  const salePlace = await createSalePlace();
  expect((await getPoster(salePlace, '', 'pt')).text).toContain('Lê o código e vê os packs de hoje');
  expect((await getPoster(salePlace, '?language=ru', 'pt')).text).toContain('Наведи камеру');
});

test('follows the name', async () => {
  const salePlace = await createSalePlace();
  await getPoster(salePlace);
  const body = { ...SALE_PLACE_BODY, id: salePlace.id, name: 'Padaria Nova' };
  await salePlace.seller.call('saveSalePlace', { body });
  expect((await getPoster(salePlace)).text).toContain('Padaria Nova');
});

test('is for the own sale places, while there are any', async () => {
  const { seller, id } = await createSalePlace();
  const other = await createTestUser(api, { isSeller: true });
  await expectApiError(other.call('exportPosterPdf', { params: { id }, query: {} }), 4);
  await seller.call('deleteSalePlace', { params: { id } });
  await expectApiError(seller.call('exportPosterPdf', { params: { id }, query: {} }), 4);
});
