import { expect } from '@playwright/test';
import { declinedCard, findPack, goodCard, pay, readPin } from '../support/buyer.ts';
import { overflow } from '../support/look.ts';
import { desk, newPerson, phone, signUp, tablet } from '../support/person.ts';
import { publish, typePin } from '../support/seller.ts';
import { test } from '../support/test.ts';

for (const device of [phone, tablet, desk]) {
  test(`a pack is published, found, paid and collected: ${device.width} px, ${device.language}`, async ({
    browser,
  }) => {
    const stamp = `${device.language}${Date.now().toString(36)}`;
    const pack = { place: `Padaria ${stamp}`, name: `Cesto ${stamp}`, quantity: 2 };
    const seller = await newPerson(browser, device);
    await signUp(seller, 'Rui Fontes', { owner: true });
    await publish(seller, pack);

    const buyer = await newPerson(browser, device);
    await signUp(buyer, 'Marta Salgado');
    await findPack(buyer, pack.name);
    await pay(buyer, declinedCard);
    await expect(buyer.page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
    await expect(buyer.page.getByLabel(buyer.say('payment:number'))).toHaveValue('4000 0000 0000 0002');
    await pay(buyer, goodCard);
    await expect(
      buyer.page.getByRole('heading', { level: 1, name: buyer.say('orders:success.title') }),
    ).toBeVisible();
    const pin = await readPin(buyer);

    await seller.page.goto('/seller');
    await typePin(seller, pin === '0000' ? '1111' : '0000');
    await expect(seller.page.getByLabel(seller.say('seller:pin.label'))).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await typePin(seller, pin);
    await expect(seller.page.getByText(seller.say('seller:pin.right'))).toBeVisible();
    expect(await overflow(seller.page)).toBe(0);
    await expect(seller.page.getByText(/Marta S\./).first()).toBeVisible();
    await seller.page.getByRole('button', { name: seller.say('seller:pin.handOut') }).click();

    await buyer.page.goto('/offers/history');
    await expect(buyer.page.getByText(buyer.say('orders:state.collected'))).toBeVisible();
    await expect(buyer.page.getByRole('link', { name: pack.name })).toBeVisible();
  });
}
