import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Visitor } from '../../apps/web/test/screens.ts';
import { signInAsDemoUser } from './user.ts';

/** The narrowest and the widest viewport, one of them in the dark theme. */
export const appearances = [
  { width: 360, height: 740, language: 'ru', theme: 'dark' },
  { width: 1440, height: 900, language: 'pt', theme: 'light' },
] as const;

export type Appearance = (typeof appearances)[number];

/**
 * Those of the cases that are checked in this appearance: all with TEST_LONG, else each case in one, by turns from
 * the appearance with the number `first`.
 */
export const sampleFor = <T>(appearance: Appearance, cases: readonly T[], first = 0): readonly T[] =>
  process.env.TEST_LONG
    ? cases
    : cases.filter((_, index) => appearances[(first + index) % appearances.length] === appearance);

/**
 * A browser context of a demo account with reduced motion and the cookie choice made. Service workers are blocked, so
 * every response is the server's.
 */
export async function createContextFor(
  browser: Browser,
  { width, height, language, theme }: Appearance,
  visitor: Visitor,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: process.env.E2E_URL,
    viewport: { width, height },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const token = visitor === 'nobody' ? null : await signInAsDemoUser(visitor);
  await context.addInitScript(
    (storage) => {
      for (const [key, value] of Object.entries(storage)) if (value) localStorage.setItem(key, value);
    },
    { token, language, theme, cookieChoice: 'essential' },
  );
  return context;
}

const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** For contexts whose pages are all checked: each document has it from its start, instead of being sent half a megabyte. */
export const loadAxe = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript({ content: axeScript });

/** Violations axe finds once animations have ended. */
export async function listAxeViolations(page: Page): Promise<string[]> {
  const listRunningAnimations = () =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect as KeyframeEffect).target?.className);
  await expect.poll(() => page.evaluate(listRunningAnimations)).toEqual([]);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeScript);
  // Not by `@axe-core/playwright`, which takes half as long again: it sends all results, and looks for frames.
  return page.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations } = await checker.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
}

/** How many pixels a page is wider than the viewport. */
export const getOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Asserts that a screen of the console is whole, accessible, and not wider than the viewport. */
export async function expectGoodScreen(page: Page): Promise<void> {
  await expect(page.locator('h1')).toBeVisible();
  // A list that loads other rows is dimmed.
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  // Again where a notice went while it was looked at: half faded it has too little contrast.
  await expect(async () => expect(await listAxeViolations(page)).toEqual([])).toPass({ timeout: 30_000 });
  expect(await getOverflow(page)).toBe(0);
}
