import { MAX_HOLDS, MINUTE_MS } from '@wopack/domain';

/**
 * When an account may take another hold. All limits are here; `insertHold` counts what they need, under the locks of
 * `lockUserAndKey`. Source: docs/specification.md, Stock; docs/decisions/0061-unpaid-holds.md.
 */

const SOON_MS = 1_000;

const MAX_HOLDS_UNVERIFIED = 1;
/** A hold that ended sooner, because it was let go or its card was refused, is no reason to wait … */
export const SHORT_HOLD_MS = 2 * MINUTE_MS;
/** … unless there were more of them; for each long one that is free. */
const FREE_SHORT_HOLDS = 5;
/** After the first unpaid hold of a slot, the second, and so on. */
const WAITS_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);
/** A network may always hold as many units unpaid, of however small a slot. */
const MIN_HOLDS_OF_A_NETWORK = 2;
const SHARE_OF_A_NETWORK = 0.5;

/** Time to type in a card: as long a hold of an unproven account is its own … */
const GRACE_MS = SHORT_HOLD_MS;
/** … up to this share of a slot and the newest hold in any case. Of more than that the oldest have only the time to submit it. */
const SHARE_OF_UNPROVEN = 0.5;
const MIN_HOLDS_OF_UNPROVEN = 1;
const GRACE_BEYOND_SHARE_MS = 30_000;

/** Holds of one slot that ended unpaid; instants in milliseconds. */
export interface EndedHolds {
  /** That lasted SHORT_HOLD_MS or more. */
  long: number;
  short: number;
  lastLongEndedAt: number | null;
  lastEndedAt: number | null;
}

export interface HoldHistory {
  isVerified: boolean;
  /** When the account's other live holds end. */
  otherExpiries: readonly Date[];
  /** Units of the slot, sold or not. */
  quantity: number;
  /** Units that are asked for. */
  units: number;
  /** Holds of the account itself. */
  account: EndedHolds;
  /** Holds of whoever tried a card that the account has tried. */
  card: EndedHolds;
  /** Holds of whoever asked from the same network; null where it is not known. */
  network: { ended: EndedHolds; live: { units: number; firstEndsAt: number | null } } | null;
}

/** A live hold of a slot by an account that has neither a verified address nor an earlier order. */
export interface UnprovenHold {
  /** Units on hold. */
  quantity: number;
  createdAt: Date;
  /** When the account, or another one of its network, first took a hold of the slot that is not paid. */
  firstTakenAt: Date;
}

export type HoldRefusal = {
  /** 'network' does not count for the first hold of a slot by an account that has bought before. */
  reason: 'holds' | 'account' | 'network';
  until: Date;
};

export const getMaxHolds = (isVerified: boolean): number => (isVerified ? MAX_HOLDS : MAX_HOLDS_UNVERIFIED);

/** Units of a slot that may be on hold for one network at a time. */
export const getNetworkShare = (quantity: number): number =>
  Math.max(MIN_HOLDS_OF_A_NETWORK, Math.floor(quantity * SHARE_OF_A_NETWORK));

/** Null when the hold may be taken now. */
export function findHoldRefusal(history: HoldHistory, now: Date): HoldRefusal | null {
  const { otherExpiries, account, card } = history;
  if (otherExpiries.length >= getMaxHolds(history.isVerified)) {
    const earliest = Math.min(...otherExpiries.map((expiry) => expiry.getTime()));
    return { reason: 'holds', until: new Date(earliest) };
  }
  const waitsUntil = Math.max(getWaitEnd(account), getWaitEnd(card));
  if (waitsUntil > now.getTime()) return { reason: 'account', until: new Date(waitsUntil) };
  const networkUntil = getNetworkWaitEnd(history, now);
  return networkUntil > now.getTime() ? { reason: 'network', until: new Date(networkUntil) } : null;
}

/** When the next hold may be taken after these; 0 when at once. The first `free` long ones are no reason to wait. */
export function getWaitEnd({ long, short, lastLongEndedAt, lastEndedAt }: EndedHolds, free = 0): number {
  const manyShort = Math.max(0, short - FREE_SHORT_HOLDS * (free + 1));
  const counted = long + manyShort - free;
  const endedAt = manyShort > 0 ? lastEndedAt : lastLongEndedAt;
  if (counted <= 0 || endedAt === null) return 0;
  return endedAt + WAITS_MS[Math.min(counted, WAITS_MS.length) - 1]!;
}

/** Units of a slot that may be on hold with the longer grace. */
export const getUnprovenShare = (quantity: number): number =>
  Math.max(MIN_HOLDS_OF_UNPROVEN, Math.floor(quantity * SHARE_OF_UNPROVEN));

/**
 * From when the hold of an unproven account passes to a buyer with a verified address or an earlier order, unless its
 * payment has begun; the first comes first. Letting go and taking again, or with another account of the network, does not
 * begin the grace anew. `holds`: all of the slot by such accounts.
 */
export function planPassingOn<H extends UnprovenHold>(
  holds: readonly H[],
  quantity: number,
): { hold: H; from: Date }[] {
  let unitsBeyondShare = holds.reduce((sum, hold) => sum + hold.quantity, 0) - getUnprovenShare(quantity);
  return holds
    .toSorted(
      (a, b) => Number(a.firstTakenAt) - Number(b.firstTakenAt) || Number(a.createdAt) - Number(b.createdAt),
    )
    .map((hold, index) => {
      const isBeyondShare = unitsBeyondShare > 0 && index < holds.length - 1;
      const graceMs = isBeyondShare ? GRACE_BEYOND_SHARE_MS : GRACE_MS;
      unitsBeyondShare -= hold.quantity;
      return { hold, from: new Date(hold.firstTakenAt.getTime() + graceMs) };
    });
}

function getNetworkWaitEnd({ network, quantity, units }: HoldHistory, now: Date): number {
  if (!network) return 0;
  const share = getNetworkShare(quantity);
  const { units: liveUnits, firstEndsAt } = network.live;
  return Math.max(
    // One that is over is about to end.
    liveUnits + units > share && firstEndsAt !== null ? Math.max(firstEndsAt, now.getTime() + SOON_MS) : 0,
    // As many unpaid holds as one round of the share may have are nobody's fault yet.
    getWaitEnd(network.ended, share - 1),
  );
}

/** The answer to whoever has to wait; `time` is at the sale place. */
export const buildWaitError = (message: string, until: Date, timeZone: string, now: Date) => ({
  message,
  values: { time: formatTimeRoundedUp(until, timeZone) },
  retryAfter: getSecondsUntil(until, now),
});

export const getSecondsUntil = (until: Date, now: Date): number =>
  Math.max(1, (until.getTime() - now.getTime()) / 1000);

/** 'HH:MM' of the first full minute from then on. */
const formatTimeRoundedUp = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .round({ smallestUnit: 'minute', roundingMode: 'ceil' })
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
