import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { ShownImpact } from './impact.api.ts';
import { ImpactView } from './impact-view.tsx';

const nothing = { packs: 0, packs_with_weight: 0, grams: 0, saved_cents: 0 };
const figures = { packs: 31, packs_with_weight: 31, grams: 20_000, saved_cents: 24_800 };

/** `months`: whether each is shown, oldest first. */
function renderTown(...months: boolean[]) {
  const isAnyShown = months.includes(true);
  const impact: ShownImpact = {
    month: `2026-${String(months.length).padStart(2, '0')}`,
    is_present: true,
    months: months.map((isShown, index) => ({
      month: `2026-${String(index + 1).padStart(2, '0')}`,
      ...(isShown ? figures : nothing),
      is_hidden: !isShown,
    })),
    sum: isAnyShown ? figures : nothing,
    co2: null,
  };
  renderInLanguage(
    'en',
    <ImpactView impact={impact} query={{ subject: { townKey: 'pt-lisboa' }, month: impact.month }} />,
  );
}

test('a hidden month is no zero, has no files, and is said to be', async () => {
  renderTown(true, false);
  expect(screen.getByText('Fewer than ten people bought: not shown.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'PDF' })).toBeNull();
  expect(screen.getByText(/31 packs in 12 months.*not shown\.$/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'As a table' }));
  expect(screen.getByRole('row', { name: 'February 2026 – – –' })).toBeVisible();
});

test('of hidden months alone there is no sum', () => {
  renderTown(false, false);
  expect(screen.queryByText(/in 12 months/)).toBeNull();
  expect(screen.getByText('Months in which fewer than ten people bought are not shown.')).toBeVisible();
});
