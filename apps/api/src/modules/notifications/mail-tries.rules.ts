const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** After each failure: soon at first, for whoever greylists; then for two days, for a server that is away. */
const PAUSES_MS = [1, 5, 10, 20, 40]
  .map((minutes) => minutes * MINUTE)
  .concat([1, 2, 4, 8, 12, 20].map((hours) => hours * HOUR));

/** When a mail that failed so many times is tried again; null: not any more. */
export function nextTry(failures: number, now: Date, until?: string): Date | null {
  const pause = PAUSES_MS[failures - 1];
  if (pause === undefined) return null;
  const next = new Date(now.getTime() + pause);
  return until && next >= new Date(until) ? null : next;
}

/**
 * Whether the other side refused this mail for good. What it says of us (a wrong password, a session in disorder) is
 * no fault of the mail; a recipient that is no address will never be one.
 */
export function isRefused(error: { code?: string; responseCode?: number; permanent?: boolean }): boolean {
  const ofTheMail = error.code === 'EENVELOPE' || error.code === 'EMESSAGE';
  return ofTheMail && (error.permanent === true || error.responseCode === undefined);
}
