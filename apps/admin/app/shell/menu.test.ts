import { expect, test } from 'vitest';
import { getListPath } from '../lib/resources.ts';
import { getTaskPath } from './menu.ts';

test.each(['content_reports', 'objections', 'look_alikes', 'place_claims', 'disputes'] as const)(
  'the task %s leads to those that are open, not to all',
  (kind) => {
    expect(getTaskPath(kind, { tax_year: 2026 })).toBe(getListPath(kind, { state: 'open' }));
  },
);

test('tasks without a filter lead to their page', () => {
  expect(getTaskPath('failed_jobs', { tax_year: 2026 })).toBe('/jobs');
  expect(getTaskPath('launch_checks', { tax_year: 2026 })).toBe('/launch');
  expect(getTaskPath('tax_data', { tax_year: 2026 })).toBe(
    getListPath('tax', { status: 'reportable', complete: 'no', year: '2026' }),
  );
});
