import { expect, test } from 'vitest';
import { parseUserAgent } from './user-agent.ts';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/149.0 Safari/537.36`,
    'Chrome',
    'Windows',
    false,
  ],
  [`${mozilla} (Windows NT 10.0) ${webkit} Chrome/149.0 Safari/537.36 Edg/149.0`, 'Edge', 'Windows', false],
  [
    `${mozilla} (Linux; Android 15; Pixel 9) ${webkit} Chrome/149.0 Mobile Safari/537.36`,
    'Chrome',
    'Android',
    true,
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Mobile/15E148 Safari/604.1`,
    ...(['Safari', 'iPhone', true] as const),
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 14.7; rv:140.0) Gecko/20100101 Firefox/140.0`,
    'Firefox',
    'macOS',
    false,
  ],
])('%s', (userAgent, browser, system, isPhone) => {
  expect(parseUserAgent(userAgent)).toMatchObject({ browser, system, isPhone, fallbackName: undefined });
});

test('an unknown user agent keeps its own short name', () => {
  expect(parseUserAgent('a telephone').fallbackName).toBe('a telephone');
  expect(parseUserAgent('').fallbackName).toBeUndefined();
  expect(parseUserAgent('x'.repeat(200)).fallbackName).toBeUndefined();
});
