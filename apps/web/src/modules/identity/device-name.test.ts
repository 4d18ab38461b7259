import { expect, test } from 'vitest';
import { describeDevice } from './device-name.ts';

const mozilla = 'Mozilla/5.0';
const like = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${like} Chrome/149.0 Safari/537.36`, 'Chrome', 'Windows', false],
  [`${mozilla} (Windows NT 10.0) ${like} Chrome/149.0 Safari/537.36 Edg/149.0`, 'Edge', 'Windows', false],
  [
    `${mozilla} (Linux; Android 15; Pixel 9) ${like} Chrome/149.0 Mobile Safari/537.36`,
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
])('%s', (userAgent, browser, system, phone) => {
  expect(describeDevice(userAgent)).toMatchObject({ browser, system, phone, other: undefined });
});

test('what is no browser keeps its own short name', () => {
  expect(describeDevice('a telephone').other).toBe('a telephone');
  expect(describeDevice('').other).toBeUndefined();
  expect(describeDevice('x'.repeat(200)).other).toBeUndefined();
});
