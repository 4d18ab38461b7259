import { expect } from '@playwright/test';
import { zipSync } from 'fflate';
import { createPlainPhoto, createSalePlace, createSellerWithProduct } from '../../support/api.ts';
import { verifyEmail } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { desktop, getButton, openAccount } from '../../support/user.ts';

const PLACES = 30;
const PRODUCTS = 300;

test('a chain with 30 sale places imports 300 products: a wrong row is named, and the corrected file is written', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const places = Array.from({ length: PLACES }, (_, index) => `Loja ${index + 1} ${stamp}`);
  const model = { salePlaceName: places[0]!, name: `Modelo ${stamp}`, quantity: 2 };
  const account = await createSellerWithProduct(model, { days: 'every day' });
  await verifyEmail(account.email);
  await Promise.all(places.slice(1).map((name) => createSalePlace(account.client, name)));
  const { data: modelProduct } = await account.client('getMyProduct', { params: { id: account.productId } });
  const modelPhoto = modelProduct.photos[0]!.path.split('/').at(-1)!;
  const photo = new Uint8Array(await createPlainPhoto());
  const photos = Buffer.from(zipSync({ 'cesto-1.jpg': photo, 'cesto-2.jpg': photo, 'cesto-3.jpg': photo }));
  const buildTable = (priceOfSecond: string) => {
    const rows = Array.from({ length: PRODUCTS }, (_, index) => [
      places[index % PLACES],
      `Cesto ${index + 1} ${stamp}`,
      'Pão e bolos do dia',
      index === 1 ? priceOfSecond : '3,99',
      'Padaria',
      // As an export names it; three have one of the ZIP file.
      index < 3 ? `cesto-${index + 1}.jpg` : modelPhoto,
      '5',
      '18:00-19:30',
    ]);
    const header = ['loja', 'nome', 'descrição', 'preço', 'categorias', 'fotos', 'packs por dia', 'segunda'];
    return Buffer.from([header, ...rows].map((cells) => cells.join(';')).join('\n'));
  };
  const seller = await openAccount(browser, desktop, account);
  const { page, t } = seller;

  await page.goto('/seller');
  await page.getByRole('link', { name: t('seller:today.import') }).click();
  await page
    .getByLabel(t('imports:files.table'), { exact: true })
    .setInputFiles({ name: 'cadeia.csv', mimeType: 'text/csv', buffer: buildTable('3,10') });
  await page
    .getByLabel(t('imports:files.photos'), { exact: true })
    .setInputFiles({ name: 'fotos.zip', mimeType: 'application/zip', buffer: photos });
  await getButton(seller, 'imports:files.check').click();

  await expect(page.getByRole('heading', { name: t('imports:check.wrong_one', { count: 1 }) })).toBeVisible();
  const wrongRow = page.getByRole('table').getByRole('row').nth(1);
  await expect(wrongRow).toContainText(/^3.*preço.*3,10/);

  const chooser = page.waitForEvent('filechooser');
  await getButton(seller, 'imports:check.corrected').click();
  await (await chooser).setFiles({
    name: 'cadeia-2.csv',
    mimeType: 'text/csv',
    buffer: buildTable('3,99'),
  });
  await page
    .getByRole('button', { name: t('imports:check.import_other', { count: PRODUCTS }), exact: true })
    .click();
  // It goes on without the page.
  await expect(
    page
      .getByRole('heading', { name: t('imports:importing.title') })
      .or(page.getByRole('heading', { name: t('imports:done.title_other', { count: PRODUCTS }) })),
  ).toBeVisible();
  await page.reload();
  await expect(
    page.getByRole('heading', { name: t('imports:done.title_other', { count: PRODUCTS }) }),
  ).toBeVisible({ timeout: 120_000 });

  await page.getByRole('link', { name: t('imports:done.products') }).click();
  await expect(
    page.getByRole('button', { name: t('seller:today.showAll', { number: PRODUCTS + 1 }) }),
  ).toBeVisible();
  const { data: all } = await account.client('listMyProducts');
  const data = all.filter(({ id }) => id !== account.productId);
  const countOf = (name: string) => data.filter((product) => product.sale_place_name === name).length;
  expect(places.map(countOf)).toEqual(places.map(() => PRODUCTS / PLACES));
  expect(data.every(({ photos: own, state }) => own.length === 1 && state === 'active')).toBe(true);
});
