import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useIncrementalCount } from './use-incremental-count.ts';

/** `key`: what the browser's history calls the page; the one that was opened first is the default. */
const createWrapper = (key?: string) => {
  return function Page({ children }: { children: ReactNode }) {
    const entry = { pathname: '/', ...(key && { key }) };
    const router = createMemoryRouter([{ path: '/', element: children }], { initialEntries: [entry] });
    return <RouterProvider router={router} />;
  };
};

test('the first list comes in steps, and all of it in the end', async () => {
  const counts = new Set<number>();
  renderHook(() => counts.add(useIncrementalCount(20)), { wrapper: createWrapper() });
  await waitFor(() => expect([...counts]).toEqual([6, 12, 18, 24]));
});

test('what is there when somebody comes back is shown at once', () => {
  const { result } = renderHook(() => useIncrementalCount(40), { wrapper: createWrapper('k3jd8s') });
  expect(result.current).toBe(40);
});
