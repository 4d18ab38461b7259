import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { publishForTomorrow } from '../support/api.ts';
import { findPack, goodCard, pay } from '../support/buyer.ts';
import { cameraPhoto } from '../support/camera.ts';
import { desk, newPerson, type Person, phone, signUp } from '../support/person.ts';
import { test } from '../support/test.ts';

/** What the three steps keep in the browser until they are sent. */
const wizardKeys = ['createdPlace', 'selectedPlace', 'createdProduct', 'tempPhotos', 'packName', 'schedule'];
const kept = (page: Page) =>
  page.evaluate((keys) => keys.filter((key) => localStorage.getItem(key) !== null), wizardKeys);

const button = ({ page, say }: Person, key: string) =>
  page.getByRole('button', { name: say(key), exact: true });
const field = ({ page, say }: Person, key: string) => page.getByLabel(say(key), { exact: true });

async function drag(from: Locator, to: Locator) {
  await from.scrollIntoViewIfNeeded();
  const middle = async (of: Locator) => {
    const { x, y, width, height } = (await of.boundingBox())!;
    return [x + width / 2, y + height / 2] as const;
  };
  const { mouse } = from.page();
  await mouse.move(...(await middle(from)));
  await mouse.down();
  await mouse.move(...(await middle(to)), { steps: 8 });
  await mouse.up();
}

/** The next call of this address fails, as on a bad line or a bad day. */
const failOnce = (page: Page, path: string, status: number | 'line') =>
  page.route(
    `**/api/v1/${path}`,
    (route) => (status === 'line' ? route.abort() : route.fulfill({ status, body: '{}' })),
    { times: 1 },
  );

test('a new owner finds their place by name and has a pack on sale, through a reload and failed calls', async ({
  browser,
}) => {
  const name = `Cesto ${Date.now().toString(36)}`;
  const owner = await newPerson(browser, phone);
  const { page, say } = owner;
  await signUp(owner, 'Rui Fontes', { owner: true });
  await page.getByRole('link', { name: say('account:point.enable') }).click();
  await expect(page).toHaveURL(/\/seller\/quick-start/);

  await page.getByPlaceholder('Поиск по названию вашего заведения').fill('padaria aur');
  await page
    .getByRole('option', { name: /Padaria Aurora/ })
    .first()
    .click();
  await expect(field(owner, 'seller:place.name')).toHaveValue('Padaria Aurora');
  await expect(field(owner, 'seller:place.address')).toHaveValue(/Rua da Trindade 18/);
  const picture = page.getByRole('img', { name: say('seller:place.picture') });
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
    .toEqual([1200, 800]);
  await button(owner, 'seller:place.movePin').click();
  await expect(page.getByText(say('seller:place.isItHere'))).toBeVisible();
  await field(owner, 'seller:place.phone').fill('+351 910 111 222');
  await page.getByRole('button', { name: /Пекарня/ }).click();
  await failOnce(page, 'sale_places', 'line');
  await button(owner, 'seller:wizard.next').click();
  await expect(page.getByText(say('errors:network')).first()).toBeVisible();
  await page.reload();
  await expect(field(owner, 'seller:place.phone')).toHaveValue('+351 910 111 222');
  await button(owner, 'seller:wizard.next').click();

  await expect(page.getByRole('heading', { name: say('seller:pack.title') })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('button', { name: /Выпечка/ }).click();
  await field(owner, 'seller:pack.name').fill(name);
  await field(owner, 'seller:pack.description').fill('Хлеб и булочки, что остались к вечеру.');
  for (const number of [1, 2]) {
    await field(owner, 'seller:pack.photos').setInputFiles({
      ...{ name: `IMG_${number}.jpg`, mimeType: 'image/jpeg' },
      buffer: await cameraPhoto(),
    });
  }
  await page.getByRole('button', { name: /3[.,]99/ }).click();
  await expect(page.getByRole('button', { name: say('seller:pack.photoLeft', { number: 2 }) })).toBeVisible();
  // The second photo becomes the cover, by keyboard.
  await page.getByRole('button', { name: say('seller:pack.photoLeft', { number: 2 }) }).press('Enter');
  const byKeyboard = await page.evaluate(() => localStorage.getItem('tempPhotos'));
  // And back again, dragged with the mouse.
  await drag(
    page.getByRole('img', { name: say('seller:pack.photo', { number: 2, total: 2 }) }),
    page.getByRole('img', { name: say('seller:pack.photo', { number: 1, total: 2 }) }),
  );
  await expect(page.getByText(say('seller:pack.photoMoved', { number: 1, total: 2 }))).toBeAttached();
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('tempPhotos')))
    .toBe(JSON.stringify(JSON.parse(byKeyboard!).toReversed()));
  await failOnce(page, 'products', 502);
  await button(owner, 'seller:wizard.next').click();
  await expect(page.getByText(say('seller:pack.failed'))).toBeVisible();
  await button(owner, 'seller:wizard.prev').click();
  await expect(field(owner, 'seller:place.name')).toHaveValue('Padaria Aurora');
  await button(owner, 'seller:wizard.next').click();
  await expect(field(owner, 'seller:pack.name')).toHaveValue(name);
  await button(owner, 'seller:wizard.next').click();

  await expect(page.getByRole('heading', { name: say('seller:schedule.title') })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: say('seller:days.sun') })).not.toBeChecked();
  await expect(page.getByLabel(say('seller:schedule.from', { day: say('seller:days.sat') }))).toHaveValue(
    '17:30',
  );
  await button(owner, 'seller:wizard.send').click();
  await expect(page).toHaveURL(/\/seller\/orders/);
  await expect.poll(() => kept(page)).toEqual([]);

  const buyer = await newPerson(browser, phone);
  await signUp(buyer, 'Marta Salgado');
  await findPack(buyer, name);
});

test('a place that nobody knows: by hand, with the pin put on the map', async ({ browser }) => {
  const owner = await newPerson(browser, desk);
  const { page, say } = owner;
  await signUp(owner, 'Ana Moreira', { owner: true });
  await page.goto('/seller/quick-start');
  await page.getByPlaceholder(say('seller:place.search')).fill('qwxzy');
  await expect(page.getByText(say('seller:place.notFound'))).toBeVisible();
  await page.getByRole('button', { name: say('seller:place.byHand') }).click();
  await expect(field(owner, 'seller:place.name')).toBeFocused();
  await field(owner, 'seller:place.name').fill('Tasca da Ana');
  await field(owner, 'seller:place.phone').fill('+351 910 333 444');

  const map = page.getByRole('region', { name: say('map:map') });
  const box = (await map.boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 30, y - 60, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByText(say('seller:place.pinIn', { city: 'Lisboa' }))).toBeVisible();
  // Whoever had no address yet gets the city to begin with.
  await expect(field(owner, 'seller:place.address')).toHaveValue('Lisboa');
  await field(owner, 'seller:place.address').fill('Beco do Forno 3, Lisboa');
  await page.getByRole('button', { name: /Restaurante/ }).click();
  const [saved] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/v1/sale_places')),
    button(owner, 'seller:wizard.next').click(),
  ]);
  expect(saved.postDataJSON()).toMatchObject({
    address: 'Beco do Forno 3, Lisboa',
    isHandWriteAddress: true,
    latitude: expect.closeTo(38.7, 0),
    longitude: expect.closeTo(-9.1, 0),
  });
  await expect(page.getByRole('heading', { name: say('seller:pack.title') })).toBeVisible();
});

/** A seller with a pack on sale, and somebody who would buy it. */
async function shopAndBuyer(browser: Browser) {
  const stamp = Date.now().toString(36);
  const seller = await newPerson(browser, phone);
  await signUp(seller, 'Rui Fontes', { owner: true });
  await publishForTomorrow(seller, { place: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 2 });
  const buyer = await newPerson(browser, phone);
  await signUp(buyer, 'Marta Salgado');
  await seller.page.goto('/seller');
  return { stamp, seller, buyer };
}

async function remove({ page, say }: Person) {
  await page.getByRole('button', { name: say('seller:edit.remove'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('seller:edit.remove') })
    .click();
}

test('a pack is changed and paused, and buyers see it', async ({ browser }) => {
  const { stamp, seller, buyer } = await shopAndBuyer(browser);
  const { page, say } = seller;
  await findPack(buyer, `Cesto ${stamp}`);

  await page.getByRole('link', { name: new RegExp(`Cesto ${stamp}`) }).click();
  await field(seller, 'seller:pack.name').fill(`Caixa ${stamp}`);
  await page.getByRole('button', { name: /4[.,]99/ }).click();
  // The usual value comes along with the price.
  await expect(field(seller, 'seller:pack.value')).toHaveValue('15');
  await button(seller, 'seller:edit.save').click();
  await expect(page.getByText(say('seller:edit.saved'))).toBeVisible();
  await buyer.page.reload();
  await expect(buyer.page.getByRole('heading', { level: 1, name: `Caixa ${stamp}` })).toBeVisible();

  await button(seller, 'seller:edit.pause').click();
  await expect(button(seller, 'seller:edit.reopen')).toBeVisible();
  await buyer.page.goto('/offers');
  await buyer.page.getByRole('searchbox', { name: say('offers:search') }).fill(`Caixa ${stamp}`);
  await expect(
    buyer.page.getByRole('heading', { name: say('offers:noMatch.title', { text: `Caixa ${stamp}` }) }),
  ).toBeVisible();
  await button(seller, 'seller:edit.reopen').click();
  await expect(button(seller, 'seller:edit.pause')).toBeVisible();
  await findPack(buyer, `Caixa ${stamp}`);
});

test('a pack is copied and removed, but not while somebody has paid for it', async ({ browser }) => {
  const { stamp, seller, buyer } = await shopAndBuyer(browser);
  const { page, say } = seller;
  await findPack(buyer, `Cesto ${stamp}`);
  await pay(buyer, goodCard);
  await expect(
    buyer.page.getByRole('heading', { level: 1, name: buyer.say('orders:success.title') }),
  ).toBeVisible();

  await page.getByRole('link', { name: new RegExp(`Cesto ${stamp}`) }).click();
  await remove(seller);
  await expect(page.getByRole('alert').filter({ hasText: '1' })).toBeVisible();

  await page.getByRole('link', { name: say('seller:edit.copy') }).click();
  await expect(page).toHaveURL(/\/seller\/dish\?copy=/);
  await expect(field(seller, 'seller:pack.name')).toHaveValue(`Cesto ${stamp}`);
  await field(seller, 'seller:pack.name').fill(`Cópia ${stamp}`);
  await button(seller, 'seller:edit.next').click();
  await expect(page).toHaveURL(/\/seller\/dish\/\d+/);
  await button(seller, 'seller:edit.putOnSale').click();
  await expect(page).toHaveURL(/\/seller$/);
  await findPack(buyer, `Cópia ${stamp}`);

  await page.getByRole('link', { name: new RegExp(`Cópia ${stamp}`) }).click();
  await remove(seller);
  await expect(page).toHaveURL(/\/seller$/);
  await expect(page.getByRole('link', { name: new RegExp(`Cesto ${stamp}`) })).toBeVisible();
  await expect(page.getByRole('link', { name: new RegExp(`Cópia ${stamp}`) })).toHaveCount(0);
});
