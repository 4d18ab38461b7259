import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type Browser, expect, type Locator } from '@playwright/test';
import type { Reply } from '@wopack/contract/client';
import { createCameraPhoto } from '../../support/device-stubs.ts';
import { getOverflow } from '../../support/screen-checks.ts';
import { findFreePort, Server } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  getButton,
  getField,
  type JourneyUser,
  openNewUser,
  openProduct,
  openProductByName,
  openSeller,
  payByCard,
  phone,
  tablet,
} from '../../support/user.ts';

/** A seller with a product on sale, and a buyer. */
async function createSellerAndBuyer(browser: Browser) {
  const stamp = Date.now().toString(36);
  const product = { salePlaceName: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 2 };
  const seller = await openSeller(browser, phone, product, 'tomorrow');
  const buyer = await openNewUser(browser, phone, 'Marta Salgado');
  await seller.page.goto('/seller');
  return { stamp, seller, buyer };
}

async function removeProduct({ page, t }: JourneyUser) {
  await page.getByRole('button', { name: t('seller:edit.remove'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('seller:edit.remove') })
    .click();
}

test('a product is changed and paused, and buyers see it', async ({ browser }) => {
  const { stamp, seller, buyer } = await createSellerAndBuyer(browser);
  const { page, t } = seller;
  await openProductByName(buyer, `Cesto ${stamp}`);

  await page.getByRole('link', { name: new RegExp(`Cesto ${stamp}`) }).click();
  await getField(seller, 'seller:pack.name').fill(`Caixa ${stamp}`);
  await page.getByRole('radio', { name: /4[.,]99/ }).click();
  // The price sets the default value.
  await expect(getField(seller, 'seller:pack.value')).toHaveValue('15');
  // Leaving is confirmed, and one button saves the product with its week.
  await page.getByRole('link', { name: t('seller:edit.close') }).click();
  await getButton(seller, 'seller:edit.stay').click();
  await page.getByRole('radio', { name: '3', exact: true }).click();
  await getButton(seller, 'seller:edit.save').click();
  await expect(page.getByText(t('seller:edit.saved'))).toBeVisible();
  await buyer.page.reload();
  await expect(buyer.page.getByRole('heading', { level: 1, name: `Caixa ${stamp}` })).toBeVisible();

  await getButton(seller, 'seller:edit.pause').click();
  await expect(getButton(seller, 'seller:edit.reopen')).toBeVisible();
  await buyer.page.goto('/offers');
  await buyer.page.getByRole('combobox', { name: t('offers:search') }).fill(`Caixa ${stamp}`);
  // What nothing has is left out of the search, and said.
  await expect(buyer.page.getByText(new RegExp(`«[^»]*${stamp}»`))).toBeVisible();
  await expect(buyer.page.getByRole('link', { name: `Caixa ${stamp}`, exact: true })).toHaveCount(0);
  await getButton(seller, 'seller:edit.reopen').click();
  await expect(getButton(seller, 'seller:edit.pause')).toBeVisible();
  await openProductByName(buyer, `Caixa ${stamp}`);
});

test('a product is copied and removed, but not while it has open orders', async ({ browser }) => {
  const { stamp, seller, buyer } = await createSellerAndBuyer(browser);
  const { page, t } = seller;
  await openProduct(buyer, `Cesto ${stamp}`);
  await payByCard(buyer, GOOD_CARD);
  await expect(
    buyer.page.getByRole('heading', { level: 1, name: buyer.t('orders:success.title') }),
  ).toBeVisible();

  await page.getByRole('link', { name: new RegExp(`Cesto ${stamp}`) }).click();
  await removeProduct(seller);
  await expect(page.getByRole('alert').filter({ hasText: '1' })).toBeVisible();

  await page.getByRole('link', { name: t('seller:edit.copy') }).click();
  await expect(page).toHaveURL(/\/seller\/dish\?copy=/);
  // The page of the original, which has the same fields, stays until the one of the copy is rendered.
  await expect(
    page.getByRole('heading', { name: t('seller:edit.copyOf', { name: `Cesto ${stamp}` }) }),
  ).toBeVisible();
  await expect(getField(seller, 'seller:pack.name')).toHaveValue(`Cesto ${stamp}`);
  await getField(seller, 'seller:pack.name').fill(`Cópia ${stamp}`);
  await getButton(seller, 'seller:edit.next').click();
  await expect(page).toHaveURL(/\/seller\/dish\/\d+/);
  await getButton(seller, 'seller:edit.putOnSale').click();
  await expect(page).toHaveURL(/\/seller$/);
  await openProductByName(buyer, `Cópia ${stamp}`);

  await page.getByRole('link', { name: new RegExp(`Cópia ${stamp}`) }).click();
  await removeProduct(seller);
  await expect(page).toHaveURL(/\/seller$/);
  await expect(page.getByRole('link', { name: new RegExp(`Cesto ${stamp}`) })).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(`Cópia ${stamp}`) })).toHaveCount(0);
});

/** A server of the journey's own whose translation service is a stub: it puts the language before each text. */
async function startTranslatingServer() {
  const translationService = createServer(async (request, response) => {
    const { q, target } = (await json(request)) as { q: string[]; target: string };
    response.end(JSON.stringify({ translatedText: q.map((text) => `${target}: ${text}`) }));
  }).listen(0, '127.0.0.1');
  await once(translationService, 'listening');
  const { port } = translationService.address() as AddressInfo;
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-texts-'));
  const server = new Server(dataDir, await findFreePort(), {
    SEED_DEMO: '0',
    LIBRETRANSLATE_URL: `http://127.0.0.1:${port}`,
  });
  await server.start();
  await server.turnDurabilityOff();
  const stop = async () => {
    await server.stop();
    translationService.closeAllConnections();
    translationService.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

test('a product is read in the language of the reader: by its seller, else translated, the original one press away', async ({
  browser,
}) => {
  test.slow();
  const { url, stop } = await startTranslatingServer();
  try {
    const names = { pt: 'Cesto da noite', en: 'Evening basket', ru: 'ru: Cesto da noite' };
    const product = { salePlaceName: 'Padaria Aurora', name: names.en, quantity: 2 };
    const seller = await openSeller(browser, desktop, product, 'tomorrow', url);
    const { page, t } = seller;
    await page.goto('/seller');
    await page.getByRole('link', { name: /Evening basket/ }).click();
    await page.getByText(t('seller:pack.texts.title')).click();
    await page.getByLabel(t('common:textLanguage.of')).selectOption('pt');
    await getField(seller, 'seller:pack.name').fill(names.pt);
    await getField(seller, 'seller:pack.texts.name.en').fill(names.en);
    // Leaving is confirmed, and half a text is refused beside its field.
    await page.getByRole('link', { name: t('seller:edit.close') }).click();
    await getButton(seller, 'seller:edit.stay').click();
    await getButton(seller, 'seller:edit.save').click();
    const englishDescription = page.getByLabel(t('seller:pack.texts.description.en'), { exact: true });
    await expect(englishDescription).toBeFocused();
    await expect(englishDescription).toHaveAccessibleDescription(t('seller:required'));
    await englishDescription.fill('Sourdough bread and croissants.');
    await getButton(seller, 'seller:edit.save').click();
    await expect(page.getByText(t('seller:edit.saved'))).toBeVisible();

    const englishReader = await openNewUser(browser, tablet, 'Sam Carter', url);
    await openProductByName(englishReader, names.en);
    await expect(englishReader.page.getByText('Sourdough bread and croissants.')).toBeVisible();
    await expect(englishReader.page.getByText(englishReader.t('common:translation.from.pt'))).toHaveCount(0);

    const russianReader = await openNewUser(browser, phone, 'Вера', url);
    const offer = russianReader.page;
    const readRussianName = async () => {
      const reply = await offer.request.get('/api/v1/products', { headers: { 'accept-language': 'ru' } });
      return ((await reply.json()) as Reply<'listOffers'>).data[0]?.name;
    };
    await expect.poll(readRussianName).toBe(names.ru);
    await openProductByName(russianReader, names.ru);
    await expect(offer.getByText(russianReader.t('common:translation.from.pt'))).toBeVisible();
    await getButton(russianReader, 'common:translation.showOriginal').click();
    await expect(offer.getByRole('heading', { level: 1, name: names.pt, exact: true })).toBeVisible();
    await getButton(russianReader, 'common:translation.show').click();
    await expect(offer.getByRole('heading', { level: 1, name: names.ru, exact: true })).toBeVisible();
  } finally {
    await stop();
  }
});

/** Whether no ancestor clips it. */
const isFullyVisible = (locator: Locator) =>
  locator.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    for (let ancestor = element.parentElement; ancestor; ancestor = ancestor.parentElement) {
      if (getComputedStyle(ancestor).overflow === 'visible') continue;
      const box = ancestor.getBoundingClientRect();
      if (top < box.top || bottom > box.bottom || left < box.left || right > box.right) return false;
    }
    return true;
  });

test('while photos cannot be stored a seller sees the full message and retries; the day fits the phone', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const product = { salePlaceName: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 2 };
  const { page, t } = await openSeller(browser, phone, product, 'tomorrow');

  const errorReply = {
    code: 9,
    message: 'Фото сейчас не сохраняются. Попробуй ещё раз через несколько минут.',
  };
  await page.route('**/api/v1/products_temp_photo', (route) =>
    route.fulfill({ status: 503, json: errorReply }),
  );
  await page.goto('/seller/dish');
  await page
    .getByLabel(t('seller:pack.photos'), { exact: true })
    .setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: await createCameraPhoto() });
  const errorAlert = page.getByRole('alert').filter({ hasText: errorReply.message });
  await expect(errorAlert).toBeVisible();
  expect(await isFullyVisible(errorAlert)).toBe(true);
  await page.unroute('**/api/v1/products_temp_photo');
  await page.getByRole('button', { name: t('common:photos.retry', { number: 1 }) }).click();
  await expect(errorAlert).toHaveCount(0);

  await page.goto('/seller');
  await expect(page.getByLabel(t('hand-out:pin.label'))).toBeVisible();
  expect(await getOverflow(page)).toBe(0);
});
