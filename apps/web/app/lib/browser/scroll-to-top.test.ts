import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scrollToTop } from './scroll-to-top.ts';

const ANIMATION_END_MS = 1000;
let scrollY = 0;
vi.stubGlobal('scrollTo', ({ top }: { top: number }) => {
  scrollY = top;
});
vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrollY);
const prefersReducedMotion = vi.fn<() => boolean>();
vi.stubGlobal('matchMedia', () => ({ matches: prefersReducedMotion() }));

beforeEach(() => {
  vi.useFakeTimers();
  scrollY = 480;
  prefersReducedMotion.mockReturnValue(false);
});
afterEach(() => {
  vi.useRealTimers();
});

const createSignal = () => new AbortController().signal;

test('scrolls smoothly to the top, after 100 ms', () => {
  scrollToTop(createSignal());
  vi.advanceTimersByTime(99);
  expect(scrollY).toBe(480);
  vi.advanceTimersByTime(100);
  expect(scrollY).toBeGreaterThan(0);
  expect(scrollY).toBeLessThan(480);
  vi.advanceTimersByTime(ANIMATION_END_MS);
  expect(scrollY).toBe(0);
});

test('jumps with reduced motion', () => {
  prefersReducedMotion.mockReturnValue(true);
  scrollToTop(createSignal());
  vi.advanceTimersByTime(100);
  expect(scrollY).toBe(0);
});

test.each([50, 200])('a press %i ms after arrival aborts the scroll', (delayMs) => {
  scrollToTop(createSignal());
  vi.advanceTimersByTime(delayMs);
  const stoppedAt = scrollY;
  window.dispatchEvent(new Event('pointerdown'));
  vi.advanceTimersByTime(ANIMATION_END_MS);
  expect(scrollY).toBe(stoppedAt);
  expect(stoppedAt).toBeGreaterThan(0);
});

test('stops at the top', () => {
  scrollToTop(createSignal());
  vi.advanceTimersByTime(ANIMATION_END_MS);
  scrollY = 300;
  vi.advanceTimersByTime(ANIMATION_END_MS);
  expect(scrollY).toBe(300);
});

test('navigation aborts the scroll', () => {
  const abortController = new AbortController();
  scrollToTop(abortController.signal);
  abortController.abort();
  vi.advanceTimersByTime(ANIMATION_END_MS);
  expect(scrollY).toBe(480);
});
