import { beforeEach, expect, test, vi } from 'vitest';
import { handleDeepLinks } from './index.ts';

const { urlListeners } = vi.hoisted(() => ({ urlListeners: [] as ((event: { url: string }) => void)[] }));

vi.mock('@capacitor/app', () => ({
  App: {
    addListener: async (_event: 'appUrlOpen', listener: (event: { url: string }) => void) => {
      urlListeners.push(listener);
    },
  },
}));

const handlers = { onToken: vi.fn(), onTokenMissing: vi.fn() };

beforeEach(async () => {
  vi.clearAllMocks();
  urlListeners.length = 0;
  await handleDeepLinks(handlers);
});

test('a token is passed to the handler', () => {
  urlListeners[0]!({ url: 'https://wopack.example/auth/token?token=abc' });
  expect(handlers.onToken).toHaveBeenCalledExactlyOnceWith('abc');
  expect(handlers.onTokenMissing).not.toHaveBeenCalled();
});

test('with the state of an external sign-in that the app started', () => {
  urlListeners[0]!({ url: 'https://wopack.example/auth/token?token=abc&client_state=b7c1' });
  expect(handlers.onToken).toHaveBeenCalledExactlyOnceWith('abc', 'b7c1');
});

test('a link without a token calls its own handler', () => {
  urlListeners[0]!({ url: 'wopack://auth/token' });
  expect(handlers.onTokenMissing).toHaveBeenCalledOnce();
  expect(handlers.onToken).not.toHaveBeenCalled();
});

test('other links do nothing', () => {
  urlListeners[0]!({ url: 'https://wopack.example/offers/7?token=abc' });
  expect(handlers.onToken).not.toHaveBeenCalled();
  expect(handlers.onTokenMissing).not.toHaveBeenCalled();
});
