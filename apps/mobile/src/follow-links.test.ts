import { beforeEach, expect, test, vi } from 'vitest';
import { followLinks } from './index.ts';

const { opened } = vi.hoisted(() => ({ opened: [] as ((event: { url: string }) => void)[] }));

vi.mock('@capacitor/app', () => ({
  App: {
    addListener: async (_event: 'appUrlOpen', listener: (event: { url: string }) => void) => {
      opened.push(listener);
    },
  },
}));

const hooks = { onToken: vi.fn(), onTokenMissing: vi.fn() };

beforeEach(async () => {
  vi.clearAllMocks();
  opened.length = 0;
  await followLinks(hooks);
});

test('a token is handed on', () => {
  opened[0]!({ url: 'https://wopack.example/auth/token?token=abc' });
  expect(hooks.onToken).toHaveBeenCalledExactlyOnceWith('abc');
  expect(hooks.onTokenMissing).not.toHaveBeenCalled();
});

test('and what the app kept when it set out with it', () => {
  opened[0]!({ url: 'https://wopack.example/auth/token?token=abc&client_state=b7c1' });
  expect(hooks.onToken).toHaveBeenCalledExactlyOnceWith('abc', 'b7c1');
});

test('a link without its token is told of', () => {
  opened[0]!({ url: 'wopack://auth/token' });
  expect(hooks.onTokenMissing).toHaveBeenCalledOnce();
  expect(hooks.onToken).not.toHaveBeenCalled();
});

test('other links do nothing', () => {
  opened[0]!({ url: 'https://wopack.example/offers/7?token=abc' });
  expect(hooks.onToken).not.toHaveBeenCalled();
  expect(hooks.onTokenMissing).not.toHaveBeenCalled();
});
