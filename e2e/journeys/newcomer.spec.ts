import { expect } from '@playwright/test';
import { goodCard, pay, readPin } from '../support/buyer.ts';
import { overflow } from '../support/look.ts';
import { mailedCode } from '../support/mail.ts';
import { newPerson, phone } from '../support/person.ts';
import { test } from '../support/test.ts';

test('somebody who knows nothing of it gets from the landing page to a ticket', async ({ browser }) => {
  const { page, say, email, context } = await newPerson(browser, { ...phone, width: 360, height: 740 });
  const complaints: string[] = [];
  page.on('console', (line) => line.type() === 'error' && complaints.push(line.text()));
  const press = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    // Whoever does not know that there is more below would not look for it.
    await expect(button).toBeInViewport();
    await button.click();
  };
  const fits = async () => expect(await overflow(page), page.url()).toBe(0);

  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  const more = page.getByRole('link', { name: say('landing:more') }).first();
  await expect(more).toBeInViewport();
  await fits();
  await more.click();

  await press(say('legal:cookies.essential'));
  await page.getByLabel(say('auth:email'), { exact: true }).fill(email);
  await fits();
  await press(say('auth:continue'));

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('auth:code.title'));
  await fits();
  await page.getByLabel(say('auth:code.label')).fill(await mailedCode(email));

  // The browser refuses, as it does unless a journey says otherwise.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('geo:location.title'));
  await press(say('geo:location.next'));
  await expect(page).toHaveURL(/\/auth\/city$/);
  await expect(page.getByText(say('geo:account.geoNeedAccess'))).toBeVisible();
  await page.getByRole('combobox', { name: say('geo:city.label') }).fill('лисс');
  await page.getByRole('option', { name: /Лиссабон/ }).click();
  await fits();
  await press(say('geo:location.next'));

  await expect(page).toHaveURL(/\/offers$/);
  const offer = page.getByRole('article').first().getByRole('link').first();
  await expect(offer).toBeInViewport();
  await fits();
  const name = (await offer.textContent())!;
  await offer.click();

  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await fits();
  await pay({ page, say, email, context }, goodCard);
  await expect(page).toHaveURL(/\/success$/);
  await expect(page.getByRole('link', { name: say('orders:success.openTicket') })).toBeInViewport();
  expect(await readPin({ page, say, email, context })).toMatch(/^\d{4}$/);
  await fits();

  // Without a name yet: the address stands for it.
  await page.getByRole('link', { name: say('orders:ticket.back') }).click();
  await page.getByRole('link', { name: say('common:nav.account'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(email);
  await fits();
  // By keyboard to the last button: what has the focus does not stay behind the bar of tabs.
  const last = page.getByRole('button', { name: say('account:logOut') });
  const behind: string[] = [];
  for (let stops = 0; stops < 40 && !(await last.evaluate((it) => it === document.activeElement)); stops++) {
    await page.keyboard.press('Tab');
    behind.push(...(await page.evaluate(behindTabs)));
  }
  await expect(last).toBeFocused();
  expect(behind).toEqual([]);
  expect(complaints).toEqual([]);
});

/** What has the focus, if a bar that is not its own lies over the middle of it. */
function behindTabs(): string[] {
  const focused = document.activeElement!.closest('label') ?? document.activeElement!;
  const { x, y, width, height } = focused.getBoundingClientRect();
  const bar = document.elementFromPoint(x + width / 2, y + height / 2)?.closest('nav');
  return bar && !bar.contains(focused) ? [focused.outerHTML] : [];
}
