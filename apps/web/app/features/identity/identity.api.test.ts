import { expect, test } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import { checkSession } from './identity.api.ts';

test.each([
  ['an accepted token', { body: { success: true } }, 'token'],
  ['a token that the server does not know', { body: { success: false } }, null],
  ['a token without an answer', 'networkError', 'token'],
  ['a token whose answer breaks off, as when the page is left', 'truncated', 'token'],
  ['a token whose answer is a page of the network', 'html', 'token'],
] as const)('%s at start', async (_, reply, expectedToken) => {
  writeStored('token', 'token');
  const { requests } = fakeApi({ '/user/checkAuth': [reply] });
  await checkSession();
  expect(requests).toHaveLength(1);
  expect(readStored('token')).toBe(expectedToken);
});
