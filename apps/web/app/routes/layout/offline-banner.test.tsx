import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { createSessionClient } from '../../lib/api/api.ts';
import { trackCachedQueries } from '../../lib/api/cached-queries.ts';
import { checkConnection } from '../../lib/offline/connection.ts';
import { CACHED_RESPONSE_HEADER } from '../../lib/offline/offline-cache.ts';
import { OfflineBanner } from './offline-banner.tsx';

const SECOND_MS = 1000;
const healthMock = vi.fn(async () => new Response());

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', healthMock);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Counts the refetches of all queries. */
async function renderOffline() {
  healthMock.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await checkConnection();
  const queryClient = new QueryClient();
  const invalidateQueries = vi.spyOn(queryClient, 'invalidateQueries').mockResolvedValue();
  renderInLanguage(
    'en',
    <QueryClientProvider client={queryClient}>
      <OfflineBanner isSignedIn />
    </QueryClientProvider>,
  );
  expect(screen.getByText('The oven went off.')).toBeVisible();
  return invalidateQueries;
}

const advanceSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * SECOND_MS));

test('without responses, requests become less frequent', async () => {
  const invalidateQueries = await renderOffline();
  await advanceSeconds(16);
  expect(invalidateQueries).toHaveBeenCalledTimes(4);
  await advanceSeconds(60);
  expect(invalidateQueries).toHaveBeenCalledTimes(8);
});

test('a restored connection is tried at once, however long it was lost', async () => {
  const invalidateQueries = await renderOffline();
  await advanceSeconds(100);
  invalidateQueries.mockClear();
  act(() => void globalThis.dispatchEvent(new Event('online')));
  await advanceSeconds(1);
  expect(invalidateQueries).toHaveBeenCalledTimes(1);
});

test('shows the age of cached data', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { persister: trackCachedQueries } } });
  const call = createSessionClient(async () =>
    Response.json(
      { data: 1 },
      { headers: { [CACHED_RESPONSE_HEADER]: '1', date: 'Fri, 20 Nov 2026 12:34:00 GMT' } },
    ),
  );
  const Page = () => {
    useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call('getMe', { signal }) });
    return <OfflineBanner isSignedIn />;
  };
  renderInLanguage(
    'en',
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  await advanceSeconds(0);
  expect(screen.getByRole('status')).toHaveTextContent(/Shown as of 20 Nov.*:34\./);
});
