const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** After each failure: soon at first, for whoever greylists; then for two days, for a server that is away. */
const RETRY_DELAYS_MS = [1, 5, 10, 20, 40]
  .map((minutes) => minutes * MINUTE_MS)
  .concat([1, 2, 4, 8, 12, 20].map((hours) => hours * HOUR_MS));

/** When a mail that failed so many times is tried again; null: not any more. */
export function getRetryTime(failures: number, now: Date, until?: string): Date | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  if (delay === undefined) return null;
  const retryAt = new Date(now.getTime() + delay);
  return until && retryAt >= new Date(until) ? null : retryAt;
}

/**
 * Whether the other side refused this mail for good. What it says of us (a wrong password, a session in disorder) is
 * no fault of the mail; a recipient that is no address will never be one.
 */
export function isPermanentRefusal(error: {
  code?: string;
  responseCode?: number;
  permanent?: boolean;
}): boolean {
  const isMailFault = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return isMailFault && (error.permanent === true || error.responseCode === undefined);
}
