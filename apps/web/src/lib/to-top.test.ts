import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toTop } from './to-top.ts';

const LONG = 1000;
let scrollY = 0;
vi.stubGlobal('scrollTo', ({ top }: { top: number }) => {
  scrollY = top;
});
vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrollY);
const calm = vi.fn<() => boolean>();
vi.stubGlobal('matchMedia', () => ({ matches: calm() }));

beforeEach(() => {
  vi.useFakeTimers();
  scrollY = 480;
  calm.mockReturnValue(false);
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new AbortController().signal;

test('scrolls smoothly to the top, after 100 ms', () => {
  toTop(never());
  vi.advanceTimersByTime(99);
  expect(scrollY).toBe(480);
  vi.advanceTimersByTime(100);
  expect(scrollY).toBeGreaterThan(0);
  expect(scrollY).toBeLessThan(480);
  vi.advanceTimersByTime(LONG);
  expect(scrollY).toBe(0);
});

test('jumps for who wants less motion', () => {
  calm.mockReturnValue(true);
  toTop(never());
  vi.advanceTimersByTime(100);
  expect(scrollY).toBe(0);
});

test.each([50, 200])('what is pressed %i ms after arriving stays under the finger', (after) => {
  toTop(never());
  vi.advanceTimersByTime(after);
  const there = scrollY;
  window.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(LONG);
  expect(scrollY).toBe(there);
  expect(there).toBeGreaterThan(0);
});

test('is left alone once it is at the top', () => {
  toTop(never());
  vi.advanceTimersByTime(LONG);
  scrollY = 300;
  vi.advanceTimersByTime(LONG);
  expect(scrollY).toBe(300);
});

test('whoever has gone on is not scrolled', () => {
  const gone = new AbortController();
  toTop(gone.signal);
  gone.abort();
  vi.advanceTimersByTime(LONG);
  expect(scrollY).toBe(480);
});
