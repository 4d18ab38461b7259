import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import type { Language } from '@wopack/domain';
import { afterEach, vi } from 'vitest';

// What is loaded when first needed may take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Texts come from their files, not over a network.
vi.mock('../app/lib/i18n/load-translations.ts', () => ({
  loadTranslations: async (language: Language, namespace: string) =>
    (await import('./render.tsx')).getTranslations(language)[namespace],
}));

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

/** The DOM of these tests has no sizes: nothing there ever changes them. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
