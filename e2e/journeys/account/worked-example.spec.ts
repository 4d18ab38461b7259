import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { test } from '../../support/test.ts';
import { desktop, openUser, phone, signIn, tablet } from '../../support/user.ts';
import {
  expectBankFiles,
  expectMonths,
  expectPayout,
  expectReferrals,
  expectSales,
  expectStatements,
  expectTransactions,
  movements,
} from '../../support/worked-example.ts';

const repositoryRoot = join(import.meta.dirname, '../../..');

interface ExampleServer {
  url: string;
  databaseUrl: string;
  /** Start of its clock. */
  now: string;
  emails: Record<string, string>;
  stop: () => Promise<void>;
}

/** A server of its own with the two months of docs/worked-example.md. */
async function startExample(): Promise<ExampleServer> {
  const child = spawn(
    process.execPath,
    [join(repositoryRoot, 'apps/api/test/money/example/example-server.ts')],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exit = once(child, 'exit');
  const firstLine = once(createInterface(child.stdout), 'line');
  const line = await Promise.race([firstLine, exit.then(() => null)]);
  if (!line) throw new Error('the server of the example ended');
  const stop = async () => {
    child.kill('SIGTERM');
    await exit;
  };
  return { ...(JSON.parse(line[0] as string) as Omit<ExampleServer, 'stop'>), stop };
}

const allUsers = Object.keys(movements);
/** All with TEST_LONG, else every third. */
const users = process.env.TEST_LONG ? allUsers : allUsers.filter((_, i) => i % 3 === 0);

test(`${users.length} users of the worked example see its numbers, and so does the bank file`, async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const exampleServer = await startExample();
  try {
    const devices = [phone, desktop, tablet];
    for (const [i, who] of users.entries()) {
      await test.step(who, async () => {
        const user = await openUser(browser, devices[i % 3]!, exampleServer.url);
        await user.page.clock.setFixedTime(exampleServer.now);
        await signIn(user, exampleServer.emails[who]!, 'sobras1');
        await expect(user.page).not.toHaveURL(/signin/);
        await expectTransactions(user, who);
        await expectStatements(user, who);
        await expectPayout(user, who);
        await expectSales(user, who);
        await expectMonths(user, who);
        await expectReferrals(user, who);
        await user.context.close();
      });
    }
    await test.step('the bank', () => expectBankFiles(exampleServer.databaseUrl));
  } finally {
    await exampleServer.stop();
  }
});
