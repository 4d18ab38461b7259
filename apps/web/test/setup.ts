import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { closeToasts } from '@wopack/ui/overlay/toast.ts';
import { resetServerClock } from '@wopack/ui/server-clock.ts';
import i18next from 'i18next';
import { http } from 'msw';
import { afterAll, afterEach, vi } from 'vitest';
import { queryClient } from '../app/lib/api/query-client.ts';
import { clearStorage, DEVICE_KEYS, removeStored } from '../app/lib/storage/storage.ts';
import { mockServer } from './fake-api.tsx';

vi.mock(import('../app/ui/map/map-canvas.tsx'), async () => {
  const { MapCanvas } = await import('./stub-browser.tsx');
  return { MapCanvas };
});

// What fails is shown at once.
const { queries, ...defaultOptions } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...defaultOptions, queries: { ...queries, retry: false } });

// Lazy imports may take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

/** The test files of a worker share document and modules: each test leaves both as it found them. */
afterEach(async () => {
  cleanup();
  closeToasts();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  mockServer.resetHandlers();
  queryClient.clear();
  clearStorage();
  removeStored(...DEVICE_KEYS);
  resetServerClock();
  history.replaceState(null, '', '/');
  window.prefetched = undefined;
  const { dataset } = document.documentElement;
  for (const name of Object.keys(dataset)) delete dataset[name];
  // jsdom's own are in the prototype.
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
  if (i18next.isInitialized && i18next.language !== 'en') await i18next.changeLanguage('en');
});

/** A failed request may have marked the server as unreachable. */
afterAll(async () => {
  // Not above: it would keep the `fetch` from before `mockServer`.
  const { checkConnection } = await import('../app/lib/offline/connection.ts');
  mockServer.use(http.get('*/health', () => new Response()));
  await checkConnection();
  mockServer.resetHandlers();
});

/** jsdom has no layout, so sizes never change. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
