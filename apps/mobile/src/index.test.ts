import { beforeEach, describe, expect, test, vi } from 'vitest';
import { handleDeepLinks, parseDeepLink } from './index.ts';

const { urlListeners } = vi.hoisted(() => ({ urlListeners: [] as ((event: { url: string }) => void)[] }));

vi.mock('@capacitor/app', () => ({
  App: {
    addListener: async (_event: 'appUrlOpen', listener: (event: { url: string }) => void) => {
      urlListeners.push(listener);
    },
  },
}));

describe('a link', () => {
  test.each([
    ['https://wopack.example/auth/token?token=abc', 'abc'],
    ['https://wopack.example/auth/token/?token=abc&from=mail', 'abc'],
    ['wopack://auth/token?token=abc', 'abc'],
    ['app.wopack://wopack.example/pt/auth/token?token=a%2Bb', 'a+b'],
    ['https://wopack.example/auth/token?token=%20abc%20#top', 'abc'],
    ['https://wopack.example/auth/token?next=%2Foffers#token=abc', 'abc'],
  ])('%s signs in', (url, token) => {
    expect(parseDeepLink(url)).toEqual({ kind: 'token', token });
  });

  test('returns the state of an external sign-in that the app started', () => {
    expect(parseDeepLink('https://wopack.example/auth/token?token=abc&client_state=b7c1')).toEqual({
      kind: 'token',
      token: 'abc',
      clientState: 'b7c1',
    });
  });

  test.each([
    'https://wopack.example/auth/token',
    'https://wopack.example/auth/token?token=',
    'https://wopack.example/auth/token?token=%20',
    'https://wopack.example/auth/token?code=abc',
    'wopack://auth/token',
  ])('%s lacks its token', (url) => {
    expect(parseDeepLink(url)).toEqual({ kind: 'tokenMissing' });
  });

  test.each([
    'https://wopack.example/offers/7?token=abc',
    'https://wopack.example/oauth/token?token=abc',
    'https://wopack.example/auth/token/more?token=abc',
    'https://wopack.example/auth/tokens?token=abc',
    'https://wopack.example/?next=/auth/token&token=abc',
    'auth/token?token=abc',
    'not an address',
    '',
  ])('%j is no sign-in link', (url) => {
    expect(parseDeepLink(url)).toEqual({ kind: 'other' });
  });
});

describe('handling links', () => {
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
});
