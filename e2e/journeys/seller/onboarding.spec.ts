import { expect, type Locator, type Page } from '@playwright/test';
import { createCameraPhoto } from '../../support/device-stubs.ts';
import { test } from '../../support/test.ts';
import {
  desktop,
  getButton,
  getField,
  openNewUser,
  openProductByName,
  openUser,
  phone,
  signUp,
} from '../../support/user.ts';

/** Storage keys of the three steps. */
const WIZARD_KEYS = ['createdPlace', 'selectedPlace', 'createdProduct', 'tempPhotos', 'packName', 'schedule'];
const listStoredKeys = (page: Page) =>
  page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), WIZARD_KEYS);

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

const waitForFrames = (page: Page, count: number) =>
  page.evaluate(async (frames) => {
    for (let i = 0; i < frames; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);

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
  await page
    .getByRole('link', { name: t('account:next.register') })
    .first()
    .click();
  await expect(page).toHaveURL(/\/seller\/quick-start/);

  // A slow answer: the picture's map, in the built-in style, has rendered all before it comes.
  await page.route(
    '**/map-style*',
    async (route) => {
      await page.locator('.maplibregl-canvas').waitFor({ state: 'attached' });
      await waitForFrames(page, 60);
      await route.continue();
    },
    { times: 1 },
  );
  await page.getByPlaceholder('Поиск по названию вашего заведения').fill('padaria aur');
  await page
    .getByRole('option', { name: /Padaria Aurora/ })
    .first()
    .click();
  // It sells here already: this is another one.
  await expect(page.getByRole('dialog', { name: t('seller:claims.title') })).toBeVisible();
  await getButton(seller, 'seller:claims.another').click();
  // Asked again after a reload, and about places that other journeys have registered here meanwhile.
  await page.addLocatorHandler(page.getByRole('dialog', { name: t('seller:claims.title') }), () =>
    getButton(seller, 'seller:claims.another').click(),
  );
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
      name: `IMG_${number}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await createCameraPhoto(),
    });
  }
  await page.getByRole('radio', { name: /3[.,]99/ }).click();
  await getField(seller, 'seller:pack.value').fill('12');
  await page.getByRole('radio', { name: t('seller:pack.allergenAnswers.some') }).click();
  await page.getByRole('button', { name: t('seller:allergens.gluten'), exact: true }).click();
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

  await openProductByName(await openNewUser(browser, phone, 'Marta Salgado'), name);
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
  await getField(seller, 'seller:place.address').fill('Rua da Trindade 18, Lisboa');
  // The note about the address comes while the button is pressed, and must not move it away.
  const restaurant = page.getByRole('button', { name: /Restaurante/ });
  await restaurant.hover();
  await Promise.all([page.waitForResponse(/maps_places/), page.mouse.down()]);
  await waitForFrames(page, 10);
  await page.mouse.up();
  await expect(restaurant).toHaveAttribute('aria-pressed', 'true');
  await expect(getButton(seller, 'seller:place.moveToAddress')).toBeVisible();
  const [saveRequest] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/v1/sale_places')),
    getButton(seller, 'seller:wizard.next').click(),
  ]);
  expect(saveRequest.postDataJSON()).toMatchObject({
    address: 'Rua da Trindade 18, Lisboa',
    isHandWriteAddress: true,
    latitude: expect.closeTo(38.7, 0),
    longitude: expect.closeTo(-9.1, 0),
  });
  await expect(page.getByRole('heading', { name: t('seller:pack.title') })).toBeVisible();
});
