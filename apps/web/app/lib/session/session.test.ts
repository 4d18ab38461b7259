import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { call, createSessionClient } from '../api/api.ts';
import { parseNextPath, withNextPath } from '../paths.ts';
import { assignStorageToUser, readStored, writeStored } from '../storage/storage.ts';
import { endSession, endSessionOnServer, getSessionToken, onSessionChange, onSessionEnd } from './session.ts';

const unsubscribers: (() => void)[] = [];
const onChange = vi.fn();
const onEnd = vi.fn();

beforeEach(() => {
  writeStored('token', 'former');
  onChange.mockReset();
  onEnd.mockReset();
  unsubscribers.push(onSessionChange(onChange), onSessionEnd(onEnd));
});
afterEach(() => {
  for (const stop of unsubscribers.splice(0)) stop();
});

/** Simulates the browser's event for a change in another tab. */
function changeInOtherTab(token: string | null): void {
  if (token === null) localStorage.clear();
  else localStorage.setItem('token', token);
  const key = token === null ? null : 'token';
  dispatchEvent(new StorageEvent('storage', { key, newValue: token, storageArea: localStorage }));
}

test.each([
  ['another sign-in', 'new'],
  ['a sign-out', null],
])('%s in another tab changes the session here, once', (_, token) => {
  changeInOtherTab(token);
  expect(getSessionToken()).toBe(token);
  expect(onChange.mock.calls).toEqual([[{ previousToken: 'former', token, isOtherTab: true }]]);
  expect(onEnd).not.toHaveBeenCalled();
});

test('an unannounced change is detected before the next call', () => {
  localStorage.setItem('token', 'new');
  expect(getSessionToken()).toBe('new');
  expect(onChange.mock.calls).toEqual([[{ previousToken: 'former', token: 'new', isOtherTab: true }]]);
});

test('signing in or out in this tab is not a change by another tab', () => {
  writeStored('token', 'new');
  expect(onChange.mock.calls).toEqual([[{ previousToken: 'former', token: 'new', isOtherTab: false }]]);
});

test('a refused token ends the session, whichever call it was', async () => {
  fakeApi({ '/user/city': [{ status: 401, body: { code: 2 } }] });
  const city = { city: 'Lisboa', latitude: 38.7, longitude: -9.1 };
  await expect(call('updateCity', { body: city })).rejects.toMatchObject({ status: 401 });
  expect(readStored('token')).toBeNull();
  expect(onEnd).toHaveBeenCalledTimes(1);
});

/** A client whose response the test releases. */
function createDelayedClient() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const sentTokens: (string | null)[] = [];
  const client = createSessionClient((_address, init) => {
    sentTokens.push(new Headers(init.headers).get('authorization'));
    return promise;
  });
  return { client, sentTokens, resolve };
}

test.each([
  ['an answer', 200],
  ['a refusal', 401],
  ['a failure', 500],
])('%s for the former user is ignored and keeps the new session', async (_, status) => {
  const { client, sentTokens, resolve } = createDelayedClient();
  const onSettled = vi.fn();
  client('getMe').then(onSettled, onSettled);
  await waitFor(() => expect(sentTokens).toEqual(['Bearer former']));
  changeInOtherTab('new');
  const response = Response.json({ data: { id: 1 } }, { status });
  resolve(response);
  await waitFor(() => expect(response.bodyUsed).toBe(true));
  // A task later, all microtasks that waited for the body have run.
  await new Promise((resolveTask) => setTimeout(resolveTask));
  expect(onSettled).not.toHaveBeenCalled();
  expect(readStored('token')).toBe('new');
  expect(onEnd).not.toHaveBeenCalled();
});

test('refusing a replaced token ends nothing', () => {
  endSession('another');
  expect(readStored('token')).toBe('former');
  expect(onEnd).not.toHaveBeenCalled();
});

test('a token refused while its sign-out is under way ends nothing here', async () => {
  await endSessionOnServer(async () => endSession('former'));
  expect(readStored('token')).toBe('former');
  expect(onEnd).not.toHaveBeenCalled();
  endSession('former');
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('values kept after a refused token are readable only by the same user', () => {
  assignStorageToUser(1);
  writeStored('packName', 'Cesto');
  writeStored('language', 'pt');
  assignStorageToUser(1);
  expect(readStored('packName')).toBe('Cesto');
  assignStorageToUser(2);
  expect([readStored('packName'), readStored('language'), readStored('token')]).toEqual([
    null,
    'pt',
    'former',
  ]);
});

const origin = 'https://wopack.test';

test.each([
  ['/offers/7?x=1#map', '/offers/7?x=1#map'],
  ['/offers/../account', '/account'],
  [null, null],
  ['', null],
  ['offers', null],
  ['//evil.test', null],
  ['/\\evil.test', null],
  ['/\t/evil.test', null],
  ['https://evil.test/', null],
  ['https://wopack.test/offers', null],
  ['javascript:alert(1)', null],
  ['/.//evil.test', null],
])('%j leads to %j', (value, expected) => {
  expect(parseNextPath(value, origin)).toBe(expected);
});

test('the next path is attached only when there is one', () => {
  expect(withNextPath('/auth', '/offers/7')).toBe('/auth?next=%2Foffers%2F7');
  expect(withNextPath('/auth', null)).toBe('/auth');
  expect(withNextPath('/auth', '/')).toBe('/auth');
});
