import { expect } from '@playwright/test';
import type { Person } from './person.ts';

/** Looks a pack up by its name in the list and opens it. */
export async function findPack({ page, say }: Person, name: string): Promise<void> {
  await page.goto('/offers');
  await page.getByRole('searchbox', { name: say('offers:search') }).fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

export const goodCard = '4242424242424242';
export const declinedCard = '4000000000000002';

/** Fills the card form and presses Pay. */
export async function pay({ page, say }: Person, number: string): Promise<void> {
  await page.getByLabel(say('payment:number')).fill(number);
  await page.getByLabel(say('payment:expiry')).fill('12/31');
  await page.getByLabel(say('payment:cvc')).fill('123');
  await payButton({ page, say }).click();
}

export const payButton = ({ page, say }: Pick<Person, 'page' | 'say'>) =>
  page.getByRole('button', { name: new RegExp(say('payment:pay', { amount: '' }).trim()) });

/** On the success page: opens the ticket and reads its PIN. */
export async function readPin({ page, say }: Person): Promise<string> {
  await page.getByRole('link', { name: say('orders:success.openTicket') }).click();
  await expect(page.getByRole('img', { name: /QR/ })).toBeVisible();
  const spoken = await page.getByText(/^\d \d \d \d$/).textContent();
  return spoken!.replaceAll(' ', '');
}
