import { type Browser, expect, type Page } from '@playwright/test';
import type { Reply } from '@wopack/contract/client';
import { createSellerWithProduct, registerAccount } from '../../support/api.ts';
import { closeDraw, expireHolds, openDraws, verifyEmail } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import {
  confirmEmail,
  desktop,
  GOOD_CARD,
  getPayButton,
  type JourneyUser,
  openNewUser,
  openUser,
  payByCard,
  phone,
  signUp,
  tablet,
} from '../../support/user.ts';

type Draw = Reply<'getDraw'>['data'];

const DRAWN_TOMORROW = { days: 'tomorrow', allocation: 'draw' } as const;

const OTHER_CARD = '5555555555554444';

/** A signed-in user with a confirmed address on the page of an offer. */
async function openBuyer(browser: Browser, device: typeof phone, productId: number): Promise<JourneyUser> {
  const user = await openNewUser(browser, device, 'Marta Salgado');
  await user.page.goto(`/offers/${productId}`);
  return user;
}

const getEnterButton = ({ page, t }: JourneyUser) =>
  page.getByRole('button', { name: t('allocation:open.enter') });

/** The draw of an offer, once it is open. */
async function waitForDraw(page: Page, productId: number): Promise<number> {
  await openDraws();
  const findDrawId = async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    const reply = await page.request.get(`/api/v1/products/${productId}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await reply.json()) as Reply<'getOffer'>;
    return data.allocation?.draw?.id ?? 0;
  };
  await expect.poll(findDrawId).toBeGreaterThan(0);
  return findDrawId();
}

async function readDraw(page: Page, drawId: number): Promise<Draw> {
  const reply = await page.request.get(`/api/v1/draws/${drawId}`);
  return ((await reply.json()) as Reply<'getDraw'>).data;
}

/** Until the named part of 'It is yours until 17:42' is the heading of the page. */
const getOfferedHeading = ({ page, t }: JourneyUser) =>
  page.getByRole('heading', {
    level: 1,
    name: new RegExp(`^${t('allocation:offered.title', { time: '' }).trim()}`),
  });
const getLineHeading = ({ page, t }: JourneyUser) =>
  page.getByRole('heading', { name: t('allocation:line.title', { place: '@' }).split('@')[0]!.trim() });

test('three people, two units: enter, draw, pay; a lapsed win goes to the third, who pays with a card of their own', async ({
  browser,
}) => {
  test.slow();
  const name = `Doces ${Date.now().toString(36)}`;
  const product = { salePlaceName: `Aurora ${name}`, name, quantity: 2 };
  const { productId } = await createSellerWithProduct(product, DRAWN_TOMORROW);
  const first = await openUser(browser, phone);
  await signUp(first, 'Olena K');
  const drawId = await waitForDraw(first.page, productId);
  await first.page.goto(`/offers/${productId}`);
  // The address is confirmed on the spot, then one press enters.
  await confirmEmail(first);
  const buyers = [
    first,
    await openBuyer(browser, desktop, productId),
    await openBuyer(browser, tablet, productId),
  ];
  for (const buyer of buyers) {
    await getEnterButton(buyer).click();
    await expect(
      buyer.page.getByRole('heading', { name: buyer.t('allocation:entered.title') }),
    ).toBeVisible();
    await expect(getPayButton(buyer)).toHaveCount(0);
  }
  // The first leaves and comes back: another entry, which counts once.
  await first.page.getByRole('button', { name: first.t('allocation:entered.withdraw') }).click();
  await getEnterButton(first).click();
  await expect(first.page.getByRole('heading', { name: first.t('allocation:entered.title') })).toBeVisible();
  expect((await readDraw(first.page, drawId)).entries).toBe(3);

  await closeDraw(drawId);
  const winners: JourneyUser[] = [];
  const losers: JourneyUser[] = [];
  for (const buyer of buyers) {
    await expect(getOfferedHeading(buyer).or(getLineHeading(buyer))).toBeVisible();
    ((await getOfferedHeading(buyer).count()) > 0 ? winners : losers).push(buyer);
  }
  expect([winners.length, losers.length]).toEqual([2, 1]);
  const [winner, lapsing] = winners as [JourneyUser, JourneyUser];
  const loser = losers[0]!;

  await payByCard(winner, GOOD_CARD);
  await expect(winner.page).toHaveURL(/\/success$/);

  await expireHolds(lapsing.email);
  await expect(getOfferedHeading(loser)).toBeVisible();
  await lapsing.page.reload();
  await expect(
    lapsing.page.getByRole('heading', { name: lapsing.t('allocation:lapsed.title') }),
  ).toBeVisible();

  // The notice leads here: the form has the focus.
  await loser.page.goto(`/offers/${productId}?pay=1`);
  await expect(loser.page.getByLabel(loser.t('payment:number'))).toBeFocused();
  await payByCard(loser, GOOD_CARD);
  await expect(loser.page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
  await expect(loser.page).not.toHaveURL(/\/success$/);
  await payByCard(loser, OTHER_CARD);
  await expect(loser.page).toHaveURL(/\/success$/);
});

test('the public page verifies a draw, and shows that a tampered one does not match', async ({ browser }) => {
  test.slow();
  const name = `Torta ${Date.now().toString(36)}`;
  const product = { salePlaceName: `Aurora ${name}`, name, quantity: 1 };
  const { productId } = await createSellerWithProduct(product, DRAWN_TOMORROW);
  const buyer = await openBuyer(browser, desktop, productId);
  const drawId = await waitForDraw(buyer.page, productId);
  await buyer.page.reload();
  await getEnterButton(buyer).click();
  await expect(buyer.page.getByRole('heading', { name: buyer.t('allocation:entered.title') })).toBeVisible();

  // Without an account.
  const { page, t } = await openUser(browser, phone);
  await page.goto(`/draws/${drawId}`);
  const { seed_hash: seedHash } = await readDraw(page, drawId);
  await expect(page.getByRole('heading', { name: t('draw:verdict.open') })).toBeVisible();
  await expect(page.getByText(seedHash)).toBeVisible();
  await closeDraw(drawId);
  await expect.poll(async () => (await readDraw(page, drawId)).state).toBe('drawn');
  await page.reload();
  await expect(page.getByRole('heading', { name: t('draw:verdict.matches') })).toBeVisible();
  expect((await readDraw(page, drawId)).seed_hash).toBe(seedHash);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: t('draw:trust.file', { id: drawId }) }).click();
  expect((await download).suggestedFilename()).toBe(`draw-${drawId}.json`);

  await page.route(`**/api/v1/draws/${drawId}`, async (route) => {
    const reply = await route.fetch();
    const { data } = (await reply.json()) as { data: Draw };
    const seed = `${data.seed!.startsWith('0') ? '1' : '0'}${data.seed!.slice(1)}`;
    await route.fulfill({ json: { data: { ...data, seed } } });
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: t('draw:verdict.differs') })).toBeVisible();
  await expect(page.getByText(t('draw:wrong.commitment'))).toBeVisible();
});

test('a script that presses first gains nothing', async ({ browser }) => {
  test.slow();
  const name = `Broa ${Date.now().toString(36)}`;
  const product = { salePlaceName: `Forno ${name}`, name, quantity: 1 };
  const { productId } = await createSellerWithProduct(product, DRAWN_TOMORROW);
  const person = await openBuyer(browser, desktop, productId);
  const { client: script, email } = await registerAccount({ name: 'Bot' });
  await verifyEmail(email);
  const drawId = await waitForDraw(person.page, productId);

  const buy = () =>
    script('initiatePayment', { body: { amount: '3.99', currency: 'EUR', productId: String(productId) } });
  await expect(buy()).rejects.toMatchObject({ code: 5 });
  const random = '0'.repeat(32);
  const enter = () => script('enterDraw', { params: { id: drawId }, body: { random } });
  const entries = await Promise.all([enter(), enter(), enter()]);
  expect(new Set(entries.map(({ data }) => data.entry_id)).size).toBe(1);

  await person.page.goto(`/offers/${productId}`);
  await getEnterButton(person).click();
  await expect(
    person.page.getByRole('heading', { name: person.t('allocation:entered.title') }),
  ).toBeVisible();
  await closeDraw(drawId);
  await expect.poll(async () => (await readDraw(person.page, drawId)).state).toBe('drawn');
  const { list, units } = await readDraw(person.page, drawId);
  expect(list).toHaveLength(2);
  const scriptEntry = list!.find(({ id }) => id === entries[0]!.data.entry_id)!;
  const hasWon = scriptEntry.rank! <= units;
  // Only the published order decides, whoever pressed first.
  // The units are offered moments after the draw.
  if (hasWon) await expect(async () => void (await buy())).toPass();
  else await expect(buy()).rejects.toMatchObject({ code: 5 });
  await expect(hasWon ? getLineHeading(person) : getOfferedHeading(person)).toBeVisible();
});

test('a cancellation goes to the waitlist, not to the list', async ({ browser }) => {
  test.slow();
  const name = `Cesto ${Date.now().toString(36)}`;
  const product = { salePlaceName: `Baixa ${name}`, name, quantity: 1 };
  const { productId } = await createSellerWithProduct(product, { days: 'tomorrow' });
  const owner = await openBuyer(browser, desktop, productId);
  await payByCard(owner, GOOD_CARD);
  await expect(owner.page).toHaveURL(/\/success$/);
  const orderId = Number(/orders\/(\d+)/.exec(owner.page.url())![1]);

  const waiting = await openBuyer(browser, phone, productId);
  await waiting.page.getByRole('button', { name: waiting.t('allocation:list.join') }).click();
  await expect(waiting.page.getByText(waiting.t('allocation:list.youAre')).first()).toBeVisible();
  const passer = await openBuyer(browser, tablet, productId);
  const joinButton = passer.page.getByRole('button', { name: passer.t('allocation:list.join') });
  await expect(joinButton).toBeVisible();
  // On another page the turn is announced with one press to pay.
  await waiting.page.goto('/favorite');
  const toPayment = waiting.page.getByRole('button', { name: waiting.t('allocation:offered.toPayment') });

  await owner.page.goto(`/orders/${orderId}`);
  await owner.page.getByRole('button', { name: owner.t('orders:cancel.action') }).click();
  const dialog = owner.page.getByRole('dialog', { name: owner.t('orders:cancel.title') });
  await dialog.getByRole('button', { name: owner.t('orders:cancel.action') }).click();
  await expect(owner.page.getByText(owner.t('orders:state.cancelled_by_buyer'))).toBeVisible();

  await toPayment.click();
  await expect(getOfferedHeading(waiting)).toBeVisible();
  await expect(joinButton).toBeVisible();
  await expect(getPayButton(passer)).toHaveCount(0);
  await payByCard(waiting, GOOD_CARD);
  await expect(waiting.page).toHaveURL(/\/success$/);
});

/** The link of the button in the mail that tells somebody of their unit. */
async function readPaymentLink({ page, email }: JourneyUser, productId: number): Promise<string> {
  const findLink = async () => {
    const outbox = await (await page.request.get('/dev/outbox')).text();
    const mails = outbox.split('<article>').filter((text) => text.includes(email));
    const pattern = new RegExp(`/offers/${productId}\\?pay=\\d+`);
    return mails.map((mail) => pattern.exec(mail)?.[0]).find(Boolean) ?? '';
  };
  await expect.poll(findLink).not.toBe('');
  return findLink();
}

test('the mail of a win, then that of the next in line, leads to the payment, also through sign-in', async ({
  browser,
}) => {
  test.slow();
  const name = `Queijada ${Date.now().toString(36)}`;
  const product = { salePlaceName: `Sintra ${name}`, name, quantity: 1 };
  const { productId } = await createSellerWithProduct(product, DRAWN_TOMORROW);
  const people = [
    await openBuyer(browser, phone, productId),
    await openBuyer(browser, desktop, productId),
  ] as const;
  const drawId = await waitForDraw(people[0].page, productId);
  for (const person of people) {
    await person.page.reload();
    await getEnterButton(person).click();
    await expect(
      person.page.getByRole('heading', { name: person.t('allocation:entered.title') }),
    ).toBeVisible();
  }
  await closeDraw(drawId);
  await expect(getOfferedHeading(people[0]).or(getLineHeading(people[0]))).toBeVisible();
  const hasFirstWon = (await getOfferedHeading(people[0]).count()) > 0;
  const [winner, next] = hasFirstWon ? people : [people[1], people[0]];

  await winner.page.goto('/favorite');
  await winner.page.goto(await readPaymentLink(winner, productId));
  await expect(winner.page.getByLabel(winner.t('payment:number'))).toBeFocused();
  await expireHolds(winner.email);

  // On a device where they are not signed in.
  const device = { ...(await openUser(browser, tablet)), email: next.email };
  await device.context.addInitScript(() => localStorage.setItem('cookieChoice', 'essential'));
  await device.page.goto(await readPaymentLink(next, productId));
  await expect(device.page).toHaveURL(/\/auth\?next=/);
  await device.page.getByRole('link', { name: device.t('auth:withPassword') }).click();
  // The page before has a field for the address, too.
  await expect(device.page).toHaveURL(/\/signin\?next=/);
  await device.page.getByLabel(device.t('auth:email'), { exact: true }).fill(next.email);
  await device.page.getByLabel(device.t('auth:password.label'), { exact: true }).fill('sobras1');
  await device.page.getByRole('button', { name: device.t('auth:signIn'), exact: true }).click();
  await expect(getOfferedHeading(device)).toBeVisible();
  await expect(device.page.getByLabel(device.t('payment:number'))).toBeFocused();
  await payByCard(device, OTHER_CARD);
  await expect(device.page).toHaveURL(/\/success$/);
});
