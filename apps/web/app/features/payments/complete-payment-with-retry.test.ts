import { expect, test } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { completePaymentWithRetry } from './use-payment.ts';

test('retries without a response, then reports an unknown outcome', async () => {
  const api = fakeApi({
    '/complete': ['networkError', { status: 503, body: { code: 9, message: 'x' } }, 'networkError'],
  });
  expect(await completePaymentWithRetry('tok', [1, 1])).toEqual({ status: 'unknown' });
  expect(api.requests).toHaveLength(3);
});

test.each([
  [402, 6, 'not-paid'],
  [409, 5, 'over'],
  [404, 4, 'over'],
])('%i with code %i: %s', async (httpStatus, code, expectedStatus) => {
  fakeApi({ '/complete': [{ status: httpStatus, body: { code, message: 'x' } }] });
  expect((await completePaymentWithRetry('tok', [])).status).toBe(expectedStatus);
});
