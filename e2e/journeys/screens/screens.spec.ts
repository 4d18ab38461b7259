import { test as base, expect, type Page } from '@playwright/test';
import { screens, type Visitor } from '../../../apps/web/test/screens.ts';
import {
  type Appearance,
  appearances,
  createContextFor,
  getOverflow,
  listAxeViolations,
  loadAxe,
  sampleFor,
} from '../../support/screen-checks.ts';
import { queryDatabase } from '../../support/server.ts';

/** The narrowest phones, and common ones at 200 %. */
const listNarrowerWidths = ({ width }: Appearance): number[] => (width > 576 ? [] : [320, 195]);

/** Text of twice the usual size, of the phone's width. */
const isCheckedWithLargeText = ({ width }: Appearance): boolean => width < 576;

/** A page per demo account, shared by all screens of a worker: a new one would compile the app's code again. */
const test = base.extend<object, { getPage: (appearance: Appearance, visitor: Visitor) => Promise<Page> }>({
  getPage: [
    async ({ browser }, use) => {
      const pages = new Map<string, Promise<Page>>();
      const openPage = async (appearance: Appearance, visitor: Visitor) => {
        const context = await createContextFor(browser, appearance, visitor);
        await loadAxe(context);
        return context.newPage();
      };
      await use((appearance, visitor) => {
        const key = `${appearance.width} ${visitor}`;
        const page = pages.get(key) ?? openPage(appearance, visitor);
        pages.set(key, page);
        return page;
      });
      for (const page of pages.values()) await (await page).context().close();
    },
    { scope: 'worker' },
  ],
});

/** The number of a statement depends on how many months of the demo are over. */
async function findAddress(path: string): Promise<string> {
  if (path !== '/statements/15') return path;
  let id: number | null = null;
  const findNewest = async () => {
    const [newest] = await queryDatabase<{ id: number | null }>(
      `SELECT max(statements.id) AS id FROM statements JOIN users ON users.id = user_id
       WHERE email = 'seller@wopack.example'`,
    );
    id = newest!.id;
    return id;
  };
  // A server that has just started issues them first.
  await expect.poll(findNewest, { timeout: 60_000 }).not.toBeNull();
  return `/statements/${id}`;
}

for (const appearance of appearances) {
  test.describe(`${appearance.width} px, ${appearance.language}, ${appearance.theme}`, () => {
    for (const [path, visitor] of sampleFor(appearance, screens)) {
      test(`${path} as ${visitor}: no axe violations, no horizontal overflow`, async ({ getPage }) => {
        const page = await getPage(appearance, visitor);
        await page.setViewportSize({ width: appearance.width, height: appearance.height });
        const reply = await page.goto(await findAddress(path));
        expect(reply!.status()).toBe(path === '/no-such-page' ? 404 : 200);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        expect(await listAxeViolations(page)).toEqual([]);
        expect(await getOverflow(page)).toBeLessThanOrEqual(0);
        for (const width of listNarrowerWidths(appearance)) {
          await page.setViewportSize({ width, height: appearance.height });
          await expect.poll(() => getOverflow(page), `${width} px`).toBeLessThanOrEqual(0);
        }
        if (!isCheckedWithLargeText(appearance)) return;
        await page.setViewportSize({ width: appearance.width, height: appearance.height });
        await page.addStyleTag({ content: 'html { font-size: 200% }' });
        await expect.poll(() => getOverflow(page), 'text at 200 %').toBeLessThanOrEqual(0);
      });
    }
  });
}
