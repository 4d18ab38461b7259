import { readFile } from 'node:fs/promises';
import { type Browser, expect } from '@playwright/test';
import { createClient } from '@wopack/contract/client';
import { generate } from 'otplib';
import { DEMO_TOTP_SECRET } from '../../../apps/api/db/demo/accounts.ts';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { queryDatabase, verifyEmail } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { createTranslator, type Language, openAsDemoUser, openConsole, phone } from '../../support/user.ts';

interface Appearance {
  language: Language;
  theme: 'light' | 'dark';
  width: number;
  height: number;
}

const laptop: Appearance = { language: 'en', theme: 'light', width: 1440, height: 900 };
const narrowPhone: Appearance = { language: 'ru', theme: 'dark', width: 360, height: 740 };

/** A demo operator in the console, entered by password and the code of the authenticator. */
async function enterConsole(browser: Browser, email: string, { language, theme, width, height }: Appearance) {
  const context = await browser.newContext({
    baseURL: process.env.E2E_URL,
    viewport: { width, height },
    reducedMotion: 'reduce',
    colorScheme: theme,
  });
  await context.addInitScript((value) => localStorage.setItem('adminLanguage', value), language);
  const page = await context.newPage();
  page.on('pageerror', (error) => {
    throw error;
  });
  const t = createTranslator(language, 'admin');
  await page.goto('/admin/');
  await page.getByText(t('admin:signIn.byPassword')).click();
  await page.getByLabel(t('admin:signIn.email')).fill(email);
  await page.getByLabel(t('admin:signIn.password'), { exact: true }).fill('sobras1');
  await page.getByRole('button', { name: t('admin:signIn.next') }).click();
  const code = page.getByLabel(t('admin:code.label'));
  const dashboard = page.getByText(t('admin:dashboard.needs'));
  // A code is accepted once: another journey of this operator may have used it. Few tries: too many are refused.
  await expect(async () => {
    await code.fill(await generate({ secret: DEMO_TOTP_SECRET }));
    await page.getByRole('button', { name: t('admin:signIn.enter') }).click();
    await expect(dashboard.or(code.and(page.locator('[aria-invalid=true]')))).toBeVisible();
    await expect(dashboard).toBeVisible({ timeout: 1 });
  }).toPass({ timeout: 60_000, intervals: [7_000] });
  return { page, t };
}

/** A problem of the demo buyer that the store left unanswered for 80 hours. */
async function createOldProblem(): Promise<number> {
  const [order] = await queryDatabase<{ id: number }>(
    `INSERT INTO reports (order_id, text, created_at, seller_id)
     SELECT orders.id, 'Three rolls instead of eight.', now() - interval '80 hours', sale_places.seller_id
     FROM orders JOIN users ON users.id = orders.user_id
       JOIN products ON products.id = orders.product_id
       JOIN sale_places ON sale_places.id = products.sale_place_id
     WHERE users.email = 'buyer@wopack.example' AND orders.state = 'collected' AND orders.refunded_cents = 0
       AND NOT EXISTS (SELECT FROM reports WHERE reports.order_id = orders.id)
     ORDER BY orders.id DESC LIMIT 1 RETURNING order_id AS id`,
  );
  return order!.id;
}

/** The path of the page about a decision, from the mail with its reason. */
async function waitForDecisionLink(reason: string): Promise<string> {
  const findLink = async () => {
    const outbox = await (await fetch(`${process.env.E2E_URL}/dev/outbox`)).text();
    const mail = outbox.split('<article>').find((text) => text.includes(reason));
    return /\/decisions#[0-9a-f-]+/.exec(mail ?? '')?.[0] ?? '';
  };
  await expect.poll(findLink).not.toBe('');
  return findLink();
}

test('on a phone, support answers an unanswered problem with a part of the money, and the buyer reads why', async ({
  browser,
}) => {
  const id = await createOldProblem();
  const { page, t } = await enterConsole(browser, 'support@wopack.example', narrowPhone);
  await expectGoodScreen(page);
  await page.getByRole('button', { name: t('admin:menu.open') }).click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('admin:menu.problems') })
    .click();
  await expectGoodScreen(page);
  await page.getByRole('link', { name: new RegExp(`^${id} `) }).click();
  await expect(page.getByText('Three rolls instead of eight.')).toBeVisible();
  await expectGoodScreen(page);

  await page.getByLabel(t('admin:refund.amount')).fill('1,00');
  const reason = page.getByRole('textbox', { name: /^Прочтёт/ });
  await reason.fill('Мало роллов.');
  await page.getByText(/^Продавец, /).click();
  await reason.fill('Faltavam rolos.');
  await page.getByRole('button', { name: /^Вернуть 1,00/ }).click();
  await expect(page.getByText(t('admin:problem.done'))).toBeVisible();

  const buyer = await openAsDemoUser(browser, phone, 'buyer');
  await buyer.page.goto(await waitForDecisionLink('Мало роллов.'));
  await expect(buyer.page.getByText('Мало роллов.')).toBeVisible();
  await expect(buyer.page.getByText(buyer.t('decision:outcomes.refund_part'))).toBeVisible();
  await expectGoodScreen(buyer.page);
  await buyer.page.getByRole('textbox').fill('Было три, а не восемь.');
  await buyer.page.getByRole('button', { name: buyer.t('decision:objection.send') }).click();
  await expect(buyer.page.getByText(buyer.t('decision:objection.waits'))).toBeVisible();
});

test('an owner adds an operator, who is in the list and in the audit log', async ({ browser }) => {
  const email = `operator-${Date.now()}@example.com`;
  const reason = `Runs the payouts from ${email}.`;
  const connection = { host: process.env.E2E_URL!, language: () => 'en', token: () => null };
  await createClient(connection)('register', {
    body: { name: 'Rui', email, password: 'sobras1', device_name: 'journey', check_terms: true },
  });
  await verifyEmail(email);
  const { page, t } = await enterConsole(browser, 'owner@wopack.example', laptop);
  const openPage = async (label: string) => {
    await page.getByRole('navigation').getByRole('link', { name: label }).click();
    await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
  };
  await openPage(t('admin:menu.orders'));
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectGoodScreen(page);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: t('admin:order.timeLine') })).toBeVisible();
  await expectGoodScreen(page);

  await openPage(t('admin:menu.operators'));
  await page.getByRole('button', { name: t('admin:operators.invite') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('admin:shared.email')).fill(email);
  await dialog.getByLabel(t('admin:shared.role')).selectOption('finance');
  await dialog.getByLabel(t('admin:reason.label')).fill(reason);
  await dialog.getByRole('button', { name: t('admin:operators.inviteConfirm') }).click();
  await expect(page.getByRole('cell', { name: email })).toBeVisible();
  await expectGoodScreen(page);

  await openPage(t('admin:menu.audit'));
  const entry = page.getByRole('row').filter({ hasText: reason });
  const action = t('admin:auditActions.inviteOperator');
  await expect(entry).toContainText(action);
  await page.getByLabel(t('admin:audit.action')).selectOption(action);
  await expect(page).toHaveURL(/inviteOperator/);
  await entry.getByRole('button').click();
  const dialogOfEntry = page.getByRole('dialog', { name: action });
  await expect(dialogOfEntry).toContainText('inviteOperator');
  await expect(dialogOfEntry).toContainText('finance');
  await expectGoodScreen(page);
});

test('an operator sees only what their role may open', async ({ browser }) => {
  const { page, t } = await enterConsole(browser, 'catalogue@wopack.example', laptop);
  const menu = page.getByRole('navigation', { name: t('admin:menu.main') });
  await expect(menu.getByRole('link', { name: t('admin:menu.dashboard') })).toBeVisible();
  await expect(menu.getByRole('link', { name: t('admin:menu.orders') })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: t('admin:menu.audit') })).toHaveCount(0);
  await page.goto('/admin/audit');
  await expect(page.getByRole('heading', { name: t('admin:noAccess.title') })).toBeVisible();
});

test('catalogue adds a type, and a seller chooses it', async ({ browser }) => {
  const { page, t } = await openConsole(browser, 'catalogue');
  await page.goto('/admin/');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('admin:menu.product_types') })
    .click();
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await expectGoodScreen(page);
  const suffix = String(Date.now()).slice(-6);
  await page.getByRole('button', { name: t('admin:types.add') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('admin:types.names.pt')).fill(`Sopas ${suffix}`);
  await dialog.getByLabel(t('admin:types.names.en')).fill(`Soups ${suffix}`);
  await dialog.getByLabel(t('admin:types.names.ru')).fill(`Супы ${suffix}`);
  await dialog.getByRole('radio', { name: 'pizza' }).click();
  await dialog.getByLabel(t('admin:reason.label')).fill('Asked for by three stores.');
  await expectGoodScreen(page);
  await dialog.getByRole('button', { name: t('admin:types.addConfirm') }).click();
  const row = page.getByRole('row').filter({ hasText: `Супы ${suffix}` });
  await expect(row).toContainText(t('admin:offered.offered'));

  const seller = await openAsDemoUser(browser, phone, 'seller');
  await seller.page.goto('/seller/dish');
  const chip = seller.page.getByRole('button', { name: `Супы ${suffix}` });
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(chip.locator('img')).toHaveAttribute('src', /pizza/);

  // Retired, it cannot be chosen any more.
  await row.getByRole('button', { name: new RegExp(t('admin:offered.retire')) }).click();
  await dialog.getByLabel(t('admin:reason.label')).fill('Nobody uses it.');
  await dialog.getByRole('button', { name: t('admin:offered.retire') }).click();
  await expect(row).toContainText(t('admin:offered.retired'));
  await seller.page.reload();
  await expect(seller.page.getByRole('textbox').first()).toBeVisible();
  await expect(chip).toHaveCount(0);
});

test('a seller says who they are, and finance downloads the tax report', async ({ browser }) => {
  const seller = await openAsDemoUser(browser, phone, 'seller');
  await seller.page.goto('/account/business');
  await seller.page
    .getByRole('radio', { name: new RegExp(`^${seller.t('account:business.company')}`) })
    .click();
  const fill = (field: string, value: string) =>
    seller.page.getByLabel(seller.t(`account:business.${field}`), { exact: true }).fill(value);
  // Register and tax number of a Portuguese company follow from it.
  await fill('nipc', '501442601');
  await fill('postCode', '1200-468');
  await fill('city', 'Lisboa');
  await seller.page.getByRole('button', { name: seller.t('account:basicInfo.save') }).click();
  await expect(seller.page.getByText(/^Это не NIPC/)).toBeVisible();
  await expectGoodScreen(seller.page);
  await fill('nipc', '501442600');
  await seller.page.getByRole('button', { name: seller.t('account:basicInfo.save') }).click();
  await expect(seller.page.getByText(seller.t('account:basicInfo.saved'))).toBeVisible();

  const { page, t } = await enterConsole(browser, 'finance@wopack.example', laptop);
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('admin:menu.tax') })
    .click();
  await page.getByRole('button', { name: t('admin:tax.compute') }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectGoodScreen(page);
  const leaveOut = page.getByRole('switch', { name: t('admin:tax.leaveOut') });
  if (await leaveOut.isVisible()) await leaveOut.click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('admin:tax.xml'), exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^dac7-20\d\d\.xml$/);
  const xml = await readFile(await file.path(), 'utf8');
  expect(xml).toContain('<dpi:MessageType>DPI</dpi:MessageType>');
  expect(xml).toContain('INType="BRN">501442600<');
});

test('the check list before opening has what is missing, and turns green with what is done', async ({
  browser,
}) => {
  const { page, t } = await enterConsole(browser, 'finance@wopack.example', laptop);
  await page.getByRole('link', { name: t('admin:menu.launch') }).click();
  await page
    .getByRole('button', { name: new RegExp(`^(${t('admin:launch.first')}|${t('admin:launch.again')})$`) })
    .click();
  const row = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title }) });
  // The demo's payments, mail and accounts are not those of a town.
  for (const title of ['Payment keys', 'E-mail', 'Demo data', 'Backups', 'DAC7 registration'])
    await expect(row(title)).toContainText(`${title}: missing`);
  // Another journey invites an operator meanwhile.
  await expect(row('Second step')).toContainText(/: [45] of [45]\./);
  await expectGoodScreen(page);

  await queryDatabase('INSERT INTO backups (made_at, size_bytes) VALUES (now(), 412000000) RETURNING id');
  await queryDatabase(
    'INSERT INTO restore_trials (restored_at, data_as_of) VALUES (now(), now()) RETURNING id',
  );
  await page.getByRole('button', { name: t('admin:launch.again') }).click();
  await expect(row('Backups')).toContainText('Backups: done');
  await expect(row('Backups')).toContainText('412 MB');

  const downloadStarts = page.waitForEvent('download');
  await page.getByRole('button', { name: t('admin:launch.pdf') }).click();
  expect((await readFile(await (await downloadStarts).path())).subarray(0, 5).toString()).toBe('%PDF-');

  await page.getByRole('link', { name: 'Open Processing record' }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('admin:processing.title') })).toBeVisible();
  await expectGoodScreen(page);
  await page.goto('/policy/accessibility');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
