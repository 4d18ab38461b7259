import { expect } from '@playwright/test';
import { startExample } from '../support/example.ts';
import { movements } from '../support/example-doc.ts';
import { bankFile, seesPayout, seesStatements, seesTransactions } from '../support/example-money.ts';
import { seesMonths, seesPeople, seesSales } from '../support/example-roles.ts';
import { desk, newPerson, phone, signIn, tablet } from '../support/person.ts';
import { test } from '../support/test.ts';

test('the seven people of the worked example see its numbers, and so does the bank', async ({ browser }) => {
  test.setTimeout(300_000);
  const example = await startExample();
  try {
    const devices = [phone, desk, tablet];
    for (const [i, who] of Object.keys(movements).entries()) {
      await test.step(who, async () => {
        const person = await newPerson(browser, devices[i % 3]!, example.url);
        await person.page.clock.setFixedTime(example.now);
        await signIn(person, example.emails[who]!, 'sobras1');
        await expect(person.page).not.toHaveURL(/signin/);
        await seesTransactions(person, who);
        await seesStatements(person, who);
        await seesPayout(person, who);
        await seesSales(person, who);
        await seesMonths(person, who);
        await seesPeople(person, who);
        await person.context.close();
      });
    }
    await test.step('the bank', () => bankFile(example.databaseUrl));
  } finally {
    await example.stop();
  }
});
