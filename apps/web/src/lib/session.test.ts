import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../../test/fake-api.tsx';
import { call, createSessionClient } from './api.ts';
import { endSession, onSessionChange, onSessionEnd, sessionToken } from './session.ts';
import { claimStorage, read, write } from './storage.ts';

const stops: (() => void)[] = [];
const onChange = vi.fn();
const onEnd = vi.fn();

beforeEach(() => {
  write('token', 'former');
  onChange.mockReset();
  onEnd.mockReset();
  stops.push(onSessionChange(onChange), onSessionEnd(onEnd));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
});

/** What the browser tells of a change in another tab. */
function changeElsewhere(token: string | null): void {
  if (token === null) localStorage.clear();
  else localStorage.setItem('token', token);
  const key = token === null ? null : 'token';
  dispatchEvent(new StorageEvent('storage', { key, newValue: token, storageArea: localStorage }));
}

test.each([
  ['another sign-in', 'new'],
  ['a sign-out', null],
])('%s in another tab changes the session here, once', (_, token) => {
  changeElsewhere(token);
  expect(sessionToken()).toBe(token);
  expect(onChange.mock.calls).toEqual([[{ former: 'former', token, elsewhere: true }]]);
  expect(onEnd).not.toHaveBeenCalled();
});

test('a change that nobody told of is noticed before the next call', () => {
  localStorage.setItem('token', 'new');
  expect(sessionToken()).toBe('new');
  expect(onChange.mock.calls).toEqual([[{ former: 'former', token: 'new', elsewhere: true }]]);
});

test('signing in or out in this tab is no change elsewhere', () => {
  write('token', 'new');
  expect(onChange.mock.calls).toEqual([[{ former: 'former', token: 'new', elsewhere: false }]]);
});

test('a refused token ends the session, by whichever call', async () => {
  fakeApi({ '/user/city': [{ status: 401, body: { code: 2 } }] });
  const city = { city: 'Lisboa', latitude: 38.7, longitude: -9.1 };
  await expect(call('updateCity', { body: city })).rejects.toMatchObject({ status: 401 });
  expect(read('token')).toBeNull();
  expect(onEnd).toHaveBeenCalledTimes(1);
});

/** A client whose answer comes when the test says so. */
function clientWithHeldAnswer() {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const sent: (string | null)[] = [];
  const client = createSessionClient((_address, init) => {
    sent.push(new Headers(init.headers).get('authorization'));
    return promise;
  });
  return { client, sent, resolve };
}

test.each([
  ['an answer', 200],
  ['a refusal', 401],
  ['a failure', 500],
])('%s for the former user reaches nobody and leaves the new session', async (_, status) => {
  const { client, sent, resolve } = clientWithHeldAnswer();
  const reached = vi.fn();
  client('getMe').then(reached, reached);
  await vi.waitFor(() => expect(sent).toEqual(['Bearer former']));
  changeElsewhere('new');
  const answer = Response.json({ data: { id: 1 } }, { status });
  resolve(answer);
  await vi.waitFor(() => expect(answer.bodyUsed).toBe(true));
  // A task later everything that waited for the body has run.
  await new Promise((resolveTask) => setTimeout(resolveTask));
  expect(reached).not.toHaveBeenCalled();
  expect(read('token')).toBe('new');
  expect(onEnd).not.toHaveBeenCalled();
});

test('a token that has been replaced ends nothing', () => {
  endSession('another');
  expect(read('token')).toBe('former');
  expect(onEnd).not.toHaveBeenCalled();
});

test('what a refused token left is for its user alone', () => {
  claimStorage(1);
  write('packName', 'Cesto');
  write('language', 'pt');
  claimStorage(1);
  expect(read('packName')).toBe('Cesto');
  claimStorage(2);
  expect([read('packName'), read('language'), read('token')]).toEqual([null, 'pt', 'former']);
});
