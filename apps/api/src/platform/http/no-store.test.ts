import { expect, test } from 'vitest';
import { PASSWORD, person } from '../../../test/builders.ts';
import { send } from '../../../test/send.ts';
import { useTestApp } from '../../../test/test-app.ts';

const api = useTestApp();

test('no browser keeps what a signed-in user is answered', async () => {
  const { token, email } = await person(api);
  for (const name of ['getMe', 'exportAccount', 'checkAuth', 'listOffers', 'listDevices'] as const) {
    const { status, headers } = await send(api, name, { token });
    expect([name, status, headers['cache-control']]).toEqual([name, 200, 'no-store']);
  }
  const refused = await send(api, 'updateLanguage', { token, body: { language: 'xx' } });
  expect([refused.status, refused.headers['cache-control']]).toEqual([422, 'no-store']);
  const body = { email, password: PASSWORD, device_name: 'test' };
  expect((await send(api, 'login', { body })).headers['cache-control']).toBe('no-store');
});

test('what is the same for everybody may be kept', async () => {
  const { status, headers } = await send(api, 'listAuthProviders');
  expect([status, headers['cache-control']]).toEqual([200, undefined]);
});
