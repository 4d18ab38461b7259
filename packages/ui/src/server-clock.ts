/** How far the server's clock is ahead of this device's. */
let offsetMs = 0;
/** How wrong the sample that the offset is from may be. */
let uncertaintyMs = Number.POSITIVE_INFINITY;
let measuredOffsetMs = 0;

/** The header has whole seconds. */
const RESOLUTION_MS = 1_000;
/** Nobody notices less, and clocks that are right stay as they are. */
const IGNORED_MS = 2_000;

const listeners = new Set<() => void>();

/** The time by which the server decides, whatever the clock of this device says. */
export const serverNow = (): number => Date.now() + offsetMs;
export const serverDate = (): Date => new Date(serverNow());

/**
 * Learns the server's time from the `Date` header of an answer. The sample with the shortest way counts, until one
 * contradicts it: then the clock of the device was set.
 */
export function learnServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  const time = Date.parse(date ?? '');
  const wayMs = receivedAt - sentAt;
  // The device's clock was set, or the answer is old, as after sleep.
  if (Number.isNaN(time) || wayMs < 0) return;
  const measured = time + RESOLUTION_MS / 2 - (sentAt + wayMs / 2);
  const uncertainty = RESOLUTION_MS / 2 + wayMs / 2;
  const contradicts = Math.abs(measured - measuredOffsetMs) > uncertainty + uncertaintyMs;
  if (!contradicts && uncertainty > uncertaintyMs) return;
  measuredOffsetMs = measured;
  uncertaintyMs = uncertainty;
  const offset = Math.abs(measured) > IGNORED_MS + uncertainty ? measured : 0;
  if (Math.abs(offset - offsetMs) <= IGNORED_MS) return;
  offsetMs = offset;
  for (const listener of listeners) listener();
}

/** Whether the server has answered since this page was opened. */
export const isServerTimeLearnt = (): boolean => Number.isFinite(uncertaintyMs);

/**
 * For a page that opens without a connection: the offset of the visit before, and the last time at which the server
 * answered, before which it cannot be now. What the server says counts.
 */
export function restoreServerClock(formerOffsetMs: number, answeredAt: number): void {
  if (isServerTimeLearnt()) return;
  offsetMs = Math.max(formerOffsetMs, answeredAt - Date.now());
  for (const listener of listeners) listener();
}

/** Calls back when the offset has changed. */
export function subscribeToServerClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const getServerClockOffset = (): number => offsetMs;

export function resetServerClock(): void {
  offsetMs = 0;
  measuredOffsetMs = 0;
  uncertaintyMs = Number.POSITIVE_INFINITY;
}
