import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect } from '@playwright/test';
import { reportDeadline } from '@wopack/rules';
import { buyTwo } from '../support/api.ts';
import { cameraPhoto } from '../support/camera.ts';
import { newPerson, type Person, phone } from '../support/person.ts';
import { freePort, Server } from '../support/server.ts';
import { test } from '../support/test.ts';

const MINUTE = 60_000;
const shiftedClock = join(import.meta.dirname, '../../apps/api/test/shifted-clock.ts');

test('a shop is told of a problem for 48 hours; who is late learns it and keeps their words', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-limit-'));
  const port = await freePort();
  let server = new Server(dataDir, port);
  await server.start();
  /** The same WoPack, on a day ahead. */
  const goOnAt = async (moment: number) => {
    await server.stop();
    const env = {
      NODE_OPTIONS: `--import=${shiftedClock}`,
      CLOCK_SHIFT_MS: String(moment - Date.now()),
    };
    server = new Server(dataDir, port, env);
    await server.start();
  };
  try {
    const { token, orders } = await buyTwo(server.url);
    const limit = reportDeadline(new Date(orders[0].pickup_end)).getTime();

    await goOnAt(limit - 10 * MINUTE);
    const buyer = await signedIn(browser, server.url, token);
    const { page, say } = buyer;
    await page.clock.install({ time: limit - 10 * MINUTE });
    const text = page.getByLabel(say('orders:help.text'));
    const send = page.getByRole('button', { name: say('orders:help.send') });
    await openHelp(buyer, orders[0].id);
    await text.fill('Хлеб вчерашний.');
    const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto() };
    await page.locator('input[type=file]').setInputFiles(photo);
    await send.click();
    await expect(page.getByText(say('orders:help.sent'))).toBeVisible();
    await expect(page.getByRole('img', { name: say('orders:help.photoAlt') })).toBeVisible();

    await openHelp(buyer, orders[1].id);
    await text.fill('Пакет пустой.');
    await goOnAt(limit + MINUTE);
    await page.clock.setSystemTime(limit + MINUTE);
    await send.click();
    await expect(page.getByText('Время сообщить о проблеме вышло.')).toBeVisible();
    await expect(text).toHaveValue('Пакет пустой.');

    await openHelp(buyer, orders[1].id);
    const sheet = page.getByRole('dialog', { name: say('orders:help.title') });
    await expect(sheet).toContainText(/Написать заведению можно было до .*\d/);
    await expect(text).toHaveCount(0);
    await expect(sheet.getByRole('link', { name: say('orders:help.write') })).toBeVisible();
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function signedIn(browser: Browser, url: string, token: string): Promise<Person> {
  const person = await newPerson(browser, phone, url);
  await person.context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { token, language: 'ru', cookieChoice: 'essential' },
  );
  return person;
}

async function openHelp({ page, say }: Person, id: number): Promise<void> {
  await page.goto(`/orders/${id}`);
  await page.getByRole('button', { name: say('orders:help.action') }).click();
}
