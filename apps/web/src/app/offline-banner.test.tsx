import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderIn } from '../../test/render.tsx';
import { createSessionClient } from '../lib/api.ts';
import { checkConnection } from '../lib/connection.ts';
import { copyHeader } from '../lib/copies.ts';
import { trackCopies } from '../lib/shown-copies.ts';
import { OfflineBanner } from './offline-banner.tsx';

const SECOND = 1000;
const health = vi.fn(async () => new Response());

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', health);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Counts how often everything is asked for anew. */
async function openAway() {
  health.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await checkConnection();
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  renderIn(
    'en',
    <QueryClientProvider client={client}>
      <OfflineBanner member />
    </QueryClientProvider>,
  );
  expect(screen.getByText('The oven went off.')).toBeVisible();
  return asked;
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * SECOND));

test('while nobody answers, the server is asked less and less often', async () => {
  const asked = await openAway();
  await pass(16);
  expect(asked).toHaveBeenCalledTimes(4);
  await pass(60);
  expect(asked).toHaveBeenCalledTimes(8);
});

test('a connection that is back is tried at once, however long it was away', async () => {
  const asked = await openAway();
  await pass(100);
  asked.mockClear();
  act(() => void globalThis.dispatchEvent(new Event('online')));
  await pass(1);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('says since when what is shown is', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { persister: trackCopies } } });
  const call = createSessionClient(async () =>
    Response.json({ data: 1 }, { headers: { [copyHeader]: '1', date: 'Fri, 20 Nov 2026 12:34:00 GMT' } }),
  );
  const Page = () => {
    useQuery({ queryKey: ['me'], queryFn: ({ signal }) => call('getMe', { signal }) });
    return <OfflineBanner member />;
  };
  renderIn(
    'en',
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  );
  await pass(0);
  expect(screen.getByRole('status')).toHaveTextContent(/Shown as of 20 Nov.*:34\./);
});
