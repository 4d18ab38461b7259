/** A card is valid until the end of its month, wherever on Earth that is last. */
export const isCardExpired = (
  { expMonth, expYear }: { expMonth: number; expYear: number },
  now: Date,
): boolean => now.getTime() >= Date.UTC(expYear, expMonth, 1) + LAST_TIME_ZONE_MS;

const LAST_TIME_ZONE_MS = 12 * 3_600_000;
