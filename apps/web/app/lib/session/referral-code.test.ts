import { beforeEach, expect, test } from 'vitest';
import { mockCalls } from '../../../test/fake-api.tsx';
import { readStored, writeStored } from '../storage/storage.ts';
import { recordVisit } from './record-visit.ts';
import { getReferralCode, saveCookieChoice, saveReferralCode } from './referral-code.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const firstVisit = new Date('2026-11-20T10:00:00Z');
const afterFirstVisit = (ms: number) => new Date(firstVisit.getTime() + ms);

test('the first visit is stored with its time', () => {
  writeStored('cookieChoice', 'all');
  saveReferralCode('?ref=ANA', firstVisit);
  expect(readStored('ref_link')).toBe('ANA');
  expect(readStored('ref_date')).toBe('2026-11-20T10:00:00.000Z');
});

test('a visit within 30 days does not overwrite, a later one does', () => {
  writeStored('cookieChoice', 'all');
  saveReferralCode('?ref=ANA', firstVisit);
  saveReferralCode('?ref=RUI', afterFirstVisit(29 * DAY_MS));
  expect(readStored('ref_link')).toBe('ANA');
  saveReferralCode('?ref=RUI', afterFirstVisit(31 * DAY_MS));
  expect(readStored('ref_link')).toBe('RUI');
});

test('only for the session until cookies are accepted', () => {
  saveReferralCode('?ref=ANA', firstVisit);
  expect(readStored('ref_link')).toBeNull();
  expect(getReferralCode(afterFirstVisit(1))).toBe('ANA');
  saveCookieChoice('all');
  expect(readStored('ref_link')).toBe('ANA');
});

test('essential cookies only: it stays in the session', () => {
  saveReferralCode('?ref=ANA', firstVisit);
  saveCookieChoice('essential');
  expect(readStored('ref_link')).toBeNull();
  expect(getReferralCode(afterFirstVisit(1))).toBe('ANA');
});

test('withdrawn consent: it is removed from local storage', () => {
  saveCookieChoice('all');
  saveReferralCode('?ref=ANA', firstVisit);
  saveCookieChoice('essential');
  expect(readStored('ref_link')).toBeNull();
  expect(readStored('ref_date')).toBeNull();
  expect(getReferralCode(afterFirstVisit(1))).toBe('ANA');
});

test('attached only while its date is in the past and under 30 days old', () => {
  saveReferralCode('?ref=ANA', firstVisit);
  expect(getReferralCode(firstVisit)).toBeUndefined();
  expect(getReferralCode(afterFirstVisit(30 * DAY_MS - 1))).toBe('ANA');
  expect(getReferralCode(afterFirstVisit(30 * DAY_MS))).toBeUndefined();
});

test('a page without a code changes nothing', () => {
  saveReferralCode('?x=1', firstVisit);
  saveReferralCode('?ref=', firstVisit);
  expect(getReferralCode(afterFirstVisit(1))).toBeUndefined();
});

const call = mockCalls();
beforeEach(() => void call.mockReturnValue({}));

const morning = new Date('2026-11-20T10:00:00Z');
const evening = new Date('2026-11-20T22:00:00Z');
const tomorrow = new Date('2026-11-21T10:00:00Z');

test('reports once a day, only the code', async () => {
  writeStored('cookieChoice', 'all');
  for (const now of [morning, evening, tomorrow]) await recordVisit('ANA', now);
  expect(call.mock.calls).toEqual([
    ['recordVisit', { body: { ref_link: 'ANA' } }],
    ['recordVisit', { body: { ref_link: 'ANA' } }],
  ]);
  await recordVisit('RUI', tomorrow);
  expect(call).toHaveBeenCalledTimes(3);
});

test('before the choice it is stored for the session only; afterwards it is not counted again', async () => {
  await recordVisit('ANA', morning);
  expect(readStored('ref_counted')).toBeNull();
  saveCookieChoice('all');
  await recordVisit('ana', evening);
  expect(call).toHaveBeenCalledTimes(1);
});

test('neither users with essential cookies only nor signed-in users are counted', async () => {
  saveCookieChoice('essential');
  await recordVisit('ANA', morning);
  writeStored('cookieChoice', 'all');
  writeStored('token', 'x');
  await recordVisit('ANA', morning);
  expect(call).not.toHaveBeenCalled();
});

test('withdrawn consent: the stored visit is removed with the session', async () => {
  saveCookieChoice('all');
  await recordVisit('ANA', morning);
  saveCookieChoice('essential');
  expect(readStored('ref_counted')).toBeNull();
});

test('a failed request is ignored', async () => {
  writeStored('cookieChoice', 'all');
  call.mockRejectedValueOnce(new Error('away'));
  await expect(recordVisit('ANA', morning)).resolves.toBeUndefined();
});
