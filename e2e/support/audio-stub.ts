import type { Page } from '@playwright/test';

/** Counts the tones that are played to their end from now on. One that was never let out does not end. */
export const installAudioStub = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      this.addEventListener('ended', () => {
        const documentElement = document.documentElement;
        if (this.context.state === 'running')
          documentElement.dataset.tones = String(Number(documentElement.dataset.tones ?? 0) + 1);
      });
      start.call(this, when);
    };
  });

/** Since the page was loaded. */
export const countPlayedTones = (page: Page): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0));
