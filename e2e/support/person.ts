import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { type Language, type Say, textsOf } from './texts.ts';

let count = 0;

/** Somebody with a browser of their own. */
export interface Person {
  page: Page;
  context: BrowserContext;
  say: Say;
  email: string;
}

export interface Device {
  language: Language;
  width: number;
  height: number;
}

export const phone: Device = { language: 'ru', width: 390, height: 844 };
export const tablet: Device = { language: 'en', width: 768, height: 1024 };
export const desk: Device = { language: 'pt', width: 1440, height: 900 };

/** Opens a browser whose language and size are the device's; everything the page throws fails the journey. */
export async function newPerson(browser: Browser, device: Device, baseURL?: string): Promise<Person> {
  const { language, width, height } = device;
  const context = await browser.newContext({
    baseURL: baseURL ?? process.env.E2E_URL,
    viewport: { width, height },
    locale: { pt: 'pt-PT', en: 'en-GB', ru: 'ru-RU' }[language],
    timezoneId: 'Europe/Lisbon',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  const email = `journey-${process.pid}-${Date.now()}-${++count}@example.com`;
  return { page, context, say: textsOf(language), email };
}

/** Makes an account on the sign-up screen. Ends on the account page. */
export async function signUp(
  { page, say, email }: Person,
  name: string,
  { owner = false, partner = false } = {},
): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel(say('auth:signup.name')).fill(name);
  await page.getByLabel(say('auth:email'), { exact: true }).fill(email);
  await page.getByLabel(say('auth:password.label'), { exact: true }).fill('sobras1');
  if (owner) await page.getByRole('checkbox', { name: say('auth:signup.owner') }).check();
  if (partner) await page.getByRole('checkbox', { name: say('auth:signup.partner') }).check();
  await page.getByRole('button', { name: say('auth:signUp'), exact: true }).click();
  await expect(page).toHaveURL(/\/account$/);
}

/** Signs in by password on the page for it. */
export async function signIn({ page, say }: Person, email: string, password: string): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel(say('auth:email'), { exact: true }).fill(email);
  await page.getByLabel(say('auth:password.label'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say('auth:signIn'), exact: true }).click();
}
