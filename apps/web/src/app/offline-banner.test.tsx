import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderIn } from '../../test/render.tsx';
import { checkConnection } from '../lib/connection.ts';
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
