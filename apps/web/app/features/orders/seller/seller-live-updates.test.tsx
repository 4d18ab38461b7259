import { expect, test, vi } from 'vitest';
import { TestQueryProvider } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { writeStored } from '../../../lib/storage/storage.ts';
import SellerLiveUpdates from './seller-live-updates.tsx';

const stream = vi.hoisted(() => ({ fails: true, subscriptions: 0 }));
vi.mock('../../../lib/live/subscribe-to-stream.ts', () => ({
  // As an import that fails: nothing is subscribed to.
  get subscribeToStream() {
    if (stream.fails) throw new TypeError('Failed to fetch dynamically imported module');
    return () => {
      stream.subscriptions++;
      return () => {};
    };
  },
}));

test('orders are listened for once the code of the stream loads, after a failure too', async () => {
  vi.useFakeTimers();
  writeStored('token', 'a-token');
  renderInLanguage(
    'en',
    <TestQueryProvider>
      <SellerLiveUpdates />
    </TestQueryProvider>,
  );
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stream.subscriptions).toBe(0);
  stream.fails = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stream.subscriptions).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stream.subscriptions).toBe(1);
  vi.useRealTimers();
});
