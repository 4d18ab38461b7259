import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect } from '@playwright/test';
import { reportDeadline } from '@wopack/domain';
import { buyTwoProducts } from '../../support/api.ts';
import { createCameraPhoto } from '../../support/camera-photo.ts';
import { findFreePort, Server } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { type JourneyUser, openUser, phone } from '../../support/user.ts';

const MINUTE = 60_000;
const SHIFTED_CLOCK_SCRIPT = join(import.meta.dirname, '../../../apps/api/test/servers/shifted-clock.ts');

test('a shop is told of a problem for 48 hours; who is late learns it and keeps their words', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-limit-'));
  const port = await findFreePort();
  let server = new Server(dataDir, port);
  await server.start();
  /** The same WoPack, on a day ahead. */
  const restartAt = async (timestamp: number) => {
    await server.stop();
    const env = {
      NODE_OPTIONS: `--import=${SHIFTED_CLOCK_SCRIPT}`,
      CLOCK_SHIFT_MS: String(timestamp - Date.now()),
    };
    server = new Server(dataDir, port, env);
    await server.start();
  };
  try {
    const { token, orders } = await buyTwoProducts(server.url);
    const deadline = reportDeadline(new Date(orders[0].pickup_end)).getTime();

    await restartAt(deadline - 10 * MINUTE);
    const buyer = await openSignedInUser(browser, server.url, token);
    const { page, t } = buyer;
    await page.clock.install({ time: deadline - 10 * MINUTE });
    const textField = page.getByLabel(t('orders:help.text'));
    const sendButton = page.getByRole('button', { name: t('orders:help.send') });
    await openHelp(buyer, orders[0].id);
    await textField.fill('Хлеб вчерашний.');
    const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await createCameraPhoto() };
    await page.locator('input[type=file]').setInputFiles(photo);
    await sendButton.click();
    await expect(page.getByText(t('orders:help.sent'))).toBeVisible();
    await expect(page.getByRole('img', { name: t('orders:help.photoAlt') })).toBeVisible();

    await openHelp(buyer, orders[1].id);
    await textField.fill('Пакет пустой.');
    await restartAt(deadline + MINUTE);
    await page.clock.setSystemTime(deadline + MINUTE);
    await sendButton.click();
    await expect(page.getByText('Время сообщить о проблеме вышло.')).toBeVisible();
    await expect(textField).toHaveValue('Пакет пустой.');

    await openHelp(buyer, orders[1].id);
    const helpDialog = page.getByRole('dialog', { name: t('orders:help.title') });
    await expect(helpDialog).toContainText(/Написать заведению можно было до .*\d/);
    await expect(textField).toHaveCount(0);
    await expect(helpDialog.getByRole('link', { name: t('orders:help.write') })).toBeVisible();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function openSignedInUser(browser: Browser, url: string, token: string): Promise<JourneyUser> {
  const user = await openUser(browser, phone, url);
  await user.context.addInitScript(
    (storage) => {
      for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
    },
    { token, language: 'ru', cookieChoice: 'essential' },
  );
  return user;
}

async function openHelp({ page, t }: JourneyUser, id: number): Promise<void> {
  await page.goto(`/orders/${id}`);
  await page.getByRole('button', { name: t('orders:help.action') }).click();
}
