import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { mockServer } from './fake-api.tsx';

// Lazy imports may take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Here and not in `beforeAll`: modules of a test file keep a reference to `fetch` when they load.
mockServer.listen();
afterAll(() => mockServer.close());

afterEach(() => {
  cleanup();
  mockServer.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});

/** jsdom has no layout, so sizes never change. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
