import { createHash, createHmac } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AllocationChoice, AllocationMode, AllocationReason } from '@wopack/contract';
import {
  HOLD_MINUTES,
  holdEndsAt,
  MAX_HOLDS,
  MINUTE_MS,
  publicSaleAt,
  WINNER_HOLD_MINUTES,
} from '@wopack/domain';

/** Source: docs/specification.md, Draws and waitlists. */
const MIN_ENTRY_MINUTES = 15;
const LAST_CLOSING_BEFORE_START_MS = 60 * MINUTE_MS;
const FAST_SALE_MS = 10 * MINUTE_MS;
const SLOTS_LOOKED_AT = 5;
const FAST_SLOTS_FOR_A_DRAW = 3;
const POOR_DRAWS_TO_STOP = 2;
/** How long a draw waits for a beacon that does not answer. */
export const BEACON_DEADLINE_MS = 10 * MINUTE_MS;

/**
 * When a draw that opens now closes: after `entryMinutes`, at the latest an hour before the window. Null when people
 * would have less than a quarter of an hour; the slot is then sold first come.
 */
export function getClosingTime(opensAt: Date, startsAt: Date, entryMinutes: number): Date | null {
  const closesAt = Math.min(
    opensAt.getTime() + entryMinutes * MINUTE_MS,
    startsAt.getTime() - LAST_CLOSING_BEFORE_START_MS,
  );
  return closesAt - opensAt.getTime() < MIN_ENTRY_MINUTES * MINUTE_MS ? null : new Date(closesAt);
}

/** A slot that is or was on sale. */
export type PastSlot =
  | { kind: 'first_come'; onSaleAt: Date; takenAt: Date | null }
  /** `entries` and `units` are null until it is drawn. */
  | { kind: 'draw'; result: { entries: number; units: number } | null };

export interface Plan {
  mode: AllocationMode;
  reason: AllocationReason;
  fast_slots: number;
  slots: number;
}

/**
 * How the next slot of a product is given out. `automatic` draws it when in three of the last five slots everything was
 * taken within ten minutes, goes on drawing, and goes back after two draws in a row with fewer entries than units; then
 * only later slots count. `history`: the newest slot first.
 */
export function planNextSlot(choice: AllocationChoice, history: readonly PastSlot[]): Plan {
  const isFast = (slot: PastSlot) =>
    slot.kind === 'first_come' &&
    slot.takenAt !== null &&
    slot.takenAt.getTime() - slot.onSaleAt.getTime() <= FAST_SALE_MS;
  const considered = history.slice(0, findEndOfDraws(history) ?? undefined).slice(0, SLOTS_LOOKED_AT);
  const counts = { fast_slots: considered.filter(isFast).length, slots: considered.length };
  if (choice !== 'automatic') return { mode: choice, reason: 'chosen', ...counts };
  if (considered.some(({ kind }) => kind === 'draw'))
    return { mode: 'draw', reason: 'draw_continues', ...counts };
  if (counts.fast_slots >= FAST_SLOTS_FOR_A_DRAW) return { mode: 'draw', reason: 'sold_fast', ...counts };
  const hasStopped = considered.length < Math.min(history.length, SLOTS_LOOKED_AT);
  return { mode: 'first_come', reason: hasStopped ? 'few_entries' : 'not_sold_fast', ...counts };
}

/** Index of the newer of the latest two draws in a row that had fewer entries than units; null without them. */
function findEndOfDraws(history: readonly PastSlot[]): number | null {
  const draws = history.flatMap((slot, index) =>
    slot.kind === 'draw' && slot.result ? [{ index, isPoor: slot.result.entries < slot.result.units }] : [],
  );
  const end = draws.findIndex((_, first) =>
    draws.slice(first, first + POOR_DRAWS_TO_STOP).every(({ isPoor }) => isPoor),
  );
  const hasEnough = end >= 0 && draws.length - end >= POOR_DRAWS_TO_STOP;
  return hasEnough ? draws[end]!.index : null;
}

/** An entry as it is published at closing. */
interface PublishedEntry {
  /** UUID in lower case. */
  id: string;
  /** 16 bytes made in the buyer's browser. */
  random: Buffer;
}

export const hashSeed = (seed: Buffer): Buffer => sha256(seed);

/** The published list: sorted by id, each entry a line of its id and its bytes. */
export const formatEntryList = (entries: readonly PublishedEntry[]): string =>
  entries
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, random }) => `${id} ${random.toString('hex')}\n`)
    .join('');

export const hashEntryList = (entries: readonly PublishedEntry[]): Buffer =>
  sha256(Buffer.from(formatEntryList(entries), 'ascii'));

/**
 * The seed was fixed before the first entry, the list hash depends on bytes that the server does not choose, and the
 * beacon on nobody here: whoever knows all of them knows them after closing only.
 */
export const computeDrawKey = (seed: Buffer, listHash: Buffer, beacon: Buffer | null): Buffer =>
  sha256(Buffer.concat([seed, listHash, ...(beacon ? [beacon] : [])]));

export const computeEntryHmac = (key: Buffer, entryId: string): Buffer =>
  createHmac('sha256', key).update(entryId, 'ascii').digest();

const ENTRIES_PER_TURN = 1_000;

/** Ids of entries by rank, the first first. Independent of the order of `entryIds`. Leaves turns to others. */
export async function rankEntries(key: Buffer, entryIds: readonly string[]): Promise<string[]> {
  const entries: { id: string; hmac: string }[] = [];
  for (const id of entryIds) {
    // Hexadecimal digits are in the order of the bytes, and compared faster.
    entries.push({ id, hmac: computeEntryHmac(key, id).toString('hex') });
    if (entries.length % ENTRIES_PER_TURN === 0) await nextTurn();
  }
  return entries.sort((a, b) => (a.hmac < b.hmac ? -1 : 1)).map(({ id }) => id);
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** The first drand round that is made after an instant. */
export const firstRoundAfter = (
  { genesis_time, period }: { genesis_time: number; period: number },
  at: Date,
): number => Math.max(1, Math.floor((at.getTime() / 1000 - genesis_time) / period) + 2);

/** A unit for one of the first of a draw is held longer than any other, and none past the end of the window. */
export const offerEndsAt = (now: Date, windowEnd: Date, isWinner: boolean): Date =>
  holdEndsAt(now, windowEnd, isWinner ? WINNER_HOLD_MINUTES : HOLD_MINUTES);

/** What was shown to somebody who entered or joined, or less when the price has fallen since. */
export const agreedPrice = (shownCents: number, priceCents: number): number =>
  Math.min(shownCents, priceCents);

interface LineSlot {
  id: number;
  starts_at: Date;
  ends_at: Date;
  closed: boolean;
}

/** Whether units of the slot may still be offered to those who wait. */
export const canOffer = ({ closed, ends_at }: LineSlot, now: Date): boolean =>
  !closed && now < publicSaleAt(ends_at);

interface Waiting {
  user_id: number | null;
}

/** Those in line who can take a unit: with fewer than two holds, and none of this slot. The others keep their place. */
export function listTakers<W extends Waiting>(
  line: readonly W[],
  holds: readonly { user_id: number; slot_id: number }[],
  slotId: number,
): (W & { user_id: number })[] {
  const holdsByUser = Map.groupBy(holds, ({ user_id }) => user_id);
  return line.filter((entry): entry is W & { user_id: number } => {
    if (entry.user_id === null) return false;
    const userHolds = holdsByUser.get(entry.user_id) ?? [];
    return userHolds.length < MAX_HOLDS && !userHolds.some((hold) => hold.slot_id === slotId);
  });
}
