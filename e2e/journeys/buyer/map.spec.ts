import { expect, type Page } from '@playwright/test';
import type { Reply } from '@wopack/contract/client';
import { createSellerWithProduct } from '../../support/api.ts';
import { listAxeViolations } from '../../support/screen-checks.ts';
import { sampleCases, test } from '../../support/test.ts';
import { desktop, openAsDemoUser, openNewUser, phone } from '../../support/user.ts';

async function createSalePlace() {
  const stamp = Date.now().toString(36);
  const product = { salePlaceName: `Tasca ${stamp}`, name: `Saco ${stamp}`, quantity: 3 };
  await createSellerWithProduct(product, { days: 'every day' });
  return product;
}

for (const device of sampleCases([desktop, phone])) {
  test(`from a pin to the offer and back, ${device.width} px`, async ({ browser }) => {
    const { salePlaceName, name } = await createSalePlace();
    const { page, t } = await openNewUser(browser, device, 'Olena K');
    await page.goto('/offers');
    await page.getByRole('combobox', { name: t('offers:search') }).fill(name);
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await page.getByRole('radio', { name: t('offers:view.map') }).check({ force: true });

    const pin = page.getByRole('button', { name: new RegExp(`^${salePlaceName}, `) });
    await expect(pin).toBeVisible();
    if (device === desktop) {
      await page.getByRole('button', { name: t('map:toMap') }).press('Enter');
      await expect(page.locator('canvas')).toBeFocused();
    }
    await pin.press('Enter');
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('region', { name: t('map:map'), exact: true })).toBeVisible();
    expect(await listAxeViolations(page)).toEqual([]);

    const pinBox = await pin.boundingBox();
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.goBack();
    // The state is restored: the same pin, selected, at the same position.
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await expect(async () => {
      const pinBoxAfterBack = await pin.boundingBox();
      expect(Math.abs(pinBoxAfterBack!.x - pinBox!.x)).toBeLessThan(3);
      expect(Math.abs(pinBoxAfterBack!.y - pinBox!.y)).toBeLessThan(3);
    }).toPass();

    // The view is stored; the test then returns to the list.
    await page.goto('/offers');
    await expect(pin).toBeVisible();
    await page.getByRole('radio', { name: t('offers:view.list') }).check({ force: true });
    await expect(page.getByRole('region', { name: t('map:map'), exact: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  });
}

test('a sale place is shown on the map from the page of its offer', async ({ browser }) => {
  const { salePlaceName, name } = await createSalePlace();
  const { page, t } = await openNewUser(browser, desktop, 'João Vaz');
  await page.goto('/offers');
  await page.getByRole('combobox', { name: t('offers:search') }).fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('link', { name: t('offer:seeOnMap') }).click();
  const pin = page.getByRole('button', { name: new RegExp(`^${salePlaceName}, `) });
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('region', { name: salePlaceName })).toBeVisible();
});

for (const device of sampleCases([phone, desktop])) {
  test(`a pin pressed while the next area loads stays selected, ${device.width} px`, async ({ browser }) => {
    const { page, t } = await openAsDemoUser(browser, { ...device, hasMotion: device === phone }, 'buyer');
    await page.goto('/offers');
    await page.getByRole('combobox', { name: t('offers:search') }).fill('Vagar');
    await page.getByRole('radio', { name: t('offers:view.map') }).check({ force: true });
    const pin = page.getByRole('button', { name: /^Leitaria Manhã de Vagar, / });
    await expect(pin).toBeVisible();

    const { promise: networkReleased, resolve: releaseNetwork } = Promise.withResolvers<void>();
    await page.route('**/api/v1/productsMap?*', async (route) => {
      await networkReleased;
      await route.continue();
    });
    await expect(async () => {
      await page.locator('canvas').press('+');
      await expect(pin).not.toBeInViewport({ timeout: 1000 });
    }).toPass();
    await pin.press('Enter');
    await expect(pin).toBeInViewport();
    releaseNetwork();
    // The cards belong to the area around the pin, not to the former view.
    const getCards = (name: string) => page.getByRole('article').filter({ hasText: name });
    await expect(getCards('Horta Verde Vagar')).toHaveCount(0);
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await expect(pin).toBeInViewport();

    await getCards('Leitaria Manhã de Vagar').first().getByRole('link').click();
    await expect(page).toHaveURL(/\/offers\/\d+$/);
    await page.goBack();
    await expect(pin).toHaveAttribute('aria-pressed', 'true');
    await expect(pin).toBeInViewport();
  });
}

test('a pin under a finger stays until the press ends, whatever the map loads meanwhile', async ({
  browser,
}) => {
  const { page, context, t } = await openAsDemoUser(browser, { ...phone, hasTouch: true }, 'buyer');
  await page.addInitScript(() => localStorage.setItem('offersView', 'map'));
  const { promise: networkReleased, resolve: releaseNetwork } = Promise.withResolvers<void>();
  let merge: ((reply: Reply<'listMapOffers'>) => Reply<'listMapOffers'>) | null = null;
  await page.route('**/api/v1/productsMap?*', async (route) => {
    if (!merge) return route.continue();
    await networkReleased;
    const reply = (await (await route.fetch()).json()) as Reply<'listMapOffers'>;
    await route.fulfill({ json: merge(reply) });
  });
  await page.goto('/offers');
  /** A pin that neither controls nor cards cover. */
  const findPin = () =>
    page.locator('.maplibregl-marker [aria-pressed=false]').evaluateAll((pins) => {
      for (const pin of pins) {
        const box = pin.getBoundingClientRect();
        const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
        if (pin.contains(document.elementFromPoint(centre.x, centre.y)))
          return { name: pin.getAttribute('aria-label')!, ...centre };
      }
      return null;
    });
  await expect(async () => {
    await page.locator('canvas').press('+');
    await expect.poll(findPin, { timeout: 3000 }).not.toBeNull();
  }).toPass();
  // A change of the filters loads other pins; until the finger is down, the map shows what it had.
  const { name } = (await findPin())!;
  const pin = page.getByRole('button', { name, exact: true });
  merge = ({ data, clusters, ...rest }) => ({
    ...rest,
    data: data.filter((salePlace) => !name.startsWith(`${salePlace.name}, `)),
    clusters,
  });
  const requested = page.waitForRequest(/productsMap\?.*day=/);
  await page.getByRole('combobox', { name: t('offers:day') }).selectOption('today');
  const request = await requested;
  const { x, y } = (await findPin())!;
  const devTools = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    devTools.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x, y }]);
  releaseNetwork();
  await (await request.response())!.finished();
  // The map has drawn what came.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await touch('touchEnd', []);
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
});

/** Controls of the page, or their halves, that something else of the page covers. */
const listCovered = (page: Page) =>
  page.locator('main :is(button, label, select, article)').evaluateAll((controls) => {
    const isBetween = (value: number, from: number, to: number) => value > from && value < to;
    return controls.flatMap((control) => {
      // Pins are below the controls of the map.
      if (control.closest('.maplibregl-map')) return [];
      const box = control.getBoundingClientRect();
      // Rows scroll: of what they hold, only that in sight.
      const row = control.closest('[data-chip-row], ul')?.getBoundingClientRect();
      const coveredPoints = [0.1, 0.5, 0.9].filter((part) => {
        const x = box.x + box.width * part;
        const y = box.y + box.height * part;
        if (box.width < 2 || !isBetween(x, row?.left ?? 0, row?.right ?? innerWidth)) return false;
        const top = document.elementFromPoint(x, y);
        return !(
          control.contains(top) ||
          top?.contains(control) ||
          control.closest('article')?.contains(top)
        );
      });
      return coveredPoints.length > 0 ? [control.ariaLabel ?? control.textContent] : [];
    });
  });

test('at 200 %, and in low windows, no control of the map covers another, whatever is on', async ({
  browser,
}) => {
  const { page, t } = await openAsDemoUser(browser, phone, 'buyer');
  await page.addInitScript(() => localStorage.setItem('offersView', 'map'));
  await page.goto('/offers');
  await page.getByRole('combobox', { name: t('offers:day') }).selectOption('today');
  await page.getByRole('radio', { name: 'Готовые блюда' }).check({ force: true });
  // Early in the day there are so many that all are in groups, which zoom in.
  const pin = page.locator('.maplibregl-marker [aria-pressed=false]').first();
  const pinGroup = page
    .locator('.maplibregl-marker')
    .getByRole('button', { name: /Приблизить$/ })
    .first();
  await expect(async () => {
    await expect(pin.or(pinGroup).first()).toBeVisible();
    if (!(await pin.isVisible())) await pinGroup.press('Enter', { timeout: 2000 });
    await expect(pin).toBeVisible({ timeout: 3000 });
  }).toPass();
  await pin.press('Enter');
  await expect(page.getByRole('article').first()).toBeVisible();
  for (const size of [
    { width: 390, height: 844 },
    { width: 390, height: 422 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(() => listCovered(page), `${size.width} × ${size.height}`).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await expect.poll(() => listCovered(page), 'text at 200 %').toEqual([]);
  const cutLabels = await page
    .getByRole('navigation', { name: t('common:nav.main') })
    .getByRole('link')
    .evaluateAll((links) =>
      links.flatMap(({ lastElementChild: label }) =>
        label && label.scrollWidth > label.clientWidth ? [label.textContent] : [],
      ),
    );
  expect(cutLabels).toEqual([]);
});

test('a map that loses its WebGL context for good is created anew', async ({ browser }) => {
  const { page } = await openAsDemoUser(browser, phone, 'buyer');
  await page.addInitScript(() => localStorage.setItem('offersView', 'map'));
  await page.goto('/offers');
  const canvas = page.locator('canvas');
  const callWebGl = (method: 'loseContext' | 'isContextLost') =>
    canvas.evaluate((element: HTMLCanvasElement, requestedMethod) => {
      const gl = element.getContext('webgl2')!;
      return requestedMethod === 'isContextLost'
        ? gl.isContextLost()
        : gl.getExtension('WEBGL_lose_context')!.loseContext();
    }, method);
  const salePlacePins = page.locator('.maplibregl-marker').getByRole('button');
  await expect(salePlacePins).not.toHaveCount(0);
  // Pins of one name show the view; which there are changes with the offers of other journeys.
  const readPins = async () =>
    new Map(
      await salePlacePins.evaluateAll((pins) =>
        pins.map(
          (pin) =>
            [
              pin.getAttribute('aria-label') ?? pin.textContent,
              pin.getBoundingClientRect().toJSON() as DOMRect,
            ] as const,
        ),
      ),
    );
  const previous = await readPins();
  await callWebGl('loseContext');
  await expect.poll(() => callWebGl('isContextLost')).toBe(true);
  await expect.poll(() => callWebGl('isContextLost')).toBe(false);
  await expect(salePlacePins.first()).toBeInViewport();
  await expect
    .poll(async () => {
      const distances = [...(await readPins())].flatMap(([name, { x, y }]) => {
        const before = previous.get(name);
        return before ? [Math.hypot(x - before.x, y - before.y)] : [];
      });
      return distances.length > 0 ? Math.max(...distances) : Number.POSITIVE_INFINITY;
    })
    .toBeLessThan(30);
});

test('without WebGL the map shows a message, the offers and a retry button', async ({ browser }) => {
  const { page, t } = await openAsDemoUser(browser, phone, 'buyer');
  await page.addInitScript(() => {
    localStorage.setItem('offersView', 'map');
    const { getContext } = HTMLCanvasElement.prototype;
    Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
    Object.assign(window, { mend: () => Object.assign(HTMLCanvasElement.prototype, { getContext }) });
  });
  await page.goto('/offers');
  await expect(page.getByText(t('map:notDrawn'))).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await listAxeViolations(page)).toEqual([]);
  await page.evaluate('mend()');
  await page.getByRole('button', { name: t('errors:retry') }).click();
  await expect(page.locator('.maplibregl-marker').getByRole('button').first()).toBeInViewport();
  await expect(page.getByText(t('map:notDrawn'))).toHaveCount(0);
  await expect(page.getByRole('button', { name: t('offers:useMyLocation') })).toBeVisible();
});
