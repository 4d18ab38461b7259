import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, countDaysUntil, getMonday } from './calendar-date.ts';

const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((instant) => instant.toISOString().slice(0, 10));

test('calendar arithmetic agrees with Temporal', () => {
  fc.assert(
    fc.property(date, date, fc.integer({ min: -1000, max: 1000 }), (from, to, days) => {
      const day = Temporal.PlainDate.from(from);
      expect(addDays(from, days)).toBe(day.add({ days }).toString());
      expect(countDaysUntil(from, to)).toBe(day.until(to).days);
      expect(getMonday(from)).toBe(day.subtract({ days: day.dayOfWeek - 1 }).toString());
    }),
  );
});
