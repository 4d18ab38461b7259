import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { isolateWords } from '@wopack/domain';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach } from 'vitest';

// Lazy parts may take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// An app gives the real texts.
void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: false,
  defaultNS: 'common',
  resources: {
    en: {
      common: { close: 'Close', loading: 'Loading', notNow: 'Not now', notifications: 'Notifications' },
      errors: { failedTitle: 'That did not load', retry: 'Try again', network: 'No response' },
    },
  },
  interpolation: { escape: isolateWords },
  initAsync: false,
});

afterEach(cleanup);

/** jsdom has no layout, so sizes never change. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
