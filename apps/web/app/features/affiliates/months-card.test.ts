import { expect, test } from 'vitest';
import type { AffiliateMonth } from './affiliates.api.ts';
import { listLastMonths } from './months-card.tsx';
import { getPayoutNote } from './partner-stats.tsx';

const createMonth = (
  month: string,
  amount_cents: number,
  state: AffiliateMonth['state'],
): AffiliateMonth => ({
  ...{ month, amount_cents, state },
  ...{ shares: 1, hundredths: amount_cents * 100, credited_at: null },
});

test('months without a credit count as zero, across the turn of the year', () => {
  const rows = [
    createMonth('2027-01', 19, 'open'),
    createMonth('2026-11', 58, 'credited'),
    createMonth('2026-05', 7, 'paid_out'),
  ];
  expect(
    listLastMonths(rows, 4).map(({ month, amount_cents, state }) => [month, amount_cents, state]),
  ).toEqual([
    ['2026-10', 0, 'none'],
    ['2026-11', 58, 'credited'],
    ['2026-12', 0, 'none'],
    ['2027-01', 19, 'open'],
  ]);
  expect(listLastMonths([], 4)).toEqual([]);
});

test.each([
  [0, 0, 'none'],
  [58, 58, 'little'],
  [5800, 999, 'little'],
  [5800, 1000, 'waiting'],
  [58, 0, 'done'],
  [-19, -19, 'negative'],
])('%d credited, %d owed: %s', (credited_cents, owed_cents, note) =>
  expect(getPayoutNote({ credited_cents, owed_cents, payout_minimum_cents: 1000 })).toBe(note),
);
