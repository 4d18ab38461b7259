/** A Chromium of this machine; undefined leaves the choice to Playwright, which has its own. */
export declare const findBrowser: () => string | undefined;
