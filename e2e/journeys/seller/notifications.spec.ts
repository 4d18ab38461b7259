import { expect } from '@playwright/test';
import { buyProduct, createProduct, createSellerWithProduct, registerAccount } from '../../support/api.ts';
import { addMember, verifyEmail, waitForMailedLink } from '../../support/server.ts';
import { test } from '../../support/test.ts';
import { openAccount, phone } from '../../support/user.ts';

const everyDay = { days: 'every day' } as const;

test('a manager with a business of her own is told of sales at the one sale place she chose, and the mail leads there', async ({
  browser,
}) => {
  const stamp = Date.now().toString(36);
  const [here, there] = [`Forno ${stamp}`, `Praia ${stamp}`];
  const owner = await createSellerWithProduct(
    { salePlaceName: here, name: `Pão ${stamp}`, quantity: 3 },
    everyDay,
  );
  const thereId = await createProduct(
    owner.client,
    { salePlaceName: there, name: `Bolo ${stamp}`, quantity: 3 },
    everyDay,
  );
  const own = { salePlaceName: `Casa ${stamp}`, name: `Sopa ${stamp}`, quantity: 1 };
  const manager = await createSellerWithProduct(own, everyDay);
  const [member] = await addMember(owner.email, manager.email, 'manager');
  const teresa = await openAccount(browser, phone, manager);

  // As the settings are linked to from a mail of the other business.
  await teresa.page.goto(`/account/notifications?business=${member!.business_id}`);
  const places = teresa.page.getByRole('group', { name: teresa.t('notifications:seller.where') });
  await places.getByRole('button', { name: there, exact: true }).click();
  await expect(teresa.page.getByText(teresa.t('notifications:saved'))).toBeVisible();
  await expect(teresa.page).toHaveURL(/\/account\/notifications$/);

  const buyer = await registerAccount({ name: 'Marta Salgado' });
  await verifyEmail(buyer.email);
  await buyProduct(buyer.client, owner.productId);
  await waitForMailedLink(owner.email, 'seller/orders');
  await buyProduct(buyer.client, thereId);
  const link = new URL(await waitForMailedLink(manager.email, 'seller/orders'));
  expect(link.searchParams.get('business')).toBe(String(member!.business_id));
  const outbox = await (await fetch(`${process.env.E2E_URL}/dev/outbox`)).text();
  const mails = outbox.split('<article>').filter((text) => text.includes(manager.email));
  expect(mails.filter((text) => text.includes(`Pão ${stamp}`))).toEqual([]);
  expect(mails.filter((text) => text.includes(`Bolo ${stamp}`))).toHaveLength(1);

  // The device works for her own business again until the link is opened.
  await manager.client('chooseBusiness', { params: { id: (await manager.client('getMe')).data.id } });
  await teresa.page.goto(link.pathname + link.search);
  await expect(teresa.page).toHaveURL(/\/seller\/orders$/);
  await expect.poll(async () => (await manager.client('getMe')).data.business?.id).toBe(member!.business_id);
});
