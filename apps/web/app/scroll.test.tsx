import { render, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scrollToTop } from './lib/browser/scroll-to-top.ts';

describe('to the top', () => {
  const scrollTo = vi.fn<(options: ScrollToOptions) => void>();
  const prefersReducedMotion = vi.fn<() => boolean>();

  beforeEach(() => {
    scrollTo.mockClear();
    vi.stubGlobal('scrollTo', scrollTo);
    vi.stubGlobal('matchMedia', () => ({ matches: prefersReducedMotion() }));
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(480);
    vi.useFakeTimers();
    prefersReducedMotion.mockReturnValue(false);
  });
  // Whatever the test has begun.
  afterEach(() => window.dispatchEvent(new Event('scrollend')));

  const createSignal = () => new AbortController().signal;

  test('scrolls smoothly to the top, after 100 ms', () => {
    scrollToTop(createSignal());
    vi.advanceTimersByTime(99);
    expect(scrollTo).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'smooth' });
  });

  test('jumps with reduced motion', () => {
    prefersReducedMotion.mockReturnValue(true);
    scrollToTop(createSignal());
    vi.advanceTimersByTime(100);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 0, behavior: 'instant' });
  });

  test('a press before the scroll prevents it', () => {
    scrollToTop(createSignal());
    vi.advanceTimersByTime(50);
    window.dispatchEvent(new Event('pointerdown'));
    vi.advanceTimersByTime(1000);
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test('a press during the scroll stops it where it is, once', () => {
    scrollToTop(createSignal());
    vi.advanceTimersByTime(200);
    for (const _ of [1, 2]) window.dispatchEvent(new Event('pointerdown'));
    expect(scrollTo.mock.calls.slice(1)).toEqual([[{ top: 480, behavior: 'instant' }]]);
  });

  test('a press after the scroll moves nothing', () => {
    scrollToTop(createSignal());
    vi.advanceTimersByTime(200);
    window.dispatchEvent(new Event('scrollend'));
    window.dispatchEvent(new Event('pointerdown'));
    expect(scrollTo).toHaveBeenCalledOnce();
  });

  test('navigation aborts the scroll', () => {
    const abortController = new AbortController();
    scrollToTop(abortController.signal);
    abortController.abort();
    vi.advanceTimersByTime(1000);
    expect(scrollTo).not.toHaveBeenCalled();
  });
});

describe('restoration', () => {
  /** A window that scrolls as far as the page is tall. */
  let maxScroll = 10_000;
  let scrollTop = 0;
  const scrollTo = vi.fn((_left: number, position: number) => scrollWindowTo(position));
  function scrollWindowTo(position: number): void {
    scrollTop = Math.min(position, maxScroll);
    window.dispatchEvent(new Event('scroll'));
  }

  let frameCallbacks: (() => void)[] = [];
  function nextFrame(): void {
    const callbacks = frameCallbacks;
    frameCallbacks = [];
    for (const callback of callbacks) callback();
  }

  let visitCount = 0;

  /** Reopens the page: the module's state is read from session storage. */
  async function renderPage(path: string): Promise<void> {
    // A new copy of the module.
    const url = `./use-scroll-restoration.ts?visit=${++visitCount}`;
    const { useScrollRestoration } = (await import(
      /* @vite-ignore */ url
    )) as typeof import('./use-scroll-restoration.ts');
    const Page = () => {
      useScrollRestoration();
      return null;
    };
    render(
      <RouterProvider
        router={createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [path] })}
      />,
    );
  }

  /** As a reload does, with the page scrolled far down. */
  async function reopenAfterScroll(position: number): Promise<void> {
    await renderPage('/offers');
    scrollWindowTo(position);
    window.dispatchEvent(new Event('pagehide'));
    maxScroll = 0;
    scrollTop = 0;
    await renderPage('/offers');
  }

  beforeEach(() => {
    maxScroll = 10_000;
    scrollTop = 0;
    frameCallbacks = [];
    scrollTo.mockClear();
    vi.stubGlobal('scrollTo', scrollTo);
    vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => scrollTop);
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frameCallbacks.push(callback));
  });

  test('a newly opened page has its own saved position, not another one’s', async () => {
    await renderPage('/offers');
    scrollWindowTo(700);
    window.dispatchEvent(new Event('pagehide'));
    scrollTop = 0;
    await renderPage('/offers/history');
    expect(scrollTo).not.toHaveBeenCalled();
    await renderPage('/offers');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 700);
  });

  test('a page opened by its address starts at the top, whatever an earlier visit scrolled to', async () => {
    await renderPage('/offers');
    scrollWindowTo(700);
    window.dispatchEvent(new Event('pagehide'));
    scrollTop = 0;
    const entries = vi
      .spyOn(performance, 'getEntriesByType')
      .mockReturnValue([{ type: 'navigate' }] as never);
    await renderPage('/offers');
    expect(scrollTo).not.toHaveBeenCalledWith(0, 700);
    entries.mockReturnValue([{ type: 'reload' }] as never);
    scrollWindowTo(300);
    window.dispatchEvent(new Event('pagehide'));
    await renderPage('/offers');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 300);
    entries.mockRestore();
  });

  test('waits for a page that grows slowly, and does not save the positions meanwhile', async () => {
    await reopenAfterScroll(700);
    for (let frame = 0; frame < 500; frame++) nextFrame();
    expect(scrollTop).toBe(0);
    maxScroll = 10_000;
    nextFrame();
    expect(scrollTop).toBe(700);

    window.dispatchEvent(new Event('pagehide'));
    scrollTop = 0;
    await renderPage('/offers');
    expect(scrollTop).toBe(700);
  });

  test('a smooth scroll in progress does not affect the restored position', async () => {
    await reopenAfterScroll(700);
    maxScroll = 10_000;
    nextFrame();
    scrollWindowTo(696);
    nextFrame();
    expect(scrollTop).toBe(700);
  });

  test.each(['wheel', 'keydown', 'pointerdown'])(
    'input of the user (%s) ends the restoration',
    async (eventName) => {
      await reopenAfterScroll(700);
      window.dispatchEvent(new Event(eventName));
      maxScroll = 10_000;
      scrollWindowTo(300);
      nextFrame();
      expect(scrollTop).toBe(300);
      await waitFor(() => expect(frameCallbacks).toHaveLength(0));
    },
  );
});
