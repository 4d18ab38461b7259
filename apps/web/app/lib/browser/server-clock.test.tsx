import { act, render, renderHook, screen } from '@testing-library/react';
import {
  isServerTimeLearnt,
  learnServerTime,
  resetServerClock,
  restoreServerClock,
  serverNow,
} from '@wopack/ui/server-clock.ts';
import { expect, test, vi } from 'vitest';
import { useCountdown, useTimeLeft, useToday } from './use-now.ts';

/** By the server's clock. */
const SERVER_NOW = new Date('2026-11-20T16:48:19.500Z');
const MINUTE = 60_000;

const setDeviceClock = (minutesAhead: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: SERVER_NOW.getTime() + minutesAhead * MINUTE });

test('a difference of up to two seconds is none, and an answer that took long tells little', () => {
  setDeviceClock(0);
  const now = Date.now();
  learnServerTime(new Date(now + 1_000).toUTCString(), now, now);
  expect(serverNow()).toBe(now);
  learnServerTime(new Date(now - 5_000).toUTCString(), now - 30_000, now);
  expect(serverNow()).toBe(now);
  learnServerTime(null, now, now);
  learnServerTime('no date', now, now);
  expect(serverNow()).toBe(now);
});

test('a clock that is set while the page is open is noticed by the next answer', () => {
  setDeviceClock(0);
  learnServerTime(SERVER_NOW.toUTCString(), Date.now(), Date.now());
  expect(serverNow()).toBe(SERVER_NOW.getTime());
  setDeviceClock(12);
  learnServerTime(SERVER_NOW.toUTCString(), Date.now() - 40, Date.now());
  expect(Math.abs(serverNow() - SERVER_NOW.getTime())).toBeLessThan(1_000);
});

test('countdowns and the day follow as soon as the difference is known', () => {
  setDeviceClock(12 * 60);
  const until = new Date(SERVER_NOW.getTime() + 5 * MINUTE);
  function Clock() {
    return <p>{`${Math.round(useCountdown(until) / MINUTE)} ${useToday('Europe/Lisbon')}`}</p>;
  }
  render(<Clock />);
  expect(screen.getByText('0 2026-11-21')).toBeVisible();
  act(() => learnServerTime(SERVER_NOW.toUTCString(), Date.now(), Date.now()));
  expect(screen.getByText('5 2026-11-20')).toBeVisible();
});

test('a countdown that was over by a wrong clock counts again', () => {
  vi.useFakeTimers({ now: SERVER_NOW.getTime() + 12 * MINUTE });
  const until = new Date(SERVER_NOW.getTime() + 5 * MINUTE);
  const { result } = renderHook(() => useCountdown(until));
  expect(result.current).toBe(0);
  act(() => learnServerTime(SERVER_NOW.toUTCString(), Date.now(), Date.now()));
  act(() => void vi.advanceTimersByTime(3_000));
  expect(Math.round(result.current / 1000)).toBe(297);
});

test('a time left begins when it is shown, whatever the clock of the device turns out to be', () => {
  vi.useFakeTimers({ now: SERVER_NOW.getTime() + 12 * MINUTE });
  const { result } = renderHook(() => useTimeLeft(MINUTE));
  expect(result.current).toBe(MINUTE);
  act(() => learnServerTime(SERVER_NOW.toUTCString(), Date.now(), Date.now()));
  act(() => void vi.advanceTimersByTime(2_000));
  expect(result.current).toBe(58_000);
  // Set back by an hour.
  vi.setSystemTime(Date.now() - 60 * MINUTE);
  act(() => void vi.advanceTimersByTime(2_000));
  expect(result.current).toBe(56_000);
  // The device slept.
  vi.setSystemTime(Date.now() + 62 * MINUTE);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current).toBe(0);
});

test('a page that opens without a connection goes on by the clock of before, and not before the last answer', () => {
  resetServerClock();
  const day = 86_400_000;
  const now = Date.now();
  restoreServerClock(-day, now - day - 60_000);
  expect(Math.abs(serverNow() - (now - day))).toBeLessThan(1_000);
  expect(isServerTimeLearnt()).toBe(false);
  // The clock was set back to long ago meanwhile.
  restoreServerClock(0, now + day);
  expect(Math.abs(serverNow() - (now + day))).toBeLessThan(1_000);
  learnServerTime(new Date(now - day).toUTCString(), now, now);
  expect(Math.abs(serverNow() - (now - day))).toBeLessThan(2_000);
  expect(isServerTimeLearnt()).toBe(true);
  restoreServerClock(0, now);
  expect(Math.abs(serverNow() - (now - day))).toBeLessThan(2_000);
  resetServerClock();
});
