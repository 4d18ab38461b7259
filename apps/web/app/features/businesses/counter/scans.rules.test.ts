import { DAY_MS, HOUR_MS, type SignedTicket } from '@wopack/domain';
import { describe, expect, test } from 'vitest';
import type { Scan } from '../../../lib/storage/stored-values.ts';
import { dropOldScans, getServerTime, judgeTicket, listWaiting, withAnswers } from './scans.rules.ts';

const ticket: SignedTicket = {
  orderId: 10845,
  salePlaceId: 7,
  slotId: 3,
  productId: 5,
  quantity: 1,
  buyer: 'João V.',
  pickupStart: Date.parse('2026-11-28T17:30:00Z'),
  pickupEnd: Date.parse('2026-11-28T19:00:00Z'),
  version: 2,
  keyId: 1,
};
const counter = {
  salePlaceId: 7,
  now: Date.parse('2026-11-28T17:55:00Z'),
  voided: [] as { order_id: number; version: number; handed_out: boolean }[],
  handedOutIds: new Set<number>(),
};
const at = Date.parse('2026-11-28T17:55:00Z');
const handedOut: Scan = { at, text: 'x', ticket, refusal: null, answer: 'waiting' };

describe('a scanned ticket', () => {
  test('of today, of this sale place and genuine is handed out once', () => {
    expect(judgeTicket(ticket, true, counter, [])).toBeNull();
    expect(judgeTicket(ticket, true, counter, [handedOut])).toBe('seen');
    expect(judgeTicket(ticket, true, { ...counter, handedOutIds: new Set([10845]) }, [])).toBe('seen');
  });

  test.each([
    ['altered', ticket, false],
    ['otherSalePlace', { ...ticket, salePlaceId: 8 }, true],
    [
      'otherTime',
      { ...ticket, pickupStart: ticket.pickupStart - DAY_MS, pickupEnd: ticket.pickupEnd - DAY_MS },
      true,
    ],
    ['otherTime', { ...ticket, pickupStart: ticket.pickupStart + HOUR_MS }, true],
  ])('is refused: %s', (refusal, other, isGenuine) => {
    expect(judgeTicket(other, isGenuine, counter, [])).toBe(refusal);
  });

  test('is void up to the version that the server has named, and not above it', () => {
    const withVoided = (version: number, isHandedOut = false) => ({
      ...counter,
      voided: [{ order_id: 10845, version, handed_out: isHandedOut }],
    });
    expect(judgeTicket(ticket, true, withVoided(2), [])).toBe('voided');
    expect(judgeTicket(ticket, true, withVoided(1), [])).toBeNull();
    expect(judgeTicket(ticket, true, withVoided(2, true), [])).toBe('seen');
  });

  test('that was refused may be handed out later', () => {
    expect(
      judgeTicket(ticket, true, counter, [{ ...handedOut, refusal: 'otherTime', answer: null }]),
    ).toBeNull();
  });
});

test('answers are for what waits, and a refusal keeps the words of the server', () => {
  const refusedHere: Scan = { ...handedOut, at: at + 1, refusal: 'seen', answer: null };
  const answered = withAnswers(
    [refusedHere, handedOut],
    [{ order_id: 10845, result: 'refused', message: 'cancelled at 17:50' }],
  );
  expect(answered).toEqual([refusedHere, { ...handedOut, answer: 'refused', message: 'cancelled at 17:50' }]);
  expect(listWaiting(answered)).toEqual([]);
});

test('a time read by an unchecked clock is corrected once the server has told the time', () => {
  const fast = { ...handedOut, at: at + DAY_MS, clockOffset: 0 };
  expect(getServerTime(fast, -DAY_MS)).toBe(at);
  expect(getServerTime({ ...handedOut, clockOffset: -DAY_MS }, -DAY_MS)).toBe(at);
  expect(getServerTime(handedOut, -DAY_MS)).toBe(at);
});

test('scans of another day are dropped once they are answered', () => {
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  const sent: Scan = { ...handedOut, answer: 'recorded' };
  expect(dropOldScans([handedOut, sent], '2026-11-29', dateOf)).toEqual([handedOut]);
  expect(dropOldScans([handedOut, sent], '2026-11-28', dateOf)).toEqual([handedOut, sent]);
});
