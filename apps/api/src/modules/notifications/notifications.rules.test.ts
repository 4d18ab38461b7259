import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getDeliveryTime } from './notifications.rules.ts';

const NIGHT = { quiet_from: '22:00', quiet_to: '08:00' };
const deliveryTime = (iso: string, quietHours = NIGHT, timeZone = 'Europe/Lisbon') =>
  getDeliveryTime(new Date(iso), quietHours, timeZone).toISOString();

describe('nights in Lisbon', () => {
  test.each([
    ['2026-11-20T12:00:00.000Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T21:59:59.999Z', '2026-11-20T21:59:59.999Z'],
    ['2026-11-20T22:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T00:30:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T07:59:00.000Z', '2026-11-21T08:00:00.000Z'],
    ['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.000Z'],
    // Summer time, and the night in which it begins.
    ['2026-07-01T21:30:00.000Z', '2026-07-02T07:00:00.000Z'],
    ['2026-03-28T23:00:00.000Z', '2026-03-29T07:00:00.000Z'],
  ])('notified at %s: delivered at %s', (now, expected) => {
    expect(deliveryTime(now)).toBe(expected);
  });
});

test("quiet hours follow the user's time zone", () => {
  expect(deliveryTime('2026-11-20T19:30:00.000Z', NIGHT, 'Europe/Moscow')).toBe('2026-11-21T05:00:00.000Z');
  expect(deliveryTime('2026-11-20T22:30:00.000Z', NIGHT, 'Atlantic/Azores')).toBe('2026-11-20T22:30:00.000Z');
});

test('quiet hours may lie within a day or be empty', () => {
  const siesta = { quiet_from: '13:00', quiet_to: '15:00' };
  expect(deliveryTime('2026-11-20T13:30:00.000Z', siesta)).toBe('2026-11-20T15:00:00.000Z');
  expect(deliveryTime('2026-11-20T23:30:00.000Z', siesta)).toBe('2026-11-20T23:30:00.000Z');
  expect(deliveryTime('2026-11-20T23:30:00.000Z', { quiet_from: '22:00', quiet_to: '22:00' })).toBe(
    '2026-11-20T23:30:00.000Z',
  );
});

test('delivery is never in the past, in quiet hours, or more than a day late', () => {
  const anyTime = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
  const formatTime = ([hour, minute]: [number, number]) =>
    `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
      anyTime.map(formatTime),
      anyTime.map(formatTime),
      fc.constantFrom('Europe/Lisbon', 'Atlantic/Azores', 'Europe/Moscow', 'Asia/Kathmandu'),
      (now, quiet_from, quiet_to, timeZone) => {
        const quietHours = { quiet_from, quiet_to };
        const deliveredAt = getDeliveryTime(now, quietHours, timeZone);
        expect(deliveredAt >= now).toBe(true);
        expect(deliveredAt.getTime() - now.getTime()).toBeLessThanOrEqual(25 * 3_600_000);
        if (deliveredAt > now)
          expect(getDeliveryTime(deliveredAt, quietHours, timeZone)).toEqual(deliveredAt);
      },
    ),
  );
});
