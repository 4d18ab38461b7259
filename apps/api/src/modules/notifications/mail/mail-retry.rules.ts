const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

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
