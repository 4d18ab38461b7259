import { createClient } from '@wopack/contract/client';
import { expect, test } from 'vitest';
import { htmlResponse, truncatedResponse } from '../../../test/fake-api.tsx';

const createTestClient = (response: () => Response) =>
  createClient({ host: '', token: () => null, language: () => 'en', fetch: async () => response() });

test.each([
  ['JSON that breaks off', 'getMe', truncatedResponse],
  ['a file that breaks off', 'exportAffiliateCsv', truncatedResponse],
  ['a page instead of JSON', 'getMe', htmlResponse],
] as const)('%s is no answer', async (_, name, response) => {
  await expect(createTestClient(response)(name)).rejects.toMatchObject({ name: 'ApiError', status: 0 });
});

test('a response aborted by the caller is reported as aborted', async () => {
  const caller = new AbortController();
  const client = createTestClient(() => {
    caller.abort();
    return truncatedResponse();
  });
  await expect(client('getMe', { signal: caller.signal })).rejects.not.toMatchObject({ name: 'ApiError' });
});

test('a refusal without JSON keeps its status', async () => {
  const client = createTestClient(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(client('getMe')).rejects.toMatchObject({ status: 502 });
});
