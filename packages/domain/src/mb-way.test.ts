import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMbWay, hasTimeForMbWay, MB_WAY_CONFIRM_MS, maskMbWayPhone, parseMbWayPhone } from './mb-way.ts';

const mobile = fc
  .tuple(fc.constantFrom('1', '2', '3', '6'), fc.stringMatching(/^\d{7}$/))
  .map(([second, rest]) => `9${second}${rest}`);
const prefix = fc.constantFrom('', '+351', '+351 ', '00351');

test('a mobile number is understood however it is written', () => {
  fc.assert(
    fc.property(mobile, prefix, fc.constantFrom(' ', '-', '.', ''), (number, before, gap) => {
      const written = `${before}${number.slice(0, 3)}${gap}${number.slice(3, 6)}${gap}${number.slice(6)}`;
      expect(parseMbWayPhone(written)).toBe(`+351${number}`);
    }),
  );
});

test.each([
  ['', 'nothing'],
  ['21 123 45 67 8', 'a landline'],
  ['+44 7911 123456', 'another country'],
  ['912 345 67', 'a digit too few'],
  ['912 345 6789', 'a digit too many'],
  ['94 1234567', 'no mobile network'],
  ['9123456ab', 'letters'],
])('%j is refused: %s', (text) => {
  expect(parseMbWayPhone(text)).toBeNull();
});

test('what is parsed is parsed to itself', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parseMbWayPhone(text);
      if (parsed !== null) expect(parseMbWayPhone(parsed)).toBe(parsed);
    }),
  );
});

test('the four minutes of a request always end before its hold', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30 * 60_000 }), (leftMs) => {
      const now = new Date('2026-11-20T12:00:00Z');
      const endsAt = new Date(now.getTime() + leftMs);
      if (hasTimeForMbWay(endsAt, now)) expect(leftMs).toBeGreaterThan(MB_WAY_CONFIRM_MS);
      expect(hasTimeForMbWay(endsAt, now)).toBe(leftMs >= 270_000);
    }),
  );
});

test('only in Portugal', () => {
  expect(['Europe/Lisbon', 'Atlantic/Azores', 'Atlantic/Madeira'].every(hasMbWay)).toBe(true);
  expect(['Europe/Madrid', 'Europe/London', 'Atlantic/Canary'].some(hasMbWay)).toBe(false);
});

test('of a number two digits are shown', () => {
  expect(maskMbWayPhone('28')).toBe('9•• ••• •28');
});
