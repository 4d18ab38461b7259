import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { queryDatabase } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { type Device, desktop, openUser, phone } from '../../support/user.ts';

const townNames = { pt: 'Vila Nova', en: 'Vila Nova', ru: 'Вила-Нова' };
/** With the separator of any language. */
const UNITS = /^1\s?234$/;
const PNG_SIGNATURE = '89504e470d0a1a0a';

/** A town of its own, with figures of this month and none of the months before it. */
async function createTown(key: string, buyersWithoutOne: number): Promise<void> {
  const name = JSON.stringify(townNames);
  await queryDatabase('INSERT INTO towns (key, name) VALUES ($1, $2)', [key, name]);
  await queryDatabase(
    `INSERT INTO town_impacts (town_key, month, buyers, buyers_without_one, packs, packs_with_weight, grams, saved_cents)
      VALUES ($1, date_trunc('month', now() AT TIME ZONE 'Europe/Lisbon')::date, 40, $2, 1234, 1000, 950000, 987600)`,
    [key, buyersWithoutOne],
  );
}

for (const [name, device] of [
  ['phone', phone],
  ['desktop', desktop],
] as [string, Device][])
  test(`what came of the packs of a town, without an account: figures, picture and PDF, on a ${name}`, async ({
    browser,
  }) => {
    const key = `pt-vila-${Date.now().toString(36)}`;
    await createTown(key, 12);
    const { page, t } = await openUser(browser, device);
    await page.goto(`/towns/${key}`);
    await expect(
      page.getByRole('heading', {
        level: 1,
        name: t('impact:townTitle', { town: townNames[device.language] }),
      }),
    ).toBeVisible();
    await expect(page.getByText(UNITS).first()).toBeVisible();
    await expect(page.getByText(t('impact:noCo2'))).toBeVisible();
    await expectGoodScreen(page);
    await page.getByRole('button', { name: t('impact:asTable') }).click();
    await expect(page.getByRole('rowheader', { name: t('impact:sum') })).toBeVisible();
    await expectGoodScreen(page);

    const download = async (button: string) => {
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: t(button), exact: true }).click();
      return readFile(await (await file).path());
    };
    expect((await download('impact:share')).subarray(0, 8).toString('hex')).toBe(PNG_SIGNATURE);
    expect((await download('impact:pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

test('a town with too few buyers shows no figures and has no files', async ({ browser }) => {
  const key = `pt-aldeia-${Date.now().toString(36)}`;
  await createTown(key, 9);
  const { page, t } = await openUser(browser, phone);
  await page.goto(`/towns/${key}`);
  await expect(page.getByText(t('impact:hiddenMonth'))).toBeVisible();
  await expect(page.getByText(UNITS)).toBeHidden();
  await expect(page.getByRole('button', { name: t('impact:pdf'), exact: true })).toBeHidden();
  await page.goto('/towns/pt-nowhere');
  await expect(page.getByText(t('impact:noTown.title'))).toBeVisible();
});
