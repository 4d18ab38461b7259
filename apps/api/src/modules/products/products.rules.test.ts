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
  .map(([days, hours, soldUnits, closed]) =>
    days.map((day) => ({
      id: day + 1,
      ...windowOn(day, hours[day]!),
      quantity: 3,
      units_left: 3 - soldUnits[day]!,
      closed: closed[day]!,
    })),
  );
const anyWindows = fc
  .tuple(anyDays, anyHours)
  .map(([days, hours]) =>
    days.map((day) => windowOn(day, hours[day]!)).filter(({ ends_at }) => ends_at > NOW),
  );

test('for any schedules: sold slots stay, others follow the schedule, no duplicates', () => {
  fc.assert(
    fc.property(anySlots, anyWindows, (before, windows) => {
      const plan = planSlots(before, windows, NOW);
      const after = new Map(
        before
          .filter(({ id, closed }) => !plan.close.includes(id) && !closed)
          .map((slot) => [slot.date, slot as object]),
      );
      for (const { id, window } of plan.change) {
        const slot = before.find((candidate) => candidate.id === id)!;
        if (window) expect(slot.units_left).toBe(slot.quantity);
        after.set(slot.date, { ...slot, ...window });
      }
      for (const slot of plan.insert) {
        expect(before.map(({ date }) => date)).not.toContain(slot.date);
        after.set(slot.date, slot);
      }
      for (const slot of before) {
        const isSold = slot.units_left < slot.quantity;
        const { starts_at } = (after.get(slot.date) ?? {}) as { starts_at?: Date };
        const newWindow = windows.find(({ date }) => date === slot.date);
        const isMoved = newWindow !== undefined && newWindow.starts_at.getTime() !== slot.starts_at.getTime();
        // A slot with sold units never moves; on a removed date it is closed.
        if (isSold && starts_at) expect(starts_at).toEqual(slot.starts_at);
        const mustClose = !newWindow && slot.ends_at > NOW && !slot.closed;
        expect(plan.close.includes(slot.id)).toBe(mustClose);
        // `unchanged` has the slots that should have moved or closed but have sold units.
        expect(plan.unchanged.includes(slot)).toBe(isSold && (isMoved || mustClose));
      }
      for (const { date, starts_at, ends_at } of windows) {
        const isUnchanged = plan.unchanged.some((slot) => slot.date === date);
        if (!isUnchanged) expect(after.get(date)).toMatchObject({ starts_at, ends_at });
      }
    }),
    { numRuns: 500 },
  );
});
