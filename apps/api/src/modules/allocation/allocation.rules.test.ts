import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canOffer,
  computeDrawKey,
  firstRoundAfter,
  formatEntryList,
  getClosingTime,
  hashEntryList,
  hashSeed,
  listTakers,
  offerEndsAt,
  type PastSlot,
  planNextSlot,
  rankEntries,
} from './allocation.rules.ts';

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
const MINUTE_MS = 60_000;

describe('the time of entries', () => {
  test.each([
    ['12:00', 60, '13:00'],
    ['12:00', 720, '16:30'],
    ['15:45', 60, '16:30'],
    ['16:15', 15, '16:30'],
  ])('opened at %s for %i minutes, a window from 17:30 closes it at %s', (opened, minutes, closes) => {
    expect(getClosingTime(at(opened), at('17:30'), minutes)).toEqual(at(closes));
  });

  test('less than a quarter of an hour is too short', () => {
    expect(getClosingTime(at('16:16'), at('17:30'), 60)).toBeNull();
    expect(getClosingTime(at('18:00'), at('17:30'), 60)).toBeNull();
  });

  test('always lasts at least a quarter of an hour and ends an hour before the window', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -3000, max: 3000 }),
        fc.integer({ min: 15, max: 720 }),
        (lead, minutes) => {
          const opensAt = at('12:00');
          const startsAt = new Date(opensAt.getTime() + lead * MINUTE_MS);
          const closesAt = getClosingTime(opensAt, startsAt, minutes);
          if (!closesAt) return lead < 75;
          const duration = (closesAt.getTime() - opensAt.getTime()) / MINUTE_MS;
          return (
            duration >= 15 && duration <= minutes && closesAt <= new Date(startsAt.getTime() - 3_600_000)
          );
        },
      ),
    );
  });
});

describe('automatic', () => {
  const slot = (minutes: number | null): PastSlot => ({
    kind: 'first_come',
    onSaleAt: at('10:00'),
    takenAt: minutes === null ? null : new Date(at('10:00').getTime() + minutes * MINUTE_MS),
  });
  const draw = (entries: number, units = 3): PastSlot => ({ kind: 'draw', result: { entries, units } });
  const [fast, slow, unsold] = [slot(10), slot(11), slot(null)];
  const plan = (...history: PastSlot[]) => planNextSlot('automatic', history);

  test('draws when three of the last five slots were taken within ten minutes', () => {
    expect(plan(fast, slow, fast, unsold, fast)).toEqual({
      mode: 'draw',
      reason: 'sold_fast',
      fast_slots: 3,
      slots: 5,
    });
    expect(plan(fast, slow, fast, unsold, slow, fast)).toMatchObject({
      mode: 'first_come',
      reason: 'not_sold_fast',
    });
    expect(plan(fast, fast)).toMatchObject({ mode: 'first_come', fast_slots: 2, slots: 2 });
    expect(plan()).toMatchObject({ mode: 'first_come', slots: 0 });
  });

  test('goes on drawing, and goes back after two draws in a row with fewer entries than units', () => {
    expect(plan(draw(2), fast, fast, fast)).toMatchObject({ mode: 'draw', reason: 'draw_continues' });
    expect(plan(draw(2), draw(3), draw(2), fast)).toMatchObject({ mode: 'draw' });
    expect(plan({ kind: 'draw', result: null }, fast, fast, fast)).toMatchObject({ mode: 'draw' });
    expect(plan(draw(2), draw(0), fast, fast, fast)).toMatchObject({
      mode: 'first_come',
      reason: 'few_entries',
      slots: 0,
    });
    expect(plan(fast, fast, draw(2), draw(0), fast)).toMatchObject({ mode: 'first_come', fast_slots: 2 });
    expect(plan(fast, fast, fast, draw(2), draw(0))).toMatchObject({ mode: 'draw', reason: 'sold_fast' });
    expect(plan(draw(9), fast, fast, fast, draw(2), draw(0))).toMatchObject({ mode: 'draw' });
  });

  test('a choice of the seller holds whatever happened', () => {
    expect(planNextSlot('first_come', [fast, fast, fast])).toMatchObject({
      mode: 'first_come',
      reason: 'chosen',
      fast_slots: 3,
    });
    expect(planNextSlot('draw', [draw(0), draw(0)])).toMatchObject({ mode: 'draw', reason: 'chosen' });
  });
});

describe('the draw', () => {
  const buildEntries = (count: number) =>
    Array.from({ length: count }, () => ({ id: randomUUID(), random: randomBytes(16) }));
  const shuffle = <T>(list: readonly T[]): T[] =>
    list
      .map((value) => ({ value, key: randomBytes(4).readUInt32BE() }))
      .sort((a, b) => a.key - b.key)
      .map(({ value }) => value);

  test('follows from what is published, by the definitions alone', async () => {
    const seed = randomBytes(32);
    const beacon = randomBytes(32);
    const entries = buildEntries(41);
    const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
    const list = entries
      .map(({ id, random }) => `${id} ${random.toString('hex')}\n`)
      .sort()
      .join('');
    expect(hashSeed(seed)).toEqual(sha256(seed));
    expect(formatEntryList(entries)).toBe(list);
    expect(hashEntryList(shuffle(entries))).toEqual(sha256(list));
    for (const value of [beacon, null]) {
      const key = sha256(Buffer.concat([seed, sha256(list), value ?? Buffer.alloc(0)]));
      expect(computeDrawKey(seed, sha256(list), value)).toEqual(key);
      const ranking = entries
        .map(({ id }) => ({ id, hmac: createHmac('sha256', key).update(id).digest('hex') }))
        .sort((a, b) => (a.hmac < b.hmac ? -1 : 1))
        .map(({ id }) => id);
      expect(
        await rankEntries(
          key,
          shuffle(entries).map(({ id }) => id),
        ),
      ).toEqual(ranking);
    }
  });

  test('one bit of any entry changes the key', () => {
    const entries = buildEntries(20);
    const seed = randomBytes(32);
    const key = computeDrawKey(seed, hashEntryList(entries), null);
    for (const entry of entries) {
      const random = Buffer.from(entry.random);
      random[0]! ^= 1;
      const changed = entries.map((other) => (other === entry ? { ...other, random } : other));
      expect(computeDrawKey(seed, hashEntryList(changed), null)).not.toEqual(key);
    }
  });

  /** Pearson's statistic of counts that are all expected to be `total / counts.length`. */
  const chiSquare = (counts: readonly number[]): number => {
    const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  };

  /**
   * Draws of 20 entries. The limit is the quantile 1 - 1e-6 of chi-square with 19 degrees of freedom: a fair draw
   * fails once in a million runs.
   */
  const LIMIT_19_DEGREES = 63.2;
  const DRAW_COUNT = process.env.TEST_LONG ? 10_000 : 2000;

  test.each([
    ['in the order in which they came', <T>(list: readonly T[]) => list],
    ['in the reverse order', <T>(list: readonly T[]) => list.toReversed()],
    ['in any order', shuffle],
  ] as const)('draws are uniform with entries %s', async (_, arrange) => {
    const [COUNT, UNITS] = [20, 3];
    const rankOfFirst = new Array<number>(COUNT).fill(0);
    const wins = new Array<number>(COUNT).fill(0);
    for (let draw = 0; draw < DRAW_COUNT; draw++) {
      // The index is when the person entered; a script is always the first.
      const entries = buildEntries(COUNT);
      const key = computeDrawKey(randomBytes(32), hashEntryList(entries), null);
      const ranking = await rankEntries(
        key,
        arrange(entries).map(({ id }) => id),
      );
      rankOfFirst[ranking.indexOf(entries[0]!.id)]!++;
      for (const id of ranking.slice(0, UNITS)) wins[entries.findIndex((entry) => entry.id === id)]!++;
    }
    expect(chiSquare(rankOfFirst)).toBeLessThan(LIMIT_19_DEGREES);
    expect(chiSquare(wins)).toBeLessThan(LIMIT_19_DEGREES);
  });
});

test('a draw of many leaves turns to others', async () => {
  let turns = 0;
  const count = () => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  await rankEntries(
    randomBytes(32),
    Array.from({ length: 10_000 }, (_, index) => String(index)),
  );
  clearImmediate(timer);
  expect(turns).toBeGreaterThanOrEqual(10);
});

describe('offers', () => {
  const window = { id: 7, starts_at: at('17:30'), ends_at: at('19:00'), closed: false };

  test('a win lasts 30 minutes, an offer from the line ten, neither past the window', () => {
    expect(offerEndsAt(at('13:00'), at('19:00'), true)).toEqual(at('13:30'));
    expect(offerEndsAt(at('13:00'), at('19:00'), false)).toEqual(at('13:10'));
    expect(offerEndsAt(at('18:45'), at('19:00'), true)).toEqual(at('19:00'));
  });

  test('end half an hour before the window does, or when the slot is closed', () => {
    expect(canOffer(window, at('18:29'))).toBe(true);
    expect(canOffer(window, at('18:30'))).toBe(false);
    expect(canOffer({ ...window, closed: true }, at('13:00'))).toBe(false);
  });

  test('pass over whoever has two holds, or one of the slot', () => {
    const line = [{ user_id: 1 }, { user_id: 2 }, { user_id: null }, { user_id: 3 }];
    const hold = (user_id: number, slot_id: number) => ({ user_id, slot_id });
    const takers = (...holds: ReturnType<typeof hold>[]) =>
      listTakers(line, holds, 7).map(({ user_id }) => user_id);
    expect(takers()).toEqual([1, 2, 3]);
    expect(takers(hold(1, 8))).toEqual([1, 2, 3]);
    expect(takers(hold(1, 8), hold(1, 9))).toEqual([2, 3]);
    expect(takers(hold(1, 8), hold(1, 9), hold(2, 7))).toEqual([3]);
    expect(takers(hold(1, 7), hold(2, 7), hold(3, 7))).toEqual([]);
  });
});

test('the first round of the beacon after closing', () => {
  const chain = { genesis_time: 1_000_000, period: 30 };
  const after = (seconds: number) => firstRoundAfter(chain, new Date(seconds * 1000));
  // Round r is made at genesis + (r - 1) × period.
  expect(after(1_000_000)).toBe(2);
  expect(after(1_000_029)).toBe(2);
  expect(after(1_000_030)).toBe(3);
  expect(after(999_000)).toBe(1);
});
