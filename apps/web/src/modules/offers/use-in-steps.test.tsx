import { renderHook, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useInSteps } from './use-in-steps.ts';

test('what arrives after the list was opened comes in steps, and all of it in the end', async () => {
  const seen: number[] = [];
  const { rerender } = renderHook(
    ({ rows }) => {
      const shown = useInSteps(rows);
      seen.push(Math.min(shown, rows));
    },
    { initialProps: { rows: 0 } },
  );
  rerender({ rows: 20 });
  await waitFor(() => expect(seen.at(-1)).toBe(20));
  expect([...new Set(seen)]).toEqual([0, 6, 12, 18, 20]);
});

test('what is there when the list opens is shown at once: Back finds its position', () => {
  const { result } = renderHook(() => useInSteps(40));
  expect(result.current).toBe(40);
});
