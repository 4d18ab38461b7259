import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { legalTextVersions } from '@wopack/domain';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { findFreePort, queryDatabase, Server } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { desktop, type JourneyUser, openAsDemoUser, openConsole, phone } from '../../support/user.ts';

/** The amount beside a name of a list of names and values. */
const readCents = async (page: Page, name: string): Promise<number> => {
  const value = page.locator('div:has(> dt)').filter({ hasText: name }).last().locator('dd');
  await expect(value).toBeVisible();
  return toCents(await value.innerText());
};

const toCents = (amount: string): number => Number(amount.replaceAll(/[^\d-]/g, ''));

const saveFile = async (page: Page, name: string | RegExp): Promise<[string, string]> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  return [download.suggestedFilename(), await readFile(await download.path(), 'latin1')];
};

test('a month that the provider pays: the sums agree, and operators try again, announce terms and fetch invoices', async ({
  browser,
}) => {
  test.slow();
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-provider-pays-'));
  const server = new Server(dataDir, await findFreePort(), { PAYOUT_WAY: 'stripe_connect' });
  await server.start();
  try {
    const databaseUrl = await server.getDatabaseUrl();
    const query = <T extends object>(sql: string, values: unknown[] = []) =>
      queryDatabase<T>(sql, values, databaseUrl);
    const openAs = (role: 'finance' | 'owner') =>
      openConsole(browser, role, { baseURL: server.url, databaseUrl });
    const seller = await openAsDemoUser(browser, desktop, 'seller', server.url);
    const [{ id: sellerId }] = (await query<{ id: number }>(
      "SELECT id FROM users WHERE email = 'seller@wopack.example'",
    )) as [{ id: number }];

    await test.step('what was transferred is the same for seller and operator', async () => {
      await expect
        .poll(async () =>
          (
            await query<{ state: string }>(
              'SELECT DISTINCT state FROM provider_transfers WHERE user_id = $1',
              [sellerId],
            )
          ).map(({ state }) => state),
        )
        .toEqual(['made']);
      const { page, t } = seller;
      await page.goto('/seller/payout');
      await expect(
        page.getByRole('heading', { name: t('payoutAccount:seller.verified.title') }),
      ).toBeVisible();
      const provider = t('payoutAccount:providers.sandbox');
      const held = await readCents(page, t('payoutAccount:earnings.held', { provider }));
      const paid = await readPaid(seller);
      await expectGoodScreen(page);
      const console = await openAs('finance');
      const filter = encodeURIComponent(JSON.stringify({ user_id: String(sellerId) }));
      await console.page.goto(`/admin/transfers?filter=${filter}`);
      const sums = console.page.getByRole('row').last();
      await expect(sums).toContainText(/\d/);
      expect(toCents(await sums.innerText())).toBe(held + paid);
      expect(held + paid).toBeGreaterThan(10_000);
    });

    await test.step('finance tries a refused transfer again', async () => {
      // An order of yesterday is past its reports, and its transfer was refused five times.
      const [{ id }] = (await query<{ id: number }>(
        `WITH chosen AS (
           UPDATE orders SET pickup_start = pickup_start - interval '4 days', pickup_end = pickup_end - interval '4 days',
             created_at = created_at - interval '4 days', collected_at = collected_at - interval '4 days'
           WHERE id = (SELECT id FROM orders WHERE seller_id = $1 AND state = 'collected' AND refunded_cents = 0
             AND transferred_cents = 0 AND payout_way = 'stripe_connect' AND pickup_end > now() - interval '47 hours'
             ORDER BY id LIMIT 1)
           RETURNING id, earning_cents)
         INSERT INTO provider_transfers (user_id, role, account_ref, order_id, amount_cents, state, attempts, error,
           next_attempt_at, created_at, changed_at)
         SELECT $1, 'seller', ref, chosen.id, earning_cents, 'refused', 5, 'balance_insufficient',
           now() + interval '1 day', now(), now()
         FROM chosen, payout_accounts WHERE user_id = $1 RETURNING id`,
        [sellerId],
      )) as [{ id: number }];
      const { page, t } = await openAs('finance');
      await page.goto('/admin/');
      await page.getByRole('link', { name: t('admin:tasks.stuck_transfers', { count: 1 }) }).click();
      await page.getByRole('link', { name: String(id), exact: true }).click();
      await page.getByRole('button', { name: t('admin:transfers.tryNow') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t('admin:reason.label')).fill('The provider has money again.');
      await dialog.getByRole('button', { name: t('admin:transfers.tryNow') }).click();
      await expect(page.getByText(t('admin:transfers.soon'))).toBeVisible();
      const findState = async () =>
        (await query<{ state: string }>('SELECT state FROM provider_transfers WHERE id = $1', [id]))[0]!
          .state;
      await expect.poll(findState).toBe('made');
      await page.reload();
      await expect(page.getByText(t('admin:transfers.states.made'), { exact: true })).toBeVisible();
      await expectGoodScreen(page);
    });

    await test.step('the owner announces terms, and a user accepts them in the bar', async () => {
      const [newest, before] = legalTextVersions.terms;
      await query(
        `UPDATE legal_text_versions SET version = $1, announced_at = $1::date, holds_from = $1::date
         WHERE text = 'terms'`,
        [before!.version],
      );
      const console = await openAs('owner');
      await console.page.goto('/admin/legal_texts');
      await console.page
        .getByRole('button', { name: new RegExp(`^${console.t('admin:legalTexts.announce')}`) })
        .click();
      const dialog = console.page.getByRole('dialog');
      await dialog.getByLabel(console.t('admin:reason.label')).fill('With the release.');
      await dialog.getByRole('button', { name: console.t('admin:legalTexts.confirm') }).click();
      await expect(console.page.getByText(console.t('admin:legalTexts.announced'))).toBeVisible();
      const { page, t } = await openAsDemoUser(browser, phone, 'buyer', server.url);
      await page.goto('/offers');
      const bar = page.getByRole('complementary', { name: t('legal:change.label') });
      await expect(bar).toContainText(newest!.changes!.ru);
      await expectGoodScreen(page);
      await bar.getByRole('button', { name: t('legal:change.accept') }).click();
      await expect(page.getByText(t('legal:change.accepted'))).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(bar).toBeHidden();
    });

    await test.step('the invoice for the commission is the same document for seller and operator', async () => {
      const [{ statement_id: statementId }] = (await query<{ statement_id: number }>(
        `WITH statement AS (SELECT id FROM statements WHERE user_id = $1 AND role = 'seller' ORDER BY month DESC LIMIT 1),
           invoice AS (
             INSERT INTO commission_invoices (statement_id, kind, service, reference, customer, amount_cents, vat_percent,
               state, document_ref, number, atcud, issued_at, created_at)
             SELECT id, 'invoice', 'moloni', 'WP journey', '{"id": 1, "name": "Rui Fontes, Unipessoal Lda.", "address": "",
               "post_code": null, "city": null, "country": "PT", "tax_number": "PT509442013"}', 1290, 23, 'issued', '1',
               'FT 2026/17', 'JFX2026-17', now(), now()
             FROM statement RETURNING id, statement_id),
           file AS (INSERT INTO commission_invoice_files (invoice_id, content, fetched_at)
             SELECT id, '%PDF-1.4 journey'::bytea, now() FROM invoice)
         SELECT statement_id FROM invoice`,
        [sellerId],
      )) as [{ statement_id: number }];
      const { page, t } = seller;
      await page.goto(`/statements/${statementId}`);
      await expect(page.getByText('ATCUD: JFX2026-17')).toBeVisible();
      await expectGoodScreen(page);
      const document = ['FT-2026-17.pdf', '%PDF-1.4 journey'];
      expect(await saveFile(page, t('money:invoicePdf', { number: 'FT 2026/17' }))).toEqual(document);
      const console = await openAs('finance');
      await console.page.goto('/admin/commission_invoices');
      await console.page
        .getByRole('row', { name: /FT 2026\/17/ })
        .getByRole('link')
        .first()
        .click();
      await expect(console.page.getByText('JFX2026-17')).toBeVisible();
      expect(await saveFile(console.page, 'PDF')).toEqual(document);
    });
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** On Mondays the sandbox pays banks. */
async function readPaid({ page, t }: JourneyUser): Promise<number> {
  const month = new Intl.DateTimeFormat('pt-PT', { month: 'long', year: 'numeric' }).format(new Date());
  return readCents(page, t('payoutAccount:earnings.paid', { month }));
}
