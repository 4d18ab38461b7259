import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Reply } from '@wopack/contract/client';
import { createCameraPhoto } from '../../support/device-stubs.ts';
import { findFreePort, Server } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  type JourneyUser,
  openNewUser,
  openProductByName,
  openSeller,
  openUser,
  payByCard,
  phone,
  signUp,
  tablet,
} from '../../support/user.ts';

/** Storage keys of the three steps. */
const WIZARD_KEYS = ['createdPlace', 'selectedPlace', 'createdProduct', 'tempPhotos', 'packName', 'schedule'];
const listStoredKeys = (page: Page) =>
  page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), WIZARD_KEYS);

const getButton = ({ page, t }: JourneyUser, key: string) =>
  page.getByRole('button', { name: t(key), exact: true });
const getField = ({ page, t }: JourneyUser, key: string) => page.getByLabel(t(key), { exact: true });

async function dragTo(source: Locator, target: Locator) {
  await source.scrollIntoViewIfNeeded();
  const getCentre = async (locator: Locator) => {
    const { x, y, width, height } = (await locator.boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  const { mouse } = source.page();
  await mouse.move(...(await getCentre(source)));
  await mouse.down();
  await mouse.move(...(await getCentre(target)), { steps: 8 });
  await mouse.up();
}

/** Fails the next call of this path, by network or by status. */
const failNextCall = (page: Page, path: string, status: number | 'line') =>
  page.route(
    `**/api/v1/${path}`,
    (route) => (status === 'line' ? route.abort() : route.fulfill({ status, body: '{}' })),
    { times: 1 },
  );

test('a new seller finds their sale place by name and publishes a product, through a reload and failed calls', async ({
  browser,
}) => {
  const name = `Cesto ${Date.now().toString(36)}`;
  const seller = await openUser(browser, phone);
  const { page, t } = seller;
  await signUp(seller, 'Rui Fontes', { seller: true });
  await page.getByRole('link', { name: t('account:point.enable') }).click();
  await expect(page).toHaveURL(/\/seller\/quick-start/);

  await page.getByPlaceholder('Поиск по названию вашего заведения').fill('padaria aur');
  await page
    .getByRole('option', { name: /Padaria Aurora/ })
    .first()
    .click();
  await expect(getField(seller, 'seller:place.name')).toHaveValue('Padaria Aurora');
  await expect(getField(seller, 'seller:place.address')).toHaveValue(/Rua da Trindade 18/);
  const mapImage = page.getByRole('img', { name: t('seller:place.picture') });
  await expect
    .poll(() => mapImage.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
    .toEqual([1200, 800]);
  await getButton(seller, 'seller:place.movePin').click();
  await expect(page.getByText(t('seller:place.isItHere'))).toBeVisible();
  await getField(seller, 'seller:place.phone').fill('+351 910 111 222');
  await page.getByRole('button', { name: /Пекарня/ }).click();
  await failNextCall(page, 'sale_places', 'line');
  await getButton(seller, 'seller:wizard.next').click();
  await expect(page.getByText(t('errors:network')).first()).toBeVisible();
  await page.reload();
  await expect(getField(seller, 'seller:place.phone')).toHaveValue('+351 910 111 222');
  await getButton(seller, 'seller:wizard.next').click();

  await expect(page.getByRole('heading', { name: t('seller:pack.title') })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('button', { name: /Выпечка/ }).click();
  await getField(seller, 'seller:pack.name').fill(name);
  await getField(seller, 'seller:pack.description').fill('Хлеб и булочки, что остались к вечеру.');
  for (const number of [1, 2]) {
    await getField(seller, 'seller:pack.photos').setInputFiles({
      ...{ name: `IMG_${number}.jpg`, mimeType: 'image/jpeg' },
      buffer: await createCameraPhoto(),
    });
  }
  await page.getByRole('radio', { name: /3[.,]99/ }).click();
  await getField(seller, 'seller:pack.value').fill('12');
  await expect(page.getByRole('button', { name: t('seller:pack.photoLeft', { number: 2 }) })).toBeVisible();
  // The second photo becomes the cover, by keyboard.
  await page.getByRole('button', { name: t('seller:pack.photoLeft', { number: 2 }) }).press('Enter');
  const orderAfterKeyboard = await page.evaluate(() => localStorage.getItem('tempPhotos'));
  // Back again, dragged with the mouse.
  await dragTo(
    page.getByRole('img', { name: t('seller:pack.photo', { number: 2, total: 2 }) }),
    page.getByRole('img', { name: t('seller:pack.photo', { number: 1, total: 2 }) }),
  );
  await expect(page.getByText(t('seller:pack.photoMoved', { number: 1, total: 2 }))).toBeAttached();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('tempPhotos')))
    .toBe(JSON.stringify(JSON.parse(orderAfterKeyboard!).toReversed()));
  await failNextCall(page, 'products', 502);
  await getButton(seller, 'seller:wizard.next').click();
  await expect(page.getByText(t('seller:pack.failed'))).toBeVisible();
  await getButton(seller, 'seller:wizard.prev').click();
  await expect(getField(seller, 'seller:place.name')).toHaveValue('Padaria Aurora');
  await getButton(seller, 'seller:wizard.next').click();
  await expect(getField(seller, 'seller:pack.name')).toHaveValue(name);
  await getButton(seller, 'seller:wizard.next').click();

  await expect(page.getByRole('heading', { name: t('seller:schedule.title') })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: t('seller:days.sun') })).not.toBeChecked();
  await expect(page.getByLabel(t('seller:schedule.from', { day: t('seller:days.sat') }))).toHaveValue(
    '17:30',
  );
  await getButton(seller, 'seller:wizard.send').click();
  await expect(page).toHaveURL(/\/seller\/orders/);
  await expect.poll(() => listStoredKeys(page)).toEqual([]);

  const buyer = await openUser(browser, phone);
  await signUp(buyer, 'Marta Salgado');
  await openProductByName(buyer, name);
});

test('an unknown sale place: by hand, with the pin put on the map', async ({ browser }) => {
  const seller = await openUser(browser, desktop);
  const { page, t } = seller;
  await signUp(seller, 'Ana Moreira', { seller: true });
  await page.goto('/seller/quick-start');
  await page.getByPlaceholder(t('seller:place.search')).fill('qwxzy');
  await expect(page.getByText(t('seller:place.notFound'))).toBeVisible();
  await page.getByRole('button', { name: t('seller:place.byHand') }).click();
  await expect(getField(seller, 'seller:place.name')).toBeFocused();
  await getField(seller, 'seller:place.name').fill('Tasca da Ana');
  await getField(seller, 'seller:place.phone').fill('+351 910 333 444');

  const map = page.getByRole('region', { name: t('map:map') });
  const mapBox = (await map.boundingBox())!;
  const [x, y] = [mapBox.x + mapBox.width / 2, mapBox.y + mapBox.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 60, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText(t('seller:place.pinIn', { city: 'Lisboa' }))).toBeVisible();
  // An empty address is filled in with the city.
  await expect(getField(seller, 'seller:place.address')).toHaveValue('Lisboa');
  await getField(seller, 'seller:place.address').fill('Beco do Forno 3, Lisboa');
  await page.getByRole('button', { name: /Restaurante/ }).click();
  const [saveRequest] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/v1/sale_places')),
    getButton(seller, 'seller:wizard.next').click(),
  ]);
  expect(saveRequest.postDataJSON()).toMatchObject({
    address: 'Beco do Forno 3, Lisboa',
    isHandWriteAddress: true,
    latitude: expect.closeTo(38.7, 0),
    longitude: expect.closeTo(-9.1, 0),
  });
  await expect(page.getByRole('heading', { name: t('seller:pack.title') })).toBeVisible();
});

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
  await buyer.page.getByRole('searchbox', { name: t('offers:search') }).fill(`Caixa ${stamp}`);
  await expect(
    buyer.page.getByRole('heading', { name: t('offers:noMatch.title', { text: `Caixa ${stamp}` }) }),
  ).toBeVisible();
  await getButton(seller, 'seller:edit.reopen').click();
  await expect(getButton(seller, 'seller:edit.pause')).toBeVisible();
  await openProductByName(buyer, `Caixa ${stamp}`);
});

test('a product is copied and removed, but not while it has open orders', async ({ browser }) => {
  const { stamp, seller, buyer } = await createSellerAndBuyer(browser);
  const { page, t } = seller;
  await openProductByName(buyer, `Cesto ${stamp}`);
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
    await page.getByLabel(t('seller:pack.texts.of')).selectOption('pt');
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
    await expect(englishReader.page.getByText(englishReader.t('offer:translation.from.pt'))).toHaveCount(0);

    const russianReader = await openNewUser(browser, phone, 'Вера', url);
    const offer = russianReader.page;
    const readRussianName = async () => {
      const reply = await offer.request.get('/api/v1/products', { headers: { 'accept-language': 'ru' } });
      return ((await reply.json()) as Reply<'listOffers'>).data[0]?.name;
    };
    await expect.poll(readRussianName).toBe(names.ru);
    await openProductByName(russianReader, names.ru);
    await expect(offer.getByText(russianReader.t('offer:translation.from.pt'))).toBeVisible();
    await getButton(russianReader, 'offer:translation.showOriginal').click();
    await expect(offer.getByRole('heading', { level: 1, name: names.pt, exact: true })).toBeVisible();
    await getButton(russianReader, 'offer:translation.show').click();
    await expect(offer.getByRole('heading', { level: 1, name: names.ru, exact: true })).toBeVisible();
  } finally {
    await stop();
  }
});
