import { render, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

/** A window that is as far down as the page is tall enough. */
let tall = 10_000;
let top = 0;
const scrollTo = vi.fn((_left: number, to: number) => scrolled(to));
function scrolled(to: number): void {
  top = Math.min(to, tall);
  window.dispatchEvent(new Event('scroll'));
}
vi.stubGlobal('scrollTo', scrollTo);
vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top);

let frames: (() => void)[] = [];
vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
function nextFrame(): void {
  const due = frames;
  frames = [];
  for (const run of due) run();
}

/** The tab opens a page afresh: whatever the module kept comes from the session. */
async function open(path: string): Promise<void> {
  vi.resetModules();
  const { useScroll } = await import('./use-scroll.ts');
  const Page = () => {
    useScroll();
    return null;
  };
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '*', Component: Page }], { initialEntries: [path] })}
    />,
  );
}

/** As reloading does it, with the page left far down. */
async function openAgainAfter(left: number): Promise<void> {
  await open('/offers');
  scrolled(left);
  window.dispatchEvent(new Event('pagehide'));
  tall = 0;
  top = 0;
  await open('/offers');
}

beforeEach(() => {
  tall = 10_000;
  top = 0;
  frames = [];
  scrollTo.mockClear();
});

test('a page opened afresh starts where this page was left, not another', async () => {
  await open('/offers');
  scrolled(700);
  window.dispatchEvent(new Event('pagehide'));
  top = 0;
  await open('/offers/history');
  expect(scrollTo).not.toHaveBeenCalled();
  await open('/offers');
  expect(scrollTo).toHaveBeenLastCalledWith(0, 700);
});

test('what is slow to come is waited for, and where the window stands meanwhile is not where it was left', async () => {
  await openAgainAfter(700);
  for (let frame = 0; frame < 500; frame++) nextFrame();
  expect(top).toBe(0);
  tall = 10_000;
  nextFrame();
  expect(top).toBe(700);

  window.dispatchEvent(new Event('pagehide'));
  top = 0;
  await open('/offers');
  expect(top).toBe(700);
});

test('a smooth scroll that was still under way does not carry the page off', async () => {
  await openAgainAfter(700);
  tall = 10_000;
  nextFrame();
  scrolled(696);
  nextFrame();
  expect(top).toBe(700);
});

test.each(['wheel', 'keydown', 'pointerdown'])(
  'somebody who moves on by themselves (%s) is not pulled back',
  async (own) => {
    await openAgainAfter(700);
    window.dispatchEvent(new Event(own));
    tall = 10_000;
    scrolled(300);
    nextFrame();
    expect(top).toBe(300);
    await waitFor(() => expect(frames).toHaveLength(0));
  },
);
