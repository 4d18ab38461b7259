const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** After each refusal; from then on once a day. */
const PAUSES_MS = [MINUTE / 2, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR];
const LAST_PAUSE_MS = 24 * HOUR;

/** From so many refusals on (nearly three hours) a refund needs a person. */
export const TRIES_UNTIL_STUCK = 6;

/** When the provider is asked again, if the try of this number, counted from 1, is refused. */
export const nextRefundTry = (tries: number, now: Date): Date =>
  new Date(now.getTime() + (PAUSES_MS[tries - 1] ?? LAST_PAUSE_MS));
