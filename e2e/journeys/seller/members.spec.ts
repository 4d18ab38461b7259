import { expect } from '@playwright/test';
import { enterPin } from '../../support/seller.ts';
import { waitForMailedLink } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import {
  desktop,
  GOOD_CARD,
  getButton,
  getField,
  type JourneyUser,
  openNewUser,
  openProduct,
  openSeller,
  openUser,
  payByCard,
  phone,
  readPin,
} from '../../support/user.ts';

test('an invited person hands out at the counter and sees no money, until the owner ends it', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const name = `Equipa ${stamp}`;
  const owner = await openSeller(browser, desktop, { salePlaceName: `Forno ${stamp}`, name, quantity: 3 });
  const teresa = await openUser(browser, phone);

  await owner.page.goto('/seller');
  await owner.page.getByRole('link', { name: owner.t('common:nav.business') }).click();
  await getField(owner, 'members:email').fill(teresa.email);
  await getButton(owner, 'members:send').click();
  const confirm = async (button: string) => {
    const dialog = owner.page.getByRole('dialog');
    await dialog.getByLabel(owner.t('account:password.current'), { exact: true }).fill('sobras1');
    await dialog.getByRole('button', { name: owner.t(button), exact: true }).click();
  };
  await confirm('members:send');
  await expect(owner.page.getByText(teresa.email, { exact: true })).toBeVisible();

  // By the link of the mail to the role, over a sign-up.
  await teresa.page.goto(await waitForMailedLink(teresa.email, 'invitation'));
  await expect(teresa.page.getByRole('heading', { level: 1 })).toHaveText(
    teresa.t('invitation:heading.counter'),
  );
  await teresa.page.getByRole('link', { name: teresa.t('invitation:signUp') }).click();
  await getField(teresa, 'auth:signup.name').fill('Teresa Pinto');
  await getField(teresa, 'auth:email').fill(teresa.email);
  await getField(teresa, 'auth:password.label').fill('sobras1');
  await getButton(teresa, 'auth:signUp').click();
  // Without live updates only her own press says what has changed.
  await teresa.page.route('**/api/v1/seller/live', (route) => route.abort());
  await getButton(teresa, 'invitation:accept').click();
  await expect(teresa.page).toHaveURL(/\/seller$/);

  const buyer = await openNewUser(browser, phone, 'Marta Salgado');
  await openProduct(buyer, name);
  await payByCard(buyer, GOOD_CARD);
  await enterPin(teresa, await readPin(buyer));
  await getButton(teresa, 'hand-out:pin.handOut').click();
  await expect(buyer.page.getByText(buyer.t('orders:state.collected'))).toBeVisible();

  // No way to the bank account, nor to other pages of owners.
  await expect(teresa.page.getByText(teresa.t('money:card.title'))).toBeHidden();
  await expect(teresa.page.locator('a[href="/account/payout"], a[href="/seller/members"]')).toHaveCount(0);
  await teresa.page.goto('/seller/members');
  await expect(teresa.page.getByText(teresa.t('membership:refusedTitle'))).toBeVisible();
  await teresa.page.getByRole('link', { name: teresa.t('membership:toMyPages') }).click();

  await owner.page.reload();
  await owner.page.getByRole('button', { name: owner.t('members:change', { name: 'Teresa Pinto' }) }).click();
  await getButton(owner, 'members:end').click();
  await confirm('members:end');
  await expect(owner.page.getByText(teresa.email)).toHaveCount(0);

  // Her page learns of it by itself, or with the next call.
  const ended = teresa.page.getByText(teresa.t('membership:endedTitle'));
  await Promise.race([enterPin(teresa, '1234'), ended.waitFor()]);
  await expect(ended).toBeVisible();
  await teresa.page.getByRole('link', { name: teresa.t('membership:toOffers') }).click();
  await expect(teresa.page).toHaveURL(/\/offers/);
  await expect(teresa.page.locator('a[href="/seller"]')).toHaveCount(0);
});

test('the founder makes another person an owner and leaves; the bank account is theirs to enter', async ({
  browser,
}) => {
  test.slow();
  const stamp = Date.now().toString(36);
  const founder = await openSeller(browser, desktop, {
    salePlaceName: `Padaria ${stamp}`,
    name: `Saco ${stamp}`,
    quantity: 3,
  });
  const ana = await openNewUser(browser, phone, 'Ana Costa');
  const confirm = async (user: JourneyUser, button: string) => {
    const dialog = user.page.getByRole('dialog');
    await dialog.getByLabel(user.t('account:password.current'), { exact: true }).fill('sobras1');
    await dialog.getByRole('button', { name: user.t(button), exact: true }).click();
  };

  await founder.page.goto('/seller/members');
  await getField(founder, 'members:email').fill(ana.email);
  await founder.page.getByText(founder.t('members:roles.owner'), { exact: true }).last().click();
  await getButton(founder, 'members:send').click();
  await confirm(founder, 'members:send');
  await expect(founder.page.getByText(ana.email, { exact: true })).toBeVisible();
  await ana.page.goto(await waitForMailedLink(ana.email, 'invitation'));
  await getButton(ana, 'invitation:accept').click();
  await expect(ana.page).toHaveURL(/\/seller$/);

  // The business needs a name of its own before its founder goes.
  await founder.page.reload();
  const leave = async () => {
    const name = founder.t('members:change', { name: 'Rui Fontes' });
    await founder.page.getByRole('button', { name }).click();
    await getButton(founder, 'members:leave').click();
    await confirm(founder, 'members:leave');
  };
  await leave();
  await expect(founder.page.getByRole('dialog')).toContainText(
    { pt: 'Preenche primeiro', en: 'Enter the legal details', ru: 'Сначала укажи' }[desktop.language],
  );
  await founder.page.keyboard.press('Escape');

  await ana.page.goto('/seller/payout');
  await ana.page.getByRole('radio', { name: ana.t('account:business.company') }).check({ force: true });
  await getField(ana, 'account:business.legalName').fill(`Forno ${stamp}, Lda.`);
  await getField(ana, 'account:business.street').fill('Rua da Trindade 18');
  await getField(ana, 'account:business.postCode').fill('1200-468');
  await getField(ana, 'account:business.city').fill('Lisboa');
  await getField(ana, 'account:business.nipc').fill('501442600');
  await ana.page.getByLabel(ana.t('account:password.current'), { exact: true }).last().fill('sobras1');
  await ana.page
    .getByRole('button', { name: ana.t('account:basicInfo.save'), exact: true })
    .last()
    .click();
  await expect(ana.page.getByText(ana.t('account:basicInfo.saved'))).toBeVisible();

  await leave();
  await expect(founder.page).toHaveURL(/\/account$/);
  await expect(founder.page.locator('a[href="/seller"]')).toHaveCount(0);

  await ana.page.goto('/seller/members');
  await expect(ana.page.getByText(founder.email)).toHaveCount(0);
  await ana.page.goto('/seller/payout');
  await getField(ana, 'money:iban').fill('PT50 0002 0123 1234 5678 9015 4');
  await getField(ana, 'money:holder').fill(`Forno ${stamp}`);
  await ana.page.getByLabel(ana.t('account:password.current'), { exact: true }).first().fill('sobras1');
  await ana.page
    .getByRole('button', { name: ana.t('money:save'), exact: true })
    .first()
    .click();
  await expect(ana.page.getByText('•••• 0154')).toBeVisible();
});
