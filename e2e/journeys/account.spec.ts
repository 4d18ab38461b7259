import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { desk, newPerson, phone, signIn, signUp } from '../support/person.ts';
import { test } from '../support/test.ts';

for (const device of [phone, desk]) {
  test(`a password is changed, data is taken along, the account goes: ${device.width} px, ${device.language}`, async ({
    browser,
  }) => {
    const marta = await newPerson(browser, device);
    const { page, say, email } = marta;
    await signUp(marta, 'Marta Salgado');
    const elsewhere = await newPerson(browser, device);
    await signIn(elsewhere, email, 'sobras1');
    await expect(elsewhere.page).not.toHaveURL(/signin/);

    await page.goto('/account/devices');
    await expect(page.getByRole('button', { name: say('account:devices.endOthers') })).toBeVisible();

    await page.goto('/account/password');
    await page.getByLabel(say('account:password.current'), { exact: true }).fill('sobras1');
    await page.getByLabel(say('account:password.new'), { exact: true }).fill('padaria27');
    await page.getByLabel(say('account:password.again'), { exact: true }).fill('padaria27');
    await page.getByRole('button', { name: say('account:password.save') }).click();
    await expect(page.getByText(say('account:password.saved'))).toBeVisible();
    await elsewhere.page.goto('/account');
    await expect(elsewhere.page).toHaveURL(/\/(auth.*)?$/);

    await page.goto('/account/export');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: say('account:export.download') }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('wopack-export.json');
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ profile: { email } });

    await page.goto('/account/delete');
    await page.getByRole('button', { name: say('account:deletion.start') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say('auth:password.label'), { exact: true }).fill('padaria27');
    await dialog.getByRole('button', { name: say('account:deletion.confirm') }).click();
    await expect(page.getByText(say('account:deletion.done'))).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');

    await signIn(marta, email, 'padaria27');
    await expect(page.getByRole('alert')).toBeVisible();
  });

  test(`a link signs in and asks before it replaces somebody: ${device.width} px, ${device.language}`, async ({
    browser,
  }) => {
    const [marta, rui] = [await newPerson(browser, device), await newPerson(browser, device)];
    await signUp(marta, 'Marta Salgado');
    await signUp(rui, 'Rui Fontes');
    const token = await rui.page.evaluate(() => localStorage.getItem('token'));

    const asked: string[] = [];
    marta.page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await marta.page.goto(`/auth/token?token=${token}`);
    await marta.page.getByRole('button', { name: marta.say('account:token.stay') }).click();
    await expect(marta.page).toHaveURL(/\/offers$/);
    // In the address that was opened, and nowhere after it.
    expect(asked.filter((text) => text.includes(token!))).toHaveLength(1);

    await marta.page.goto(`/auth/token?token=${token}`);
    await marta.page
      .getByRole('button', { name: marta.say('account:token.change', { other: 'Rui Fontes' }) })
      .click();
    await expect(marta.page).toHaveURL(/\/auth\/location$/);
    await marta.page.goto('/account');
    await expect(marta.page.getByRole('heading', { level: 1 })).toHaveText('Rui Fontes');

    const guest = await newPerson(browser, device);
    await guest.page.goto(`/auth/token?token=${token}`);
    const email = rui.email.replace(/^(.)[^@]*/, '$1***');
    await expect(guest.page.getByRole('heading', { level: 1 })).toHaveText(
      guest.say('account:token.confirm', { email }),
    );
    await guest.page.getByRole('button', { name: guest.say('account:token.cancel') }).click();
    await expect(guest.page).toHaveURL(/\/auth$/);
    expect(await guest.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await guest.page.goto(`/auth/token?token=${token}`);
    await guest.page.getByRole('button', { name: guest.say('account:token.signIn'), exact: true }).click();
    await expect(guest.page).toHaveURL(/\/auth\/location$/);
  });
}
