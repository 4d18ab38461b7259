import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { answerWith, operator, renderConsole, serverTime, startFakeServer } from '../../test/setup.tsx';
import { useFormat, useNeedsCode, useOperator } from '../lib/use-console.ts';
import Disputes from './disputes.tsx';

startFakeServer();

/** The device says that it is more than a year later. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2028-01-15T10:00:00Z') });
  serverTime.now = '2026-11-20T10:00:00Z';
});

const dispute = {
  id: 5,
  opened_at: '2026-11-18T10:00:00Z',
  respond_by: '2026-11-28T10:00:00Z',
  status: 'needs_response',
  reason: 'fraudulent',
  amount_cents: 399,
  withdrawn_cents: 399,
  order_id: 10031,
  buyer: { id: 7, name: 'Marta Salgado' },
  seller: { id: 8, name: 'Padaria' },
  provider_ref: 'dp_5',
  payment_reference: 'pi_5',
};

test('a dispute can be answered until its time is over by the clock of the server', async () => {
  answerWith(() => ({
    body: { items: [dispute], next_cursor: null, total: 1, total_is_exact: true, sums: null },
  }));
  operator.rights = [...operator.rights, 'disputes.view'];
  renderConsole(<Disputes />);
  expect(await screen.findByText(/until .*28 Nov/i)).toBeVisible();
  expect(screen.queryByText(/passed/i)).toBeNull();
});

function Times() {
  const needsCode = useNeedsCode();
  const { formatDateTime, getPresentYear } = useFormat();
  return useOperator() ? (
    <p>{`${needsCode ? 'asks' : 'is confirmed'} ${formatDateTime('2026-11-20T09:00:00Z')} ${getPresentYear()}`}</p>
  ) : null;
}

test('the second factor, the present year and dates follow the clock of the server', async () => {
  const confirmed = { ...operator, step_up_until: '2026-11-20T10:03:00Z' as string | null };
  Object.assign(operator, { step_up_until: confirmed.step_up_until });
  renderConsole(<Times />);
  expect(await screen.findByText('is confirmed 20 Nov, 09:00 2026')).toBeVisible();
  Object.assign(operator, { step_up_until: null });
});

test('no other code of the console reads the clock of the device', () => {
  const root = join(import.meta.dirname, '..');
  const readers = globSync('**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .filter((file) => /new Date\(\)|Date\.now\(\)/.test(readFileSync(join(root, file), 'utf8')));
  // The way of an answer is measured by it.
  expect(readers).toEqual(['lib/api.ts']);
});
