import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { useInSteps } from './use-in-steps.ts';

/** `key`: what the browser's history calls the page; the one that was opened first is the default. */
const at = (key?: string) => {
  return function Page({ children }: { children: ReactNode }) {
    const entry = { pathname: '/', ...(key && { key }) };
    const router = createMemoryRouter([{ path: '/', element: children }], { initialEntries: [entry] });
    return <RouterProvider router={router} />;
  };
};

test('the first list comes in steps, and all of it in the end', async () => {
  const seen = new Set<number>();
  renderHook(() => seen.add(useInSteps(20)), { wrapper: at() });
  await waitFor(() => expect([...seen]).toEqual([6, 12, 18, 24]));
});

test('what is there when somebody comes back is shown at once', () => {
  const { result } = renderHook(() => useInSteps(40), { wrapper: at('k3jd8s') });
  expect(result.current).toBe(40);
});
