import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { buyProductForTomorrow } from '../../support/api.ts';
import { expectGoodScreen } from '../../support/screen-checks.ts';
import { queryDatabase, verifyEmail } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import {
  desktop,
  type JourneyUser,
  type OperatorConsole,
  openAsDemoUser,
  openConsole,
  openUser,
  phone,
  signInAsDemoUser,
} from '../../support/user.ts';

/** Presses a button that asks for a reason, gives one, and waits until it is done. */
async function actWithReason({ page, t }: OperatorConsole, label: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const reasonField = dialog.getByLabel(t('admin:reason.label'));
  await reasonField.fill(reason);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  // Not the dialog: the toast that follows is one too, and stays for seconds.
  await expect(reasonField).toHaveCount(0);
}

/** The path of the page about a decision, from the mail with its reason: a reporter gets another one. */
async function waitForDecisionLink(reason: string, recipient: string): Promise<string> {
  const findLink = async () => {
    const outbox = await (await fetch(`${process.env.E2E_URL}/dev/outbox`)).text();
    const mail = outbox.split('<article>').find((text) => text.includes(reason) && text.includes(recipient));
    return /\/decisions#[0-9a-f-]+/.exec(mail ?? '')?.[0] ?? '';
  };
  // A server that has just started first mails the statements of all sellers.
  await expect.poll(findLink, { timeout: 60_000 }).not.toBe('');
  return findLink();
}

/** A product on sale with a paid order, of a seller whom no other journey knows. */
interface OtherProduct {
  id: number;
  name: string;
  sellerId: number;
  email: string;
}

async function createOrderedProduct(): Promise<OtherProduct> {
  const stamp = Date.now().toString(36);
  const name = `Cesto ${stamp}`;
  const product = { salePlaceName: `Padaria ${stamp}`, name, quantity: 2 };
  const { order, seller } = await buyProductForTomorrow(await signInAsDemoUser('partner'), product);
  await verifyEmail(seller.email);
  const [row] = await queryDatabase<{ sellerId: number }>(
    'SELECT seller_id AS "sellerId" FROM orders WHERE id = $1',
    [order.id],
  );
  return { id: seller.productId, name, sellerId: row!.sellerId, email: seller.email };
}

const isPublic = async (path: string) => (await fetch(`${process.env.E2E_URL}/api/v1${path}`)).ok;

test('finance runs a payout: file, sent, arrived, one came back, and a seller who was held', async ({
  browser,
}) => {
  const finance = await openConsole(browser, 'finance');
  const { page, t } = finance;
  // A server settles the months soon after it has started.
  const settlements = () =>
    queryDatabase("SELECT id FROM pgboss.job WHERE name = 'ledger.settle-months' AND state = 'completed'");
  await expect.poll(settlements, { timeout: 60_000 }).not.toEqual([]);
  const owner = await openConsole(browser, 'owner');
  // Before the day of the month's regular run one is made by hand, by another than who says that it was sent.
  if ((await queryDatabase('SELECT id FROM payout_runs')).length === 0) {
    await owner.page.goto('/admin/payout_runs');
    await actWithReason(owner, t('admin:payouts.prepare'), 'Before the 5th.');
    await expect(
      owner.page.getByRole('heading', { name: t('admin:payouts.title', { id: 1 }) }),
    ).toBeVisible();
  }
  await page.goto('/admin/payout_runs');
  await expectGoodScreen(page);
  await page.getByRole('rowheader').getByRole('link').last().click();
  await expect(page.getByRole('heading', { name: t('admin:payouts.title', { id: 1 }) })).toBeVisible();
  await expectGoodScreen(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('admin:payouts.download') }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001');
  expect(file).toContain('Rui Fontes');
  await actWithReason(finance, t('admin:payouts.markSent'), 'Uploaded at the bank.');
  // The next step is another operator's.
  await expect(page.getByRole('button', { name: t('admin:payouts.confirm'), exact: true })).toBeDisabled();
  await owner.page.goto(new URL(page.url()).pathname);
  await actWithReason(owner, t('admin:payouts.confirm'), 'On the bank statement.');
  await page.reload();
  await expect(page.getByText(t('admin:payouts.runStates.done'))).toBeVisible();
  await page.getByRole('button', { name: t('admin:payouts.returnOf', { name: 'Inês Prata' }) }).click();
  const dialog = page.getByRole('dialog');
  await expectGoodScreen(page);
  await dialog.getByLabel(t('admin:reason.label')).fill('AC04 closed account');
  const reference = dialog.getByLabel(t('admin:payouts.reference'));
  await reference.fill('RET 4711');
  await dialog.getByRole('button', { name: t('admin:payouts.return') }).click();
  await expect(reference).toHaveCount(0);
  await expect(page.getByText('AC04 closed account')).toBeVisible();

  await page.goto('/admin/sellers?filter=%7B%22payouts_held%22%3A%22yes%22%7D');
  await page.getByRole('rowheader').getByRole('link').first().click();
  await actWithReason(finance, t('admin:sellers.actions.releasePayouts'), 'The papers are here.');
  await page.goto('/admin/payout_runs');
  await actWithReason(finance, t('admin:payouts.prepare'), 'The rest of the month.');
  await expect(page.getByRole('heading', { name: t('admin:payouts.title', { id: 2 }) })).toBeVisible();
  await page.goto('/admin/ledger');
  await page.getByLabel(t('admin:ledger.kind')).selectOption('payout_returned');
  const returned = page.getByRole('row').filter({ hasText: t('admin:transactions.payout_returned') });
  await expect(returned.filter({ hasText: 'Inês Prata' })).toBeVisible();
  await expectGoodScreen(page);
});

async function reportProduct({ page, t }: JourneyUser, id: number, text: string): Promise<void> {
  await page.goto(`/offers/${id}`);
  await page.getByRole('button', { name: t('common:report') }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(t('report-content:text')).fill(text);
  await form.getByLabel(t('report-content:email')).fill(`reader-${id}@example.com`);
  await form.getByRole('button', { name: t('report-content:send') }).click();
  await expect(page.getByText(t('report-content:sent'))).toBeVisible();
}

test('catalogue hides an offer after a report, its seller objects, and an owner reverses it', async ({
  browser,
}) => {
  const product = await createOrderedProduct();
  const guest = await openUser(browser, phone);
  await guest.context.addInitScript(() => localStorage.setItem('cookieChoice', 'essential'));
  await reportProduct(guest, product.id, 'Фото не отсюда.');

  const catalogue = await openConsole(browser, 'catalogue', { language: 'pt' });
  await catalogue.page.goto('/admin/content_reports');
  await expectGoodScreen(catalogue.page);
  await catalogue.page
    .getByRole('row')
    .filter({ hasText: product.name })
    .getByRole('rowheader')
    .getByRole('link')
    .first()
    .click();
  await expect(catalogue.page.getByText('Фото не отсюда.')).toBeVisible();
  const reason = `A fotografia do pack ${product.id} é de outra loja.`;
  await actWithReason(catalogue, catalogue.t('admin:catalogue.hide'), reason);
  expect(await isPublic(`/products/${product.id}`)).toBe(false);

  const seller = await openUser(browser, desktop);
  await seller.page.goto(await waitForDecisionLink(reason, product.email));
  await expect(seller.page.getByText(reason)).toBeVisible();
  await expectGoodScreen(seller.page);
  await seller.page.getByRole('textbox').fill(`Tirei-a eu, no balcão. ${product.id}`);
  await seller.page.getByRole('button', { name: seller.t('decision:objection.send') }).click();
  await expect(seller.page.getByText(seller.t('decision:objection.waits'))).toBeVisible();

  const owner = await openConsole(browser, 'owner');
  await owner.page.goto('/admin/objections?filter=%7B%22state%22%3A%22open%22%7D');
  await owner.page
    .getByRole('row')
    .filter({ hasText: product.name })
    .getByRole('button', { name: owner.t('admin:shared.read') })
    .click();
  await expect(owner.page.getByRole('dialog')).toContainText('no balcão');
  await actWithReason(owner, owner.t('admin:objections.actions.reversed'), 'The photo is right.');
  expect(await isPublic(`/products/${product.id}`)).toBe(true);
  await seller.page.reload();
  await expect(seller.page.getByText('The photo is right.')).toBeVisible();
});

test('support asks the store about a problem, and the store answers on a phone', async ({ browser }) => {
  const [order] = await queryDatabase<{ id: number }>(
    `INSERT INTO reports (order_id, text, created_at, seller_id)
     SELECT orders.id, 'Two rolls only.', now() - interval '74 hours', seller_id FROM orders
     WHERE orders.state = 'collected' AND seller_id = (SELECT id FROM users WHERE email = 'seller@wopack.example')
       AND NOT EXISTS (SELECT FROM reports WHERE reports.order_id = orders.id)
     ORDER BY orders.id DESC LIMIT 1 RETURNING order_id AS id`,
  );
  const { id } = order!;
  const { page, t } = await openConsole(browser, 'support');
  await page.goto(`/admin/problems/${id}`);
  await page.getByRole('button', { name: t('admin:problem.ask') }).click();
  const dialog = page.getByRole('dialog');
  const question = `How many rolls? ${id}`;
  await dialog.getByLabel(t('admin:problem.question')).fill(question);
  await expectGoodScreen(page);
  await dialog.getByRole('button', { name: t('admin:problem.askConfirm') }).click();
  await expect(page.getByText(question)).toBeVisible();
  await expect(page.getByRole('button', { name: t('admin:problem.ask') })).toHaveCount(0);

  const seller = await openAsDemoUser(browser, phone, 'seller');
  await seller.page.goto(`/seller/orders?view=reports&order=${id}`);
  const card = seller.page.getByRole('listitem').filter({ hasText: question });
  const answer = `Eight, the fish is below. ${id}`;
  await card.getByLabel(seller.t('seller:reports.replyToWopack')).fill(answer);
  await expectGoodScreen(seller.page);
  await card.getByRole('button', { name: seller.t('seller:reports.send') }).click();
  await expect(card.getByText(seller.t('seller:reports.message.seller'))).toBeVisible();

  await page.reload();
  await expect(page.getByText(answer)).toBeVisible();
  await expect(page.getByText(t('admin:problem.inHour', { hour: '75th' }), { exact: false })).toHaveCount(2);
  await expectGoodScreen(page);
  await page.goto(`/admin/orders/${id}`);
  await expect(page.getByText(answer)).toBeVisible();
});

test('support refuses a refund, the buyer objects, and an owner reverses it with the refund in the same step', async ({
  browser,
}) => {
  const [order] = await queryDatabase<{ id: number; email: string }>(
    `WITH report AS (
       INSERT INTO reports (order_id, text, created_at, seller_id)
       SELECT orders.id, 'Two rolls only.', now() - interval '80 hours', seller_id FROM orders
       WHERE orders.state = 'collected' AND refunded_cents = 0 AND earning_cents > 100
         AND user_id IN (SELECT id FROM users WHERE email LIKE 'cliente-%')
         AND NOT EXISTS (SELECT FROM reports WHERE reports.order_id = orders.id)
       ORDER BY orders.id LIMIT 1 RETURNING order_id)
     SELECT order_id AS id, email FROM report JOIN orders ON orders.id = order_id JOIN users ON users.id = user_id`,
  );
  const { id, email } = order!;
  const support = await openConsole(browser, 'support');
  const { page, t } = support;
  // The problem that waits longest opens by itself beside the queue.
  await page.goto('/admin/problems');
  await expect(page).toHaveURL(/\/problems\/\d+$/);
  await expect(page.getByText(t('admin:refund.limit', { amount: '€20.00' }))).toBeVisible();
  await page.goto(`/admin/problems/${id}`);
  await page.getByRole('radio', { name: new RegExp(`^${t('admin:refund.nothing')}`) }).click();
  const reason = `The photo shows eight rolls, order ${id}.`;
  await page.getByRole('textbox', { name: /^To .+, in / }).fill(reason);
  await page.getByText(new RegExp(`^${t('admin:authors.seller')}, `)).click();
  await page.getByRole('textbox', { name: /^To .+, in / }).fill('Nothing to do.');
  await page.getByRole('button', { name: t('admin:problem.closeWithout') }).click();
  await expect(page.getByText(t('admin:problem.done'))).toBeVisible();
  await page.getByRole('link', { name: t('admin:problem.decided') }).click();
  await page.getByRole('link', { name: new RegExp(`^${id} · `) }).click();
  await expect(page.getByText(reason)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(/ of .+ in the queue$/)).toBeVisible();

  const buyer = await openUser(browser, phone);
  await buyer.page.goto(await waitForDecisionLink(reason, email));
  await buyer.page.getByRole('textbox').fill(`Count again. ${id}`);
  await buyer.page.getByRole('button', { name: buyer.t('decision:objection.send') }).click();
  await expect(buyer.page.getByText(buyer.t('decision:objection.waits'))).toBeVisible();

  const owner = await openConsole(browser, 'owner', { width: 390 });
  await owner.page.goto('/admin/objections?filter=%7B%22state%22%3A%22open%22%7D');
  const [decision] = await queryDatabase<{ id: number }>('SELECT id FROM decisions WHERE reason = $1', [
    reason,
  ]);
  await owner.page
    .getByRole('button', { name: `${owner.t('admin:shared.read')} ${decision!.id}`, exact: true })
    .click();
  const dialog = owner.page.getByRole('dialog');
  await expect(dialog).toContainText(`Count again. ${id}`);
  await dialog.getByRole('button', { name: owner.t('admin:objections.actions.reversed') }).click();
  await dialog.getByLabel(owner.t('admin:refund.amount')).fill('1,00');
  const ownersReason = dialog.getByLabel(owner.t('admin:reason.label'));
  await ownersReason.fill('Two on the photo.');
  await expectGoodScreen(owner.page);
  await dialog.getByRole('button', { name: /1\.00/ }).click();
  await expect(ownersReason).toHaveCount(0);
  await owner.page.goto(`/admin/orders/${id}`);
  await expect(owner.page.getByText('Two on the photo.')).toBeVisible();
  await buyer.page.reload();
  await expect(buyer.page.getByText('Two on the photo.')).toBeVisible();
});

test('an owner suspends a seller with open orders: gone from sale, the orders stay', async ({ browser }) => {
  const { id, sellerId, email } = await createOrderedProduct();
  const countOpen = async () =>
    (await queryDatabase(`SELECT id FROM orders WHERE seller_id = $1 AND state = 'paid'`, [sellerId])).length;
  const openOrders = await countOpen();
  const owner = await openConsole(browser, 'owner');
  const { page, t } = owner;
  await page.goto(`/admin/sellers/${sellerId}`);
  await expectGoodScreen(page);
  await actWithReason(owner, t('admin:sellers.actions.suspend'), 'The health office closed the kitchen.');
  await expect(page.getByRole('button', { name: t('admin:sellers.actions.reinstate') })).toBeVisible();
  expect(await isPublic(`/products/${id}`)).toBe(false);
  expect(await countOpen()).toBe(openOrders);
  expect(await waitForDecisionLink('The health office closed the kitchen.', email)).not.toBe('');
  await actWithReason(owner, t('admin:sellers.actions.reinstate'), 'Open again.');
  expect(await isPublic(`/products/${id}`)).toBe(true);
});

test('on a phone, support tries a failed job again, gives a mail up, and changes a channel', async ({
  browser,
}) => {
  const support = await openConsole(browser, 'support', { language: 'ru', width: 360 });
  const { page, t } = support;
  await page.goto('/admin/jobs');
  await page
    .getByRole('button', { name: t('admin:failures.openOf', { name: 'ledger.check-balances' }) })
    .click();
  await expect(page.getByRole('dialog')).toContainText('statement timeout');
  await expectGoodScreen(page);
  await page.getByRole('button', { name: t('admin:failures.retry') }).click();
  await expect(page.getByText(t('admin:failures.retried'))).toBeVisible();
  await expect(page.getByText(t('admin:failures.noJobs'))).toBeVisible();
  await page.goto('/admin/mails');
  await page
    .getByRole('button', { name: t('admin:failures.openOf', { name: 'caixa-cheia@wopack.example' }) })
    .click();
  await expect(page.getByText(t('admin:failures.expiredText'))).toBeVisible();
  await page.getByRole('button', { name: t('admin:failures.giveUp') }).click();
  await page.getByLabel(t('admin:reason.label')).fill('Ящик закрыт.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('admin:failures.giveUp') })
    .click();
  await expect(page.getByText(t('admin:failures.noMails'))).toBeVisible();
  const [user] = await queryDatabase<{ id: number }>(
    "SELECT id FROM users WHERE email = 'cliente-0009@wopack.example'",
  );
  await page.goto(`/admin/users/${user!.id}`);
  await expectGoodScreen(page);
  await page.getByRole('button', { name: t('admin:users.actions.channel') }).click();
  await page.getByRole('radio', { name: t('admin:users.channels.none') }).click();
  await expectGoodScreen(page);
  const reasonField = page.getByLabel(t('admin:reason.label'));
  await reasonField.fill('По просьбе из письма.');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('admin:users.actions.channel') })
    .click();
  await expect(reasonField).toHaveCount(0);
  await expect(page.locator('dl > div').filter({ hasText: t('admin:users.channel') })).toContainText(
    t('admin:users.channels.none'),
  );
});

test('a review on a seller page can be reported', async ({ browser }) => {
  const [review] = await queryDatabase<{ sellerId: number }>(
    `SELECT seller_id AS "sellerId" FROM ratings JOIN businesses ON businesses.id = seller_id
     WHERE text <> '' AND suspended_at IS NULL ORDER BY order_id LIMIT 1`,
  );
  const text = `Оскорбляет продавца. ${Date.now()}`;
  const { page, t } = await openAsDemoUser(browser, phone, 'buyer');
  await page.goto(`/sellers/${review!.sellerId}`);
  const reviews = page.getByRole('region', { name: t('about-seller:reviews') });
  await reviews
    .getByRole('button', { name: t('common:report') })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByLabel(t('report-content:text')).fill(text);
  await form.getByRole('button', { name: t('report-content:send') }).click();
  await expect(page.getByText(t('report-content:sent'))).toBeVisible();
  expect(
    await queryDatabase("SELECT id FROM content_reports WHERE subject_kind = 'review' AND text = $1", [text]),
  ).toHaveLength(1);
});
