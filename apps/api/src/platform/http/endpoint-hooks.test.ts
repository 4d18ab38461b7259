import { expect, test } from 'vitest';
import { createTestUser, TEST_PASSWORD } from '../../../test/support/builders.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { sendRequest } from '../../../test/support/test-request.ts';

const api = useTestApp();

test('no browser keeps what a signed-in user is answered', async () => {
  const { token, email } = await createTestUser(api);
  for (const name of ['getMe', 'exportAccount', 'checkAuth', 'listOffers', 'listDevices'] as const) {
    const { status, headers } = await sendRequest(api, name, { token });
    expect([name, status, headers['cache-control']]).toEqual([name, 200, 'no-store']);
  }
  const refused = await sendRequest(api, 'updateLanguage', { token, body: { language: 'xx' } });
  expect([refused.status, refused.headers['cache-control']]).toEqual([422, 'no-store']);
  const body = { email, password: TEST_PASSWORD, device_name: 'test' };
  expect((await sendRequest(api, 'login', { body })).headers['cache-control']).toBe('no-store');
});

test('what is the same for everybody may be kept', async () => {
  const { status, headers } = await sendRequest(api, 'listAuthProviders');
  expect([status, headers['cache-control']]).toEqual([200, undefined]);
});
