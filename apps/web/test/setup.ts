import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import type { Language } from '@wopack/domain';
import type { BackendModule, ReadCallback, ResourceKey } from 'i18next';
import { afterEach, vi } from 'vitest';

// What is loaded when first needed may take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Texts come from their files, not over a network.
vi.mock('i18next-http-backend', () => ({
  default: class implements BackendModule {
    static type = 'backend';
    type = 'backend' as const;
    init() {}
    async read(language: string, namespace: string, callback: ReadCallback) {
      const { getTranslations } = await import('./render.tsx');
      callback(null, getTranslations(language as Language)[namespace] as ResourceKey);
    }
  },
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
