import { createECDH } from 'node:crypto';
import {
  hasMemberRight,
  type MemberRole,
  type NotificationChannel,
  type SellerNotificationType,
  sellerNotificationRights,
} from '@wopack/contract';
import { HOUR_MS, MINUTE_MS } from '@wopack/domain';

/** Until they choose, owners and managers get mails, and nobody is told of draws. Who is asked for a number gets a push. */
export const getDefaultChannel = (role: MemberRole, type: SellerNotificationType): NotificationChannel => {
  if (type === 'draw' || (role !== 'owner' && role !== 'manager')) return 'none';
  return type === 'stock_question' ? 'push' : 'mail';
};

export type MemberToNotify = Record<SellerNotificationType, NotificationChannel> & {
  role: MemberRole;
  /** Where the member works; null: all sale places of the business. */
  sale_place_ids: readonly number[] | null;
  /** Where they want to be told; null: wherever they work. */
  chosen_sale_place_ids: readonly number[] | null;
};

/**
 * Of which of the types a member is told, the first of them, and how; null: of none. Chosen sale places that are gone,
 * or where the member works no more, do not count; when none is left, they are told wherever they work.
 */
export function chooseNotification(
  member: MemberToNotify,
  salePlaceId: number,
  types: readonly SellerNotificationType[],
): { type: SellerNotificationType; channel: 'push' | 'mail' } | null {
  const { role, sale_place_ids: scope, chosen_sale_place_ids: all } = member;
  if (scope && !scope.includes(salePlaceId)) return null;
  const chosen = all?.filter((id) => scope === null || scope.includes(id));
  if (chosen?.length && !chosen.includes(salePlaceId)) return null;
  for (const type of types) {
    const channel = member[type];
    if (channel !== 'none' && hasMemberRight(role, sellerNotificationRights[type])) return { type, channel };
  }
  return null;
}

export interface QuietHours {
  /** 'HH:MM'; equal to `quiet_to` means none. */
  quiet_from: string;
  quiet_to: string;
}

/** When an optional notification may be delivered: now, or at the end of quiet hours. */
export function getDeliveryTime(
  now: Date,
  { quiet_from: from, quiet_to: to }: QuietHours,
  timeZone: string,
): Date {
  const localDateTime = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const localTime = localDateTime.toPlainTime().toString({ smallestUnit: 'minute' });
  const spansMidnight = from > to;
  const isQuiet = spansMidnight ? localTime >= from || localTime < to : localTime >= from && localTime < to;
  if (!isQuiet) return now;
  const endDate = localDateTime.toPlainDate().add({ days: localTime < to ? 0 : 1 });
  const end = endDate.toPlainDateTime(Temporal.PlainTime.from(to)).toZonedDateTime(timeZone);
  return new Date(end.epochMilliseconds);
}

/**
 * Delay after each failure: short at first because of greylisting, then up to two days for an unavailable
 * server.
 */
const RETRY_DELAYS_MS = [1, 5, 10, 20, 40]
  .map((minutes) => minutes * MINUTE_MS)
  .concat([1, 2, 4, 8, 12, 20].map((hours) => hours * HOUR_MS));

/** When to retry after so many failures; null when the mail is given up. */
export function getRetryTime(failures: number, now: Date, until?: string): Date | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  if (delay === undefined) return null;
  const retryAt = new Date(now.getTime() + delay);
  return until && retryAt >= new Date(until) ? null : retryAt;
}

/**
 * Whether the server refused this mail for good. Errors about our side (wrong password, protocol errors)
 * are temporary; an invalid recipient is permanent.
 */
export function isPermanentRefusal(error: {
  code?: string;
  responseCode?: number;
  permanent?: boolean;
}): boolean {
  const isMailFault = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isMailFault && (error.permanent === true || error.responseCode === undefined);
}

/**
 * Push services of the known browsers. The server calls the URL a browser registers: without this allowlist
 * a user could make it request any URL (SSRF). The library that calls it reads addresses by other rules than URL does
 * ('https:host/path' is one of this machine to it), so an address has to be written as browsers write it.
 */
const PUSH_SERVICES = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
  'push.yandex.ru',
];

export function isPushService(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  if (url?.href !== endpoint || url.protocol !== 'https:') return false;
  if (url.port !== '' || url.username !== '' || url.password !== '') return false;
  return PUSH_SERVICES.some((service) => url.hostname === service || url.hostname.endsWith(`.${service}`));
}

/** Whether the key is a point on P-256, as encryption requires. */
export function isBrowserKey(p256dh: string): boolean {
  const key = createECDH('prime256v1');
  key.generateKeys();
  try {
    return key.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0;
  } catch {
    return false;
  }
}

export const isAuthSecret = (auth: string): boolean => Buffer.from(auth, 'base64url').length === 16;
