import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { createSellerWithProduct, type NewProduct, type PickupDays, registerAccount } from './api.ts';
import { queryDatabase, verifyEmail, waitForMailedCode } from './server.ts';

export type Language = 'pt' | 'en' | 'ru';
type MessageTree = { [key: string]: string | MessageTree };

const APPS_DIR = join(import.meta.dirname, '../../apps');

/** Texts of an app by namespace: the console's are files, the web app's are sections of files. */
function readTexts(language: Language, app: 'web' | 'admin'): MessageTree {
  const folder = join(APPS_DIR, app, 'app/locales', language);
  const files = readdirSync(folder).map((name): [string, MessageTree] => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(join(folder, name), 'utf8')),
  ]);
  return app === 'admin' ? Object.fromEntries(files) : Object.assign({}, ...files.map(([, texts]) => texts));
}

/** Translates with the locale files: `t('seller:wizard.next')`; with a `count` also by its plural form. */
export function createTranslator(language: Language, app: 'web' | 'admin' = 'web') {
  const texts = readTexts(language, app);
  const pluralRules = new Intl.PluralRules(language);
  return (key: string, values: Record<string, string | number> = {}): string => {
    const find = (path: string) => {
      let message: string | MessageTree | undefined = texts;
      for (const part of path.split(/[:.]/))
        message = typeof message === 'object' ? message[part] : undefined;
      return message;
    };
    const message =
      find(key) ??
      ('count' in values ? find(`${key}_${pluralRules.select(Number(values.count))}`) : undefined);
    if (typeof message !== 'string') throw new Error(`no text ${key} in ${language}`);
    return message.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
  };
}

export type Translate = ReturnType<typeof createTranslator>;

const isLongRun = Boolean(process.env.TEST_LONG);
let userCount = 0;

/** A user with a browser context of their own. */
export interface JourneyUser {
  page: Page;
  context: BrowserContext;
  t: Translate;
  email: string;
}

export interface Device {
  language: Language;
  width: number;
  height: number;
  /**
   * The app installs its service worker, and animates. Together they take a quarter of a journey's processor time, so
   * that without TEST_LONG only journeys about them have them, and a first visitor's.
   */
  hasServiceWorker?: boolean;
  hasMotion?: boolean;
  hasTouch?: boolean;
}

export const phone: Device = { language: 'ru', width: 390, height: 844 };
export const tablet: Device = { language: 'en', width: 768, height: 1024 };
export const desktop: Device = { language: 'pt', width: 1440, height: 900 };
export const offlinePhone: Device = { ...phone, hasServiceWorker: true };

/**
 * Opens a context with the device's language and size, and with these entries in the local storage; any error thrown in
 * the page fails the journey.
 */
export async function openUser(
  browser: Browser,
  device: Device,
  baseURL = process.env.E2E_URL!,
  storage: Record<string, string> = {},
): Promise<JourneyUser> {
  const { language, width, height } = device;
  const { hasServiceWorker = isLongRun, hasMotion = isLongRun } = device;
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    baseURL,
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
    viewport: { width, height },
    hasTouch: device.hasTouch ?? false,
    locale: { pt: 'pt-PT', en: 'en-GB', ru: 'ru-RU' }[language],
    timezoneId: 'Europe/Lisbon',
    serviceWorkers: hasServiceWorker ? 'allow' : 'block',
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  const email = `journey-${process.pid}-${Date.now()}-${++userCount}@example.com`;
  return { page, context, t: createTranslator(language), email };
}

/** Creates an account on the sign-up screen. Ends on the account page. */
export async function signUp(
  { page, t, email }: JourneyUser,
  name: string,
  { seller = false, partner = false } = {},
): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel(t('auth:signup.name')).fill(name);
  await page.getByLabel(t('auth:email'), { exact: true }).fill(email);
  await page.getByLabel(t('auth:password.label'), { exact: true }).fill('sobras1');
  if (seller) await page.getByRole('checkbox', { name: t('auth:signup.owner') }).check();
  if (partner) await page.getByRole('checkbox', { name: t('auth:signup.partner') }).check();
  await page.getByRole('button', { name: t('auth:signUp'), exact: true }).click();
  await expect(page).toHaveURL(/\/account$/);
}

/** A user with a new account, without the sign-up screen; on the shared server also with a confirmed address. */
export async function openNewUser(
  browser: Browser,
  device: Device,
  name: string,
  baseURL?: string,
): Promise<JourneyUser> {
  const account = await registerAccount(
    { name },
    { language: device.language, ...(baseURL && { host: baseURL }) },
  );
  if (!baseURL) await verifyEmail(account.email);
  return openAccount(browser, device, account, baseURL);
}

/** Likewise a seller with a product on sale. */
export async function openSeller(
  browser: Browser,
  device: Device,
  product: NewProduct,
  days: PickupDays = 'every day',
  baseURL?: string,
): Promise<JourneyUser> {
  const account = await createSellerWithProduct(product, { days, ...(baseURL && { host: baseURL }) });
  return openAccount(browser, device, account, baseURL);
}

export async function openAccount(
  browser: Browser,
  device: Device,
  { token, email }: { token: string; email: string },
  baseURL?: string,
): Promise<JourneyUser> {
  return { ...(await openUser(browser, device, baseURL, { token, cookieChoice: 'essential' })), email };
}

export async function signIn({ page, t }: JourneyUser, email: string, password: string): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel(t('auth:email'), { exact: true }).fill(email);
  await page.getByLabel(t('auth:password.label'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('auth:signIn'), exact: true }).click();
}

/** A demo account, signed in, with the cookie choice made. */
export async function openAsDemoUser(
  browser: Browser,
  device: Device,
  account: DemoAccount,
  baseURL = process.env.E2E_URL!,
): Promise<JourneyUser> {
  const token = await signInAsDemoUser(account, baseURL);
  const user = await openUser(browser, device, baseURL);
  await user.context.addInitScript(
    (storage) => {
      for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
    },
    { token, language: device.language, cookieChoice: 'essential' },
  );
  return { ...user, email: getDemoEmail(account) };
}

type DemoAccount = 'buyer' | 'seller' | 'partner';

const getDemoEmail = (account: DemoAccount): string => `${account}@wopack.example`;

/** A token of a demo account. */
export async function signInAsDemoUser(
  account: DemoAccount,
  baseURL = process.env.E2E_URL!,
): Promise<string> {
  const reply = await fetch(`${baseURL}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: getDemoEmail(account), password: 'sobras1', device_name: 'journey' }),
  });
  return ((await reply.json()) as { token: string }).token;
}

export interface OperatorConsole {
  page: Page;
  t: Translate;
}

/** The demo operator of a role in the console. A code is accepted once, so that journeys at the same time get a session. */
export async function openConsole(
  browser: Browser,
  role: 'support' | 'finance' | 'catalogue' | 'owner',
  {
    language = 'en',
    width = 1440,
    baseURL = process.env.E2E_URL!,
    databaseUrl,
  }: { language?: Language; width?: number; baseURL?: string; databaseUrl?: string } = {},
): Promise<OperatorConsole> {
  const token = randomBytes(32).toString('hex');
  await queryDatabase(
    `WITH operator AS (SELECT id, credentials_version FROM users WHERE email = $2),
       token AS (
         INSERT INTO tokens (user_id, hash, device_name, lifetime_seconds, created_at, expires_at)
         SELECT id, sha256($1), 'journey', 3600, now(), now() + interval '1 hour' FROM operator RETURNING id)
     INSERT INTO operator_sessions
       (user_id, token_id, credentials_version, hash, created_at, last_seen_at, confirmed_at, expires_at)
     SELECT operator.id, token.id, credentials_version, $1::bytea, now(), now(), now(), now() + interval '1 hour'
     FROM operator, token`,
    [createHash('sha256').update(token).digest(), `${role}@wopack.example`],
    databaseUrl,
  );
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: 844 },
    reducedMotion: 'reduce',
  });
  await context.addInitScript(
    ([operatorToken, adminLanguage]) => {
      sessionStorage.setItem('adminToken', operatorToken!);
      localStorage.setItem('adminLanguage', adminLanguage!);
    },
    [token, language],
  );
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  return { page, t: createTranslator(language, 'admin') };
}

/** Opens the offer of a product of the shared server: the list costs as much again. */
export async function openProduct({ page }: JourneyUser, name: string): Promise<void> {
  const [product] = await queryDatabase<{ id: number }>('SELECT id FROM products WHERE name = $1', [name]);
  await page.goto(`/offers/${product!.id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Searches the list for a product by name and opens its offer. */
export async function openProductByName({ page, t }: JourneyUser, name: string): Promise<void> {
  await page.goto('/offers');
  await page.getByRole('combobox', { name: t('offers:search') }).fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

export const GOOD_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';

/** On an offer, before a first payment: an address given at sign-up is confirmed by a code. */
export async function confirmEmail({ page, t, email }: JourneyUser): Promise<void> {
  await page.getByRole('button', { name: t('account:verify.send') }).click();
  await page
    .getByLabel(t('auth:code.label'))
    .fill(await waitForMailedCode(email, new URL(page.url()).origin));
  await expect(page.getByText(t('account:verify.done'))).toBeVisible();
}

/** Until the form of a payment is there; a new user confirms the address first. */
export async function openPaymentForm(user: JourneyUser): Promise<void> {
  const { page, t } = user;
  const sendCode = page.getByRole('button', { name: t('account:verify.send') });
  await expect(sendCode.or(getPayButton(user)).first()).toBeVisible();
  if (await sendCode.isVisible()) await confirmEmail(user);
}

export async function payByCard(user: JourneyUser, number: string): Promise<void> {
  const { page, t } = user;
  await openPaymentForm(user);
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

/** By the key of its name. */
export const getButton = ({ page, t }: JourneyUser, key: string) =>
  page.getByRole('button', { name: t(key), exact: true });
/** By the key of its label. */
export const getField = ({ page, t }: JourneyUser, key: string) => page.getByLabel(t(key), { exact: true });
