import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import { DayList } from './day-list.tsx';
import type { SellerWeek } from './seller-week.api.ts';
import { SellerWeekTable } from './seller-week-table.tsx';

const ordinaryDay = { date: '2026-11-30', holiday: null, public_holiday: null };
const publicHoliday = { date: '2026-12-01', holiday: null, public_holiday: 'Restoration of Independence' };
const ownHoliday = { date: '2026-12-02', holiday: 'Painting the shop', public_holiday: null };

test.each([
  ['none', [ordinaryDay], false],
  ['a public one', [ordinaryDay, publicHoliday], true],
  ["the sale place's own", [ordinaryDay, ownHoliday], true],
])('the dot of holidays is explained where there is one: %s', (_, dates, isExplained) => {
  const week = { today: '2026-11-30', time_zone: 'Europe/Lisbon', dates, packs: [] };
  renderInLanguage(
    'en',
    <DayList
      week={week as Partial<SellerWeek> as SellerWeek}
      date="2026-11-30"
      onDateChange={vi.fn()}
      onOpenDay={vi.fn()}
      onEditSchedule={vi.fn()}
    />,
  );
  expect(screen.queryAllByText('A holiday.')).toHaveLength(isExplained ? 1 : 0);
});

test.each([
  ['week', 0],
  ['date', 2],
] as const)('hours by the %s are marked where they differ from the week', async (by, count) => {
  const day = { date: '2026-11-30', time_start: '18:00', time_end: '19:30', by, slot: null };
  const product = { id: 1, name: 'Basket', state: 'active', schedule: {}, quantity: 3, days: [day] };
  const week = { today: '2026-11-29', time_zone: 'Europe/Lisbon', dates: [ordinaryDay], packs: [product] };
  const props = { week: week as object as SellerWeek, onOpenDay: vi.fn(), onEditSchedule: vi.fn() };
  renderInLanguage(
    'en',
    <>
      <DayList {...props} date="2026-11-30" onDateChange={vi.fn()} />
      <SellerWeekTable {...props} />
    </>,
  );
  await waitFor(() => expect(screen.getAllByText('18:00–19:30')).toHaveLength(2));
  expect(screen.queryAllByText('for this date alone')).toHaveLength(count);
});
