import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSlots } from './products.rules.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const dateOf = (day: number) => new Date(Date.UTC(2026, 10, 19 + day)).toISOString().slice(0, 10);
const windowOn = (day: number, hour: number) => ({
  date: dateOf(day),
  starts_at: new Date(`${dateOf(day)}T${String(hour).padStart(2, '0')}:00:00Z`),
  ends_at: new Date(`${dateOf(day)}T${String(hour + 1).padStart(2, '0')}:00:00Z`),
});

const anyDays = fc.uniqueArray(fc.integer({ min: 0, max: 9 }));
const anyHours = fc.array(fc.integer({ min: 8, max: 20 }), { minLength: 10, maxLength: 10 });
/** Stored slots, and windows of a new schedule, which have not ended. */
const anySlots = fc
  .tuple(
    anyDays,
    anyHours,
    fc.array(fc.nat({ max: 3 }), { minLength: 10, maxLength: 10 }),
    fc.array(fc.boolean(), { minLength: 10, maxLength: 10 }),
  )
  .map(([list, at, sold, closed]) =>
    list.map((day) => {
      const takenUnits = sold[day]!;
      return {
        id: day + 1,
        ...windowOn(day, at[day]!),
        quantity: 3,
        left: 3 - takenUnits,
        closed: closed[day]!,
      };
    }),
  );
const anyWindows = fc
  .tuple(anyDays, anyHours)
  .map(([list, at]) => list.map((day) => windowOn(day, at[day]!)).filter(({ ends_at }) => ends_at > NOW));

test('for any schedules: sold slots stay, others follow the schedule, no duplicates', () => {
  fc.assert(
    fc.property(anySlots, anyWindows, (before, windows) => {
      const plan = planSlots(before, windows, NOW);
      const after = new Map(
        before
          .filter(({ id, closed }) => !plan.close.includes(id) && !closed)
          .map((slot) => [slot.date, slot as object]),
      );
      for (const { id, window: movedSlot } of plan.change) {
        const slot = before.find((candidate) => candidate.id === id)!;
        if (movedSlot) expect(slot.left).toBe(slot.quantity);
        after.set(slot.date, { ...slot, ...movedSlot });
      }
      for (const slot of plan.insert) {
        expect(before.map((slotsByDate) => slotsByDate.date)).not.toContain(slot.date);
        after.set(slot.date, slot);
      }
      for (const slot of before) {
        const sold = slot.left < slot.quantity;
        const { starts_at } = (after.get(slot.date) ?? {}) as { starts_at?: Date };
        const unchanged = windows.some(
          (one) => one.date === slot.date && one.starts_at.getTime() === slot.starts_at.getTime(),
        );
        const plannedIds = windows.some((one) => one.date === slot.date);
        // A slot with sold units never moves; on a removed date it is closed.
        if (sold && starts_at) expect(starts_at).toEqual(slot.starts_at);
        const ends = !plannedIds && slot.ends_at > NOW && !slot.closed;
        expect(plan.close.includes(slot.id)).toBe(ends);
        // `unchanged` has the slots that should have moved or closed but have sold units.
        expect(plan.unchanged.includes(slot)).toBe(sold && (plannedIds ? !unchanged : ends));
      }
      for (const one of windows) {
        const planned = after.get(one.date);
        const unchangedSlots = plan.unchanged.some(({ date: unchangedDate }) => unchangedDate === one.date);
        if (!unchangedSlots)
          expect(planned).toMatchObject({ starts_at: one.starts_at, ends_at: one.ends_at });
      }
    }),
    { numRuns: 500 },
  );
});
