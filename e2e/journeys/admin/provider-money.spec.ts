import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect } from '@playwright/test';
import { legalTextVersions } from '@wopack/domain';
import { InvoiceXpressStandIn } from '../../../apps/api/test/invoicing-services/invoicexpress-stand-in.ts';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { findFreePort, queryDatabase, Server } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { openAsDemoUser, openConsole, phone } from '../../support/user.ts';

/** With accounts at the payment provider and a service for invoices, which refuses the credentials at first. */
const service = new InvoiceXpressStandIn();
let server: Server;
let databaseUrl: string;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  service.acceptsCredentials = false;
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-provider-money-'));
  const invoicing = await service.open();
  server = new Server(dataDir, await findFreePort(), {
    PAYOUT_WAY: 'stripe_connect',
    OPERATOR_VAT_PERCENT: '23',
    ...(invoicing as Record<string, string>),
    INVOICING_TIMEOUT_MS: '30000',
  });
  await server.start();
  databaseUrl = await server.getDatabaseUrl();
});

test.afterAll(async () => {
  await server.stop();
  await service.close();
  await rm(server.dataDir, { recursive: true, force: true });
});

const query = <T extends object>(sql: string, values: unknown[] = []) =>
  queryDatabase<T>(sql, values, databaseUrl);

const open = (browser: Browser, role: 'finance' | 'owner', width = 1440) =>
  openConsole(browser, role, { baseURL: server.url, databaseUrl, width });

test('finance reads why the provider refused a transfer, and has it tried again', async ({ browser }) => {
  // As if the balance at the provider had not been enough: five tries, the next one tomorrow.
  let refused: { id: number } | undefined;
  await expect
    .poll(async () => {
      [refused] = await query<{ id: number }>(
        `UPDATE provider_transfers SET state = 'refused', attempts = 5, error = 'balance_insufficient', changed_at = now(),
           next_attempt_at = now() + interval '1 day'
         WHERE id = (SELECT max(id) FROM provider_transfers WHERE state = 'queued') RETURNING id`,
      );
      return refused;
    })
    .toBeTruthy();
  const { page, t } = await open(browser, 'finance');
  await page.goto('/admin/');
  await page
    .getByRole('navigation')
    // Its name ends with how many need somebody, once that is known.
    .getByRole('link', { name: new RegExp(`^${t('admin:menu.transfers')}`) })
    .click();
  await page.getByLabel(t('admin:transfers.attention')).selectOption(t('admin:yes'));
  const row = page.getByRole('row').filter({ hasText: t('admin:transfers.needsYou') });
  await expect(row).toContainText(t('admin:transfers.reasons.balance_insufficient'));
  await expectGoodScreen(page);
  await row.getByRole('link', { name: String(refused!.id), exact: true }).click();
  await page.getByRole('button', { name: t('admin:transfers.tryNow') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('admin:transfers.tryNow') }).click();
  await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox').fill('The balance was topped up.');
  await expectGoodScreen(page);
  await dialog.getByRole('button', { name: t('admin:transfers.tryNow') }).click();
  await expect(dialog).toBeHidden();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(t('admin:transfers.states.made'), { exact: true })).toBeVisible({
      timeout: 3000,
    });
  }).toPass();
  await expect(page.getByRole('button', { name: t('admin:transfers.tryNow') })).toHaveCount(0);
});

test('finance reads why an invoice is not issued, and has it looked up when the service works again', async ({
  browser,
}) => {
  const { page, t } = await open(browser, 'finance', 390);
  await page.goto('/admin/commission_invoices');
  const link = page.getByRole('main').getByRole('link', { name: /^\d+/ }).first();
  await expect(link).toBeVisible();
  await expectGoodScreen(page);
  await link.click();
  const lookUp = async () => {
    await page.getByRole('button', { name: t('admin:commissionInvoices.lookUp') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('The key of the service was renewed.');
    await dialog.getByRole('button', { name: t('admin:commissionInvoices.lookUp') }).click();
    await expect(dialog).toBeHidden();
  };
  const reloadUntil = (text: string) =>
    expect(async () => {
      await page.reload();
      await expect(page.getByText(text).first()).toBeVisible({ timeout: 3000 });
    }).toPass();
  await lookUp();
  await reloadUntil('status 401');
  await expectGoodScreen(page);
  service.acceptsCredentials = true;
  await lookUp();
  await reloadUntil(t('admin:commissionInvoices.issued'));
  await expect(page.getByText(/^FT |ATCUD/).first()).toBeVisible();
  await expectGoodScreen(page);
  const [document] = service.documents.filter(({ state }) => state === 'final');
  expect(document).toBeTruthy();
  // Its file is kept a little later.
  const pdf = page.getByRole('button', { name: 'PDF' });
  await expect(async () => {
    await page.reload();
    await expect(pdf).toBeVisible({ timeout: 3000 });
  }).toPass();
  const downloads = page.waitForEvent('download');
  await pdf.click();
  expect((await readFile(await (await downloads).path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('an owner announces new terms, and a user reads of them in the app', async ({ browser }) => {
  // As before the release that brought the newest version.
  const [newest, former] = legalTextVersions.terms;
  await query(
    `UPDATE legal_text_versions SET version = $1, announced_at = now() - interval '1 year', holds_from = now() - interval '1 year'
     WHERE text = 'terms'`,
    [former!.version],
  );
  const { page, t } = await open(browser, 'owner');
  await page.goto('/admin/legal_texts');
  await page.getByRole('button', { name: new RegExp(`^${t('admin:legalTexts.announce')}: `) }).click();
  const dialog = page.getByRole('dialog');
  const day = dialog.getByLabel(t('admin:legalTexts.from'));
  const earliest = await day.inputValue();
  await day.fill('2026-12-01');
  await dialog.getByRole('textbox', { name: t('admin:reason.label') }).fill('The lawyer has read it.');
  await dialog.getByRole('button', { name: t('admin:legalTexts.confirm') }).click();
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await expectGoodScreen(page);
  await day.fill(earliest);
  await dialog.getByRole('button', { name: t('admin:legalTexts.confirm') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(t('admin:legalTexts.announced'), { exact: true })).toBeVisible();

  const buyer = await openAsDemoUser(browser, phone, 'buyer', server.url);
  await buyer.page.goto('/offers');
  const bar = buyer.page.getByRole('complementary', { name: buyer.t('legal:change.label') });
  await expect(bar).toContainText(newest!.changes!.ru);
  await expectGoodScreen(buyer.page);
  await bar.getByRole('link', { name: buyer.t('legal:change.read') }).click();
  await expect(buyer.page).toHaveURL(new RegExp(newest!.version));
  await expect(buyer.page.getByRole('heading', { level: 1 })).toBeVisible();
  await buyer.page.goBack();
  await bar.getByRole('button', { name: buyer.t('legal:change.accept') }).click();
  await expect(bar).toBeHidden();
  await buyer.page.reload();
  await expect(buyer.page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(bar).toBeHidden();
});
