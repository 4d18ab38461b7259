import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { mockCalls } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { HolidaysSheet } from './holidays-sheet.tsx';
import { findDailyQuantity } from './seller-week.api.ts';

const call = mockCalls();
const suggestions = [
  { name: 'Christmas Day', date_from: '2026-12-25', date_to: '2026-12-25' },
  { name: 'New Year’s Day', date_from: '2027-01-01', date_to: '2027-01-01' },
  { name: 'Municipal holiday of Lisbon', date_from: '2027-06-13', date_to: '2027-06-13' },
];

async function renderSheet() {
  call.mockImplementation(async (name: string) =>
    name === 'listHolidays' ? { data: [], suggestions } : { data: { id: 1, kept: [] } },
  );
  renderInLanguage(
    'en',
    <HolidaysSheet salePlace={{ id: 7, name: 'Aurora' }} today="2026-11-20" onClose={vi.fn()} />,
  );
  await screen.findByRole('checkbox', { name: /Christmas Day/ });
}
const listSaved = () =>
  call.mock.calls.flatMap(([name, input]) =>
    name === 'saveHoliday' ? [(input as { body: { name: string } }).body.name] : [],
  );

test('chosen public holidays are closed together', async () => {
  await renderSheet();
  expect(screen.queryByRole('button', { name: /^Close on \d/ })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: /Christmas Day/ }));
  await userEvent.click(screen.getByRole('checkbox', { name: /Lisbon/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Close on 2 days' }));
  await waitFor(() => expect(listSaved()).toEqual(['Christmas Day', 'Municipal holiday of Lisbon']));
});

test('all of them are chosen and left by one press', async () => {
  await renderSheet();
  await userEvent.click(screen.getByRole('checkbox', { name: 'All of them' }));
  expect(screen.getByRole('button', { name: 'Close on 3 days' })).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'All of them' }));
  expect(screen.queryByRole('button', { name: /^Close on \d/ })).toBeNull();
});

test.each([
  ['a daily quantity', {}, 5],
  ['weekdays that all have the same of their own', { mon: 3, tue: 3 }, 3],
  ['weekdays that differ', { mon: 3, tue: 4 }, null],
  ['a weekday that differs from the daily quantity', { mon: 3, tue: undefined }, null],
])('%s: %j', (_, quantities: Record<string, number | undefined>, expected) => {
  const hours = { time_start: '17:00', time_end: '19:00' };
  const schedule = Object.fromEntries(
    Object.entries(quantities).map(([day, quantity]) => [day, { ...hours, ...(quantity && { quantity }) }]),
  );
  expect(findDailyQuantity({ quantity: 5, schedule })).toBe(expected);
});
