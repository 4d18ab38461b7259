import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { mockServer } from './mock-server.ts';

// What is loaded when first needed may take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Here and not in `beforeAll`: modules of a test file take hold of `fetch` when they are loaded.
mockServer.listen();
afterAll(() => mockServer.close());

afterEach(() => {
  cleanup();
  mockServer.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
});

/** The DOM of these tests has no sizes: nothing there ever changes them. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
