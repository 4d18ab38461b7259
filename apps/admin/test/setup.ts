import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { i18nReady } from '../app/lib/preferences.ts';

// Lazy parts may take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

await i18nReady;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

/** jsdom has no layout, so sizes never change and no media query matches but the wide one. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.matchMedia ??= (query: string) =>
  Object.assign(new EventTarget(), {
    matches: query.includes('min-width'),
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  }) as MediaQueryList;
