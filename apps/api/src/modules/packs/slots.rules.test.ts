import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSlots } from './slots.rules.ts';

const now = new Date('2026-11-20T12:00:00Z');
const date = (day: number) => new Date(Date.UTC(2026, 10, 19 + day)).toISOString().slice(0, 10);
const window = (day: number, hour: number) => ({
  date: date(day),
  starts_at: new Date(`${date(day)}T${String(hour).padStart(2, '0')}:00:00Z`),
  ends_at: new Date(`${date(day)}T${String(hour + 1).padStart(2, '0')}:00:00Z`),
});

const days = fc.uniqueArray(fc.integer({ min: 0, max: 9 }));
const hours = fc.array(fc.integer({ min: 8, max: 20 }), { minLength: 10, maxLength: 10 });
/** Slots as they are in the database, and windows as a new week wants them: only such as have not ended. */
const slots = fc
  .tuple(
    days,
    hours,
    fc.array(fc.nat({ max: 3 }), { minLength: 10, maxLength: 10 }),
    fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
  )
  .map(([list, at, sold, closed]) =>
    list.map((day) => {
      const taken = sold[day]!;
      return {
        id: day + 1,
        ...window(day, at[day]!),
        quantity: 3,
        left: 3 - taken,
        closed: closed[day]!,
      };
    }),
  );
const wanted = fc
  .tuple(days, hours)
  .map(([list, at]) => list.map((day) => window(day, at[day]!)).filter(({ ends_at }) => ends_at > now));

test('whatever the week was and becomes: what is sold stays, the rest is as wanted, nothing twice', () => {
  fc.assert(
    fc.property(slots, wanted, (before, windows) => {
      const plan = planSlots(before, windows, now);
      const after = new Map(
        before
          .filter(({ id, closed }) => !plan.close.includes(id) && !closed)
          .map((slot) => [slot.date, slot as object]),
      );
      for (const { id, window: moved } of plan.change) {
        const slot = before.find((candidate) => candidate.id === id)!;
        if (moved) expect(slot.left).toBe(slot.quantity);
        after.set(slot.date, { ...slot, ...moved });
      }
      for (const slot of plan.insert) {
        expect(before.map((known) => known.date)).not.toContain(slot.date);
        after.set(slot.date, slot);
      }
      for (const slot of before) {
        const sold = slot.left < slot.quantity;
        const { starts_at } = (after.get(slot.date) ?? {}) as { starts_at?: Date };
        const stays = windows.some(
          (one) => one.date === slot.date && one.starts_at.getTime() === slot.starts_at.getTime(),
        );
        const named = windows.some((one) => one.date === slot.date);
        // What is sold never moves; on a date that is taken off no more of it is sold.
        if (sold && starts_at) expect(starts_at).toEqual(slot.starts_at);
        const ends = !named && slot.ends_at > now && !slot.closed;
        expect(plan.close.includes(slot.id)).toBe(ends);
        // Kept are those that were to go elsewhere, or away, and could not.
        expect(plan.kept.includes(slot)).toBe(sold && (named ? !stays : ends));
      }
      for (const one of windows) {
        const found = after.get(one.date);
        const kept = plan.kept.some(({ date: keptDate }) => keptDate === one.date);
        if (!kept) expect(found).toMatchObject({ starts_at: one.starts_at, ends_at: one.ends_at });
      }
    }),
    { numRuns: 500 },
  );
});
