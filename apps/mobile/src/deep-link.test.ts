import { expect, test } from 'vitest';
import { parseDeepLink } from './index.ts';

test.each([
  ['https://wopack.example/auth/token?token=abc', 'abc'],
  ['https://wopack.example/auth/token/?token=abc&from=mail', 'abc'],
  ['wopack://auth/token?token=abc', 'abc'],
  ['app.wopack://wopack.example/pt/auth/token?token=a%2Bb', 'a+b'],
  ['https://wopack.example/auth/token?token=%20abc%20#top', 'abc'],
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
