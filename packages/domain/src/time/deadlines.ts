const MINUTE_MS = 60_000;

/**
 * A hold lasts ten minutes or until the window's end, whichever is sooner. Source: docs/specification.md,
 * Stock.
 */
export const holdEndsAt = (now: Date, windowEnd: Date): Date =>
  new Date(Math.min(now.getTime() + 10 * MINUTE_MS, windowEnd.getTime()));

/**
 * From here on nothing is reserved for a draw or a waitlist: half an hour before the window ends everything left goes
 * on public sale. Source: docs/specification.md, Draws and waitlists.
 */
export const publicSaleAt = (windowEnd: Date): Date => new Date(windowEnd.getTime() - 30 * MINUTE_MS);

/** Cancelling is free until two hours before the window. Source: docs/specification.md, Orders. */
export const cancellationDeadline = (windowStart: Date): Date =>
  new Date(windowStart.getTime() - 120 * MINUTE_MS);

/**
 * Hand-out runs from 30 minutes before the window to 30 minutes after it. Source: docs/specification.md,
 * Orders.
 */
export const canHandOut = (now: Date, windowStart: Date, windowEnd: Date): boolean =>
  now.getTime() >= windowStart.getTime() - 30 * MINUTE_MS &&
  now.getTime() <= handOutEndsAt(windowEnd).getTime();

export const handOutEndsAt = (windowEnd: Date): Date => new Date(windowEnd.getTime() + 30 * MINUTE_MS);

/** A problem can be reported until 48 hours after the window. Source: docs/specification.md, Orders. */
export const reportDeadline = (windowEnd: Date): Date => new Date(windowEnd.getTime() + 48 * 60 * MINUTE_MS);

/**
 * From when postings of an order count for statements and payouts: its report deadline, or now if that has
 * passed. Source: docs/specification.md, Money.
 */
export const effectiveFrom = (windowEnd: Date, now: Date): Date =>
  new Date(Math.max(reportDeadline(windowEnd).getTime(), now.getTime()));

/** A collected order can be rated for 14 days. Source: docs/specification.md, Orders. */
export const ratingDeadline = (collectedAt: Date): Date =>
  new Date(collectedAt.getTime() + 14 * 24 * 60 * MINUTE_MS);
