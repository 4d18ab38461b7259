import { beforeEach, describe, expect, test } from 'vitest';
import { mockCalls } from '../../../../test/fake-api.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { meQuery } from '../../../lib/data/shared-queries.ts';
import { readStored, safeSessionStorage, writeStored } from '../../../lib/storage/storage.ts';
import { signInByCode, signInByMagicLink, signInByPassword, signUp } from './sign-in.api.ts';

const call = mockCalls();

const porto = { label: 'Порту', lat: 41.1496, lon: -8.611 };
const lisbon = { label: 'Лиссабон', lat: 38.7167, lon: -9.1333 };
const credentials = { email: 'marta@example.com', password: 'sobras1' };

const signInWays = {
  code: () => signInByCode(credentials.email, '482731'),
  password: () => signInByPassword({ ...credentials, remember: true }),
  'sign-up': () =>
    signUp({ ...credentials, name: 'Marta', is_owner: false, is_partner: false, check_terms: true }),
  'an external account': () => signInByMagicLink('7|abc', { isSameUser: true }),
};

let accountCity = '';
beforeEach(() => {
  accountCity = '';
  call.mockImplementation(async (name: string) => {
    if (name === 'getMe') return { data: { id: 1, city: accountCity, latitude: null, longitude: null } };
    if (name === 'updateCity') return { data: { id: 1 } };
    if (name === 'toggleFavourite') return { data: { success: true, is_favourite: true } };
    return { token: '7|abc', code: 0 };
  });
});

const listInputs = (name: string) => call.mock.calls.filter(([called]) => called === name).map(([, i]) => i);

describe.each(Object.entries(signInWays))('signing in by %s', (_, signIn) => {
  test('favours the product whose heart was pressed and saves the search, once, and keeps the city of the list', async () => {
    writeStored('guestFavourite', 7, safeSessionStorage);
    writeStored('guestSearch', { text: 'sushi', latitude: 41.1, longitude: -8.6 }, safeSessionStorage);
    writeStored('guestCity', porto, safeSessionStorage);
    await signIn();
    expect(readStored('token')).toBe('7|abc');
    expect(listInputs('toggleFavourite')).toEqual([{ params: { id: 7 }, body: { is_favourite: true } }]);
    expect(listInputs('updateCity')).toEqual([
      { body: { city: 'Порту', latitude: 41.1496, longitude: -8.611 } },
    ]);
    expect(queryClient.getQueryData(meQuery.queryKey)).toMatchObject({ city: 'Порту', latitude: 41.1496 });
    expect(readStored('guestFavourite', safeSessionStorage)).toBeNull();
    expect(listInputs('saveSearch')).toEqual([{ body: { text: 'sushi', latitude: 41.1, longitude: -8.6 } }]);

    await signIn();
    expect(listInputs('saveSearch')).toHaveLength(1);
    expect(listInputs('toggleFavourite')).toHaveLength(1);
  });
});

test('the city that the guest chose comes before the one shown', async () => {
  writeStored('guestCity', lisbon, safeSessionStorage);
  writeStored('selectedCity', porto);
  await signInWays.code();
  expect(listInputs('updateCity')).toMatchObject([{ body: { city: 'Порту' } }]);
});

test('the city of an account comes before the guest’s', async () => {
  accountCity = 'Lisboa';
  writeStored('selectedCity', porto);
  writeStored('guestCity', porto, safeSessionStorage);
  await signInWays.password();
  expect(listInputs('updateCity')).toEqual([]);
  expect(readStored('selectedCity')).toBeNull();
});

test('without choices nothing is asked, and without a response the user is signed in all the same', async () => {
  await signInWays.code();
  expect(call.mock.calls.map(([name]) => name)).toEqual(['login']);

  writeStored('guestFavourite', 7, safeSessionStorage);
  call.mockImplementation(async (name: string) => {
    if (name !== 'login') throw new TypeError('no connection');
    return { token: '8|abc', code: 0 };
  });
  await signInWays.code();
  expect(readStored('token')).toBe('8|abc');
});
