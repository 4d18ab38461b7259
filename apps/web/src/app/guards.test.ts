import { createMemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { call } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { write } from '../lib/storage.ts';
import { onAnotherPage, requireOwner } from './guards.ts';

vi.mock(import('../lib/api.ts'), async (original) => ({ ...(await original()), call: vi.fn() }));

const owner = { data: { is_owner: true } };
const asked = vi.mocked(call) as unknown as ReturnType<typeof vi.fn>;

test('the next step of a page waits for nobody, another page asks whose it is', async () => {
  write('token', 'token');
  asked.mockResolvedValue(owner);
  const loader = requireOwner;
  const router = createMemoryRouter(
    ['/wizard', '/day'].map((path) => ({ path, loader, shouldRevalidate: onAnotherPage })),
    { initialEntries: ['/wizard'] },
  );
  await vi.waitFor(() => expect(router.state.initialized).toBe(true));
  // What was known of the person is old by now, and the network slow.
  queryClient.clear();
  asked.mockReturnValue(new Promise(() => {}));
  void router.navigate('/wizard?step=1');
  await vi.waitFor(() => expect(router.state.location.search).toBe('?step=1'));
  void router.navigate('/day');
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('loading'));
  expect(asked).toHaveBeenCalledTimes(2);
});
