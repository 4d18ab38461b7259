import { expect, test } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { settle } from './settle.ts';

test('asks again while no answer comes, then says that it does not know', async () => {
  const api = fakeApi({ '/complete': ['lost', { status: 503, body: { code: 9, message: 'x' } }, 'lost'] });
  expect(await settle('tok', [1, 1])).toEqual({ ended: 'unknown' });
  expect(api.asked).toHaveLength(3);
});

test.each([
  [402, 6, 'not-paid'],
  [409, 5, 'over'],
  [404, 4, 'over'],
])('%i with code %i: %s', async (status, code, ended) => {
  fakeApi({ '/complete': [{ status, body: { code, message: 'x' } }] });
  expect((await settle('tok', [])).ended).toBe(ended);
});
