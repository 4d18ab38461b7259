import { MINUTE_MS } from './time/dates-and-windows.ts';

/** MB WAY gives as long to confirm a payment in its app. */
export const MB_WAY_CONFIRM_MS = 4 * MINUTE_MS;
/** So much of a hold must be left: what is confirmed in the last second still arrives within it. */
const MB_WAY_HOLD_LEFT_MS = 4.5 * MINUTE_MS;

/** Mainland, Madeira and the Azores; no other country has one of these. */
const PORTUGUESE_TIME_ZONES = ['Europe/Lisbon', 'Atlantic/Madeira', 'Atlantic/Azores', 'Portugal'];

/** Whether buyers of a sale place may be offered MB WAY, which banks in Portugal have. */
export const hasMbWay = (timeZone: string): boolean => PORTUGUESE_TIME_ZONES.includes(timeZone);

/** Until when a hold lasts long enough to ask for a confirmation in the app. */
export const getMbWayDeadline = (holdEndsAt: Date): Date =>
  new Date(holdEndsAt.getTime() - MB_WAY_HOLD_LEFT_MS);

export const hasTimeForMbWay = (holdEndsAt: Date, now: Date): boolean => now <= getMbWayDeadline(holdEndsAt);

/** '+351912345678' of a Portuguese mobile number in any usual writing; null of anything else. */
export function parseMbWayPhone(text: string): string | null {
  const digits = text.replace(/[\s.\-()/]/g, '').replace(/^(\+|00)351/, '');
  return /^9[1236]\d{7}$/.test(digits) ? `+351${digits}` : null;
}

/** '9•• ••• •28': enough to see whether it is the right one. */
export const maskMbWayPhone = (ending: string): string => `9•• ••• •${ending}`;
