import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../../test/render.tsx';
import { HoldNotice } from '../payment-panel.tsx';

afterEach(() => vi.useRealTimers());

test('counts down by the second without announcing each one', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 20, 17, 32) });
  renderInLanguage('en', <HoldNotice hold={{ expires_at: new Date(2026, 10, 20, 17, 42).toISOString() }} />);
  expect(screen.getByText('Yours until 17:42')).toBeVisible();
  const timer = screen.getByRole('timer');
  expect(timer).toHaveAttribute('aria-live', 'off');
  expect(timer).toHaveTextContent('10:00');
  act(() => void vi.advanceTimersByTime(61_000));
  expect(timer).toHaveTextContent('8:59');
  act(() => void vi.advanceTimersByTime(600_000));
  expect(timer).toHaveTextContent('0:00');
});
