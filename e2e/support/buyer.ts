import { expect } from '@playwright/test';
import type { JourneyUser } from './user.ts';

/** Searches the list for a product by name and opens its offer. */
export async function openProductByName({ page, t }: JourneyUser, name: string): Promise<void> {
  await page.goto('/offers');
  await page.getByRole('searchbox', { name: t('offers:search') }).fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

export const GOOD_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';

export async function payByCard({ page, t }: JourneyUser, number: string): Promise<void> {
  await page.getByLabel(t('payment:number')).fill(number);
  await page.getByLabel(t('payment:expiry')).fill('12/31');
  await page.getByLabel(t('payment:cvc')).fill('123');
  await getPayButton({ page, t }).click();
}

export const getPayButton = ({ page, t }: Pick<JourneyUser, 'page' | 't'>) =>
  page.getByRole('button', { name: new RegExp(t('payment:pay', { amount: '' }).trim()) });

/** On the success page: opens the ticket and reads its PIN. */
export async function readPin({ page, t }: JourneyUser): Promise<string> {
  await page.getByRole('link', { name: t('orders:success.openTicket') }).click();
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  const spacedPin = await page.getByText(/^\d \d \d \d$/).textContent();
  return spacedPin!.replaceAll(' ', '');
}
