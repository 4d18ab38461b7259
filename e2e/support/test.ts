import { test as base } from '@playwright/test';

/** A journey leaves no browser of its people open: those that follow would share the machine with all of them. */
export const test = base.extend<{ closeContexts: undefined }>({
  closeContexts: [
    async ({ browser }, use) => {
      await use(undefined);
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});
