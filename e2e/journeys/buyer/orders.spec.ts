import { expect } from '@playwright/test';
import { buyProductForTomorrow, createSellerWithProduct } from '../../support/api.ts';
import { createCameraPhoto } from '../../support/device-stubs.ts';
import { enterPin } from '../../support/seller.ts';
import { endPickupBefore } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  getPayButton,
  type JourneyUser,
  openNewUser,
  openProduct,
  openSeller,
  payByCard,
  phone,
  readPin,
} from '../../support/user.ts';

test('a buyer cancels in time: the payment is refunded and the unit is on sale again', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const name = `Amanhã ${stamp}`;
  const product = { salePlaceName: `Padaria ${stamp}`, name, quantity: 1 };
  await createSellerWithProduct(product, { days: 'tomorrow' });

  const buyer = await openNewUser(browser, phone, 'Olena K');
  const { page, t } = buyer;
  await openProduct(buyer, name);
  await payByCard(buyer, GOOD_CARD);
  await readPin(buyer);

  // As the device's calendar opens it: without the session.
  const address = await page.getByRole('link', { name: t('orders:calendar.add') }).getAttribute('href');
  const file = await fetch(new URL(address!, page.url()));
  expect(file.headers.get('content-disposition')).toMatch(/^inline; filename="wopack-\d+\.ics"$/);
  expect(await file.text()).toContain('BEGIN:VEVENT');

  await page.getByRole('button', { name: t('orders:cancel.action') }).click();
  const dialog = page.getByRole('dialog', { name: t('orders:cancel.title') });
  await expect(dialog).toContainText(/3,99/);
  await dialog.getByRole('button', { name: t('orders:cancel.action') }).click();
  await expect(page.getByText(t('orders:state.cancelled_by_buyer'))).toBeVisible();
  await expect(page.getByText(/^Возврат 3,99/)).toBeVisible();
  await expect(page.getByRole('img', { name: /QR/ })).toHaveCount(0);

  await page.goto('/offers/history');
  const row = page.getByRole('article').filter({ hasText: name });
  await expect(row.getByText(t('orders:state.cancelled_by_buyer'))).toBeVisible();
  await expect(row.getByText(/^Возврат 3,99/)).toBeVisible();

  const otherBuyer = await openNewUser(browser, desktop, 'João Vaz');
  await openProduct(otherBuyer, name);
  await expect(getPayButton(otherBuyer)).toBeEnabled();
});

test('a picked-up order is rated; a single rating makes no mean, and the sale place shows its words', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const name = `Estrelas ${stamp}`;
  const product = { salePlaceName: `Forno ${stamp}`, name, quantity: 2 };
  const seller = await openSeller(browser, desktop, product);

  const buyer = await openNewUser(browser, desktop, 'Marta Salgado');
  const { page, t } = buyer;
  await openProduct(buyer, name);
  await payByCard(buyer, GOOD_CARD);
  const pin = await readPin(buyer);
  await seller.page.goto('/seller');
  await enterPin(seller, pin);
  await seller.page.getByRole('button', { name: seller.t('hand-out:pin.handOut') }).click();

  // The ticket refetches by itself.
  const stars = page.getByRole('radiogroup', { name: t('orders:rate.legend', { name }) });
  await expect(stars).toBeVisible();
  await stars.getByRole('radio', { name: t('orders:rate.stars_other', { count: 4 }) }).check();
  await page.getByLabel(t('orders:rate.text')).fill('Pão estaladiço.');
  await page.getByRole('button', { name: t('orders:rate.send') }).click();
  await expect(page.getByRole('heading', { name: t('orders:rate.mine') })).toBeVisible();
  await expect(page.getByText('Pão estaladiço.')).toBeVisible();

  await page.goto('/offers/history');
  const row = page.getByRole('article').filter({ hasText: name });
  await expect(row.getByText(t('orders:rate.given_other', { count: 4 }))).toBeAttached();
  await openProduct(buyer, name);
  await expect(page.getByText(t('common:ratingNew')).first()).toBeVisible();
  await expect(page.getByText(/4,0/)).toHaveCount(0);
  await page.getByRole('link', { name: product.salePlaceName }).first().click();
  await expect(page.getByText('Pão estaladiço.')).toBeVisible();
});

test('an order can be reported for 48 hours; after that the form says so and keeps its input', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const buyer = await openNewUser(browser, phone, 'Rita Lopes');
  const { page, t } = buyer;
  await page.goto('/main');
  const token = await page.evaluate(() => localStorage.getItem('token')!);
  const buyProduct = async (name: string) => {
    const product = { salePlaceName: `Tasca ${stamp}`, name: `${name} ${stamp}`, quantity: 1 };
    return (await buyProductForTomorrow(token, product)).order;
  };
  const reportedOrder = await buyProduct('Cesto');
  const lateOrder = await buyProduct('Saco');
  for (const { id } of [reportedOrder, lateOrder]) await endPickupBefore(id, '47 hours 50 minutes');

  const textField = page.getByLabel(t('orders:help.text'));
  const sendButton = page.getByRole('button', { name: t('orders:help.send') });
  await openHelp(buyer, reportedOrder.id);
  await textField.fill('Хлеб вчерашний.');
  const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await createCameraPhoto() };
  await page.locator('input[type=file]').setInputFiles(photo);
  await sendButton.click();
  await expect(page.getByText(t('orders:help.sent'))).toBeVisible();
  await expect(page.getByRole('img', { name: t('orders:help.photoAlt') })).toBeVisible();

  await openHelp(buyer, lateOrder.id);
  await textField.fill('Пакет пустой.');
  await endPickupBefore(lateOrder.id, '48 hours 1 minute');
  await sendButton.click();
  await expect(page.getByText('Время сообщить о проблеме вышло.')).toBeVisible();
  await expect(textField).toHaveValue('Пакет пустой.');

  await openHelp(buyer, lateOrder.id);
  const helpDialog = page.getByRole('dialog', { name: t('orders:help.title') });
  await expect(helpDialog).toContainText(/Написать заведению можно было до .*\d/);
  await expect(textField).toHaveCount(0);
  await expect(helpDialog.getByRole('link', { name: t('orders:help.write') })).toBeVisible();
});

async function openHelp({ page, t }: JourneyUser, id: number): Promise<void> {
  await page.goto(`/orders/${id}`);
  await page.getByRole('button', { name: t('orders:help.action') }).click();
}
