import { expect } from '@playwright/test';
import sharp from 'sharp';
import { sampleCases, test } from '../../support/test.ts';
import { desktop, getField, type JourneyUser, openSeller, phone } from '../../support/user.ts';

/** Green above, red in the middle, blue below; as phones write it: lying, with a flag that turns it upright. */
async function createPortrait(): Promise<Buffer> {
  const third = { width: 400, height: 900, channels: 3 } as const;
  const layer = (left: number, background: string) => ({
    input: { create: { ...third, background } },
    left,
    top: 0,
  });
  // The left side of the sensor is the top.
  return sharp({ create: { ...third, width: 1200, background: 'red' } })
    .composite([layer(0, 'lime'), layer(800, 'blue')])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** As the newest phones take it: more than the server decodes. */
const createHugePhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 12_000, height: 9000, channels: 3, background: '#c8843c' } })
    .jpeg()
    .toBuffer();

async function sendPhoto(user: JourneyUser, name: string, buffer: Buffer) {
  await getField(user, 'seller:pack.photos').setInputFiles({ name, mimeType: 'image/jpeg', buffer });
}

const readMiddle = async ({ page }: JourneyUser, path: string) => {
  const file = await (await page.request.get(path)).body();
  const { width, height } = await sharp(file).metadata();
  const spot = { left: Math.round(width / 2), top: Math.round(height / 2), width: 1, height: 1 };
  return [...(await sharp(file).extract(spot).raw().toBuffer())].map((value) => Math.round(value / 255));
};

for (const device of sampleCases([phone, desktop]))
  test(`photos as people have them, at ${device.width} px`, async ({ browser }) => {
    test.slow();
    const stamp = Date.now().toString(36);
    const product = { salePlaceName: `Fotos ${stamp}`, name: `Cesto ${stamp}`, quantity: 2 };
    const user = await openSeller(browser, device, product);
    const { page, t } = user;
    const uploaded = () =>
      page.waitForResponse((reply) => reply.url().endsWith('/products_temp_photo') && reply.status() === 200);
    await page.goto('/seller/dish');

    // 108 megapixels are reduced.
    const huge = uploaded();
    await sendPhoto(user, 'huge.jpg', await createHugePhoto());
    await huge;
    await expect(page.getByRole('progressbar')).toHaveCount(0);

    // A portrait asks which part shows; by keyboard.
    await sendPhoto(user, 'portrait.jpg', await createPortrait());
    const dialog = page.getByRole('dialog', { name: t('seller:pack.cropTitle') });
    const slider = dialog.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('End');
    await expect(slider).toHaveValue('100');
    const portrait = uploaded();
    await dialog.getByRole('button', { name: t('seller:pack.cropUse') }).click();
    const { data } = (await (await portrait).json()) as { data: { path: string } };
    expect(await readMiddle(user, data.path)).toEqual([0, 0, 1]);

    // By the pointer, from the middle to the top.
    await page.getByRole('button', { name: t('seller:pack.cropOpen', { number: 2 }) }).click();
    const box = (await dialog.locator('img').locator('..').boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y - 200, { steps: 4 });
    await page.mouse.up();
    await expect(slider).toHaveValue('0');
    const again = uploaded();
    await dialog.getByRole('button', { name: t('seller:pack.cropUse') }).click();
    const top = (await (await again).json()) as { data: { path: string } };
    expect(await readMiddle(user, top.data.path)).toEqual([0, 1, 0]);

    // Chromium opens no HEIC.
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(2000)]);
    await sendPhoto(user, 'IMG_2041.HEIC', heic);
    await expect(page.getByText(t('errors:photo.heic'))).toBeVisible();
  });
