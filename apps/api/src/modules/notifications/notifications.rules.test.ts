import {
  hasMemberRight,
  type MemberRole,
  memberRoles,
  type SellerNotificationType,
  sellerNotificationRights,
} from '@wopack/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chooseNotification,
  getDefaultChannel,
  getDeliveryTime,
  isPushService,
  type MemberToNotify,
} from './notifications.rules.ts';

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

describe('push services', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/dJ9:APA91b_-',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
    'https://web.push.apple.com/QKC',
    'https://db5p.notify.windows.com/w/?token=BQYAAACe%2b%2fa%3d%3d',
  ])('%s is one', (endpoint) => {
    expect(isPushService(endpoint)).toBe(true);
  });

  test.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:22/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://notify.windows.com@127.0.0.1/x',
    // Addresses of this machine for url.parse, which web-push reads them with.
    'https:fcm.googleapis.com/x',
    'https:/fcm.googleapis.com/x',
    'https:///fcm.googleapis.com/x',
    'https:@fcm.googleapis.com/x',
    'https:\\\\fcm.googleapis.com\\x',
    'https://fcm.googleapis.com\\@evil.example/x',
    'HTTPS://fcm.googleapis.com/x',
    'https://fcm.googleapis.com',
  ])('%s is none', (endpoint) => {
    expect(isPushService(endpoint)).toBe(false);
  });
});

describe('what a member is told of', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 });
  const channel = fc.constantFrom('push', 'mail', 'none');
  const types = Object.keys(sellerNotificationRights) as SellerNotificationType[];
  const memberArbitrary: fc.Arbitrary<MemberToNotify> = fc.record({
    role: fc.constantFrom(...memberRoles),
    sale_place_ids: fc.option(ids),
    chosen_sale_place_ids: fc.option(ids),
    sold: channel,
    last_sold: channel,
    cancelled: channel,
    report: channel,
    draw: channel,
    stock_question: channel,
  });

  test('is what they chose, their role may see and happened where they work, the first of it', () => {
    fc.assert(
      fc.property(
        memberArbitrary,
        fc.integer({ min: 1, max: 6 }),
        fc.uniqueArray(fc.constantFrom(...types), { minLength: 1 }),
        (member, salePlaceId, happened) => {
          const notification = chooseNotification(member, salePlaceId, happened);
          const works = member.sale_place_ids?.includes(salePlaceId) ?? true;
          const chosen = member.chosen_sale_place_ids?.filter(
            (id) => member.sale_place_ids?.includes(id) ?? true,
          );
          const isChosen = !chosen?.length || chosen.includes(salePlaceId);
          const firstType = happened.find(
            (type) => member[type] !== 'none' && hasMemberRight(member.role, sellerNotificationRights[type]),
          );
          expect(notification).toEqual(
            works && isChosen && firstType ? { type: firstType, channel: member[firstType] } : null,
          );
        },
      ),
    );
  });

  test('never reaches an accountant, and no problem reaches the counter', () => {
    fc.assert(
      fc.property(memberArbitrary, (member) => {
        expect(chooseNotification({ ...member, role: 'accountant' }, 1, types)).toBeNull();
        expect(chooseNotification({ ...member, role: 'counter' }, 1, ['report'])).toBeNull();
      }),
    );
  });

  test('by default is what the founder was told, for owners and managers, else nothing', () => {
    const listDefaults = (role: MemberRole) =>
      types.filter((type) => getDefaultChannel(role, type) === 'mail');
    expect(listDefaults('owner')).toEqual(['sold', 'last_sold', 'cancelled', 'report']);
    expect(listDefaults('manager')).toEqual(listDefaults('owner'));
    expect([...listDefaults('counter'), ...listDefaults('accountant')]).toEqual([]);
    const roles: MemberRole[] = ['owner', 'manager', 'counter', 'accountant'];
    expect(roles.map((role) => getDefaultChannel(role, 'stock_question'))).toEqual([
      'push',
      'push',
      'none',
      'none',
    ]);
  });
});
