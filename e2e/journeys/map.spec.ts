import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { asDemo } from '../support/demo.ts';
import { desk, newPerson, type Person, phone, signUp } from '../support/person.ts';
import { publish } from '../support/seller.ts';
import { test } from '../support/test.ts';

/** A venue of its own to find on the map, and somebody who looks for it there. */
async function seller(person: Person) {
  const stamp = Date.now().toString(36);
  const venue = { place: `Tasca ${stamp}`, name: `Saco ${stamp}`, quantity: 3 };
  await signUp(person, 'Rui Fontes', { owner: true });
  await publish(person, venue);
  return venue;
}

const violations = async (page: Page) => (await new AxeBuilder({ page }).analyze()).violations;

for (const device of [desk, phone]) {
  test(`from a pin to the pack and back, ${device.width} px`, async ({ browser }) => {
    const { place, name } = await seller(await newPerson(browser, desk));
    const person = await newPerson(browser, device);
    const { page, say } = person;
    await signUp(person, 'Olena K');
    await page.goto('/offers');
    await page.getByRole('searchbox', { name: say('offers:search') }).fill(name);
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await page.getByRole('radio', { name: say('offers:view.map') }).check({ force: true });

    const pin = page.getByRole('button', { name: new RegExp(`^${place}, `) });
    await expect(pin).toBeVisible();
    if (device === desk) {
      await page.getByRole('button', { name: say('map:toMap') }).press('Enter');
      await expect(page.locator('canvas')).toBeFocused();
    }
    await pin.press('Enter');
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('region', { name: say('map:map'), exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    const where = await pin.boundingBox();
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goBack();
    // As it was left: the same pin, chosen, at the same spot.
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await expect(async () => {
      const again = await pin.boundingBox();
      expect(Math.abs(again!.x - where!.x)).toBeLessThan(3);
      expect(Math.abs(again!.y - where!.y)).toBeLessThan(3);
    }).toPass();

    // Remembered, and left again for the list.
    await page.goto('/offers');
    await expect(pin).toBeVisible();
    await page.getByRole('radio', { name: say('offers:view.list') }).check({ force: true });
    await expect(page.getByRole('region', { name: say('map:map'), exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  });
}

test('a venue is shown on the map from the page of its pack', async ({ browser }) => {
  const { place, name } = await seller(await newPerson(browser, desk));
  const person = await newPerson(browser, desk);
  const { page, say } = person;
  await signUp(person, 'João Vaz');
  await page.goto('/offers');
  await page.getByRole('searchbox', { name: say('offers:search') }).fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: say('offer:seeOnMap') }).click();
  const pin = page.getByRole('button', { name: new RegExp(`^${place}, `) });
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', { name: place })).toBeVisible();
});

for (const device of [desk, phone]) {
  test(`a pin pressed while the next area is under way stays, ${device.width} px`, async ({ browser }) => {
    const { page, say } = await asDemo(browser, device, 'buyer');
    if (device === desk) await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/offers');
    await page.getByRole('searchbox', { name: say('offers:search') }).fill('Vagar');
    await page.getByRole('radio', { name: say('offers:view.map') }).check({ force: true });
    const pin = page.getByRole('button', { name: /^Leitaria Manhã de Vagar, / });
    await expect(pin).toBeVisible();

    const { promise: network, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/api/v1/productsMap?*', async (route) => {
      await network;
      await route.continue();
    });
    await expect(async () => {
      await page.locator('canvas').press('+');
      await expect(pin).not.toBeInViewport({ timeout: 1000 });
    }).toPass();
    await pin.press('Enter');
    await expect(pin).toBeInViewport();
    goOn();
    // The cards are those of what is around the pin, not of where the map was.
    const cards = (name: string) => page.getByRole('article').filter({ hasText: name });
    await expect(cards('Horta Verde Vagar')).toHaveCount(0);
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await expect(pin).toBeInViewport();

    await cards('Leitaria Manhã de Vagar').first().getByRole('link').click();
    await expect(page).toHaveURL(/\/offers\/\d+$/);
    await page.goBack();
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await expect(pin).toBeInViewport();
  });
}

test('a map whose drawing the browser takes away, and does not give back, is drawn anew', async ({
  browser,
}) => {
  const { page } = await asDemo(browser, phone, 'buyer');
  await page.addInitScript(() => localStorage.setItem('offersView', 'map'));
  await page.goto('/offers');
  const canvas = page.locator('canvas');
  const drawing = (act: 'loseContext' | 'isContextLost') =>
    canvas.evaluate((element: HTMLCanvasElement, asked) => {
      const gl = element.getContext('webgl2')!;
      return asked === 'isContextLost'
        ? gl.isContextLost()
        : gl.getExtension('WEBGL_lose_context')!.loseContext();
    }, act);
  const venues = page.locator('.maplibregl-marker').getByRole('button');
  await expect(venues).not.toHaveCount(0);
  const before = await venues.first().boundingBox();
  await drawing('loseContext');
  await expect.poll(() => drawing('isContextLost')).toBe(true);
  await expect.poll(() => drawing('isContextLost')).toBe(false);
  await expect(venues.first()).toBeInViewport();
  await expect.poll(() => venues.first().boundingBox()).toEqual(before);
});

test('a browser that draws no map says so and has the packs, and may try again', async ({ browser }) => {
  const { page, say } = await asDemo(browser, phone, 'buyer');
  await page.addInitScript(() => {
    localStorage.setItem('offersView', 'map');
    const { getContext } = HTMLCanvasElement.prototype;
    Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
    Object.assign(window, { mend: () => Object.assign(HTMLCanvasElement.prototype, { getContext }) });
  });
  await page.goto('/offers');
  await expect(page.getByText(say('map:notDrawn'))).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.evaluate('mend()');
  await page.getByRole('button', { name: say('errors:retry') }).click();
  await expect(page.locator('.maplibregl-marker').getByRole('button').first()).toBeInViewport();
  await expect(page.getByText(say('map:notDrawn'))).toHaveCount(0);
  await expect(page.getByRole('button', { name: say('offers:useMyLocation') })).toBeVisible();
});
