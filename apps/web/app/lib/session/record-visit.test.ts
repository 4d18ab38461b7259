import { beforeEach, expect, test, vi } from 'vitest';
import { readStored, writeStored } from '../storage/storage.ts';
import { recordVisit } from './record-visit.ts';
import { saveCookieChoice } from './referral-code.ts';

const callMock = vi.hoisted(() => vi.fn(async (_name: string, _input: unknown) => ({})));
vi.mock('../api/api.ts', () => ({ call: callMock }));
beforeEach(() => callMock.mockClear());

const morning = new Date('2026-11-20T10:00:00Z');
const evening = new Date('2026-11-20T22:00:00Z');
const tomorrow = new Date('2026-11-21T10:00:00Z');

test('reports once a day, only the code', async () => {
  writeStored('cookieChoice', 'all');
  for (const now of [morning, evening, tomorrow]) await recordVisit('ANA', now);
  expect(callMock.mock.calls).toEqual([
    ['recordVisit', { body: { ref_link: 'ANA' } }],
    ['recordVisit', { body: { ref_link: 'ANA' } }],
  ]);
  await recordVisit('RUI', tomorrow);
  expect(callMock).toHaveBeenCalledTimes(3);
});

test('before the choice it is stored for the session only; afterwards it is not counted again', async () => {
  await recordVisit('ANA', morning);
  expect(readStored('ref_counted')).toBeNull();
  saveCookieChoice('all');
  await recordVisit('ana', evening);
  expect(callMock).toHaveBeenCalledTimes(1);
});

test('neither users with essential cookies only nor signed-in users are counted', async () => {
  saveCookieChoice('essential');
  await recordVisit('ANA', morning);
  writeStored('cookieChoice', 'all');
  writeStored('token', 'x');
  await recordVisit('ANA', morning);
  expect(callMock).not.toHaveBeenCalled();
});

test('withdrawn consent: the stored visit is removed with the session', async () => {
  saveCookieChoice('all');
  await recordVisit('ANA', morning);
  saveCookieChoice('essential');
  expect(readStored('ref_counted')).toBeNull();
});

test('a failed request is ignored', async () => {
  writeStored('cookieChoice', 'all');
  callMock.mockRejectedValueOnce(new Error('away'));
  await expect(recordVisit('ANA', morning)).resolves.toBeUndefined();
});
