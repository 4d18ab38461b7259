import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';

const scrollTo = vi.fn();
vi.stubGlobal('scrollTo', scrollTo);

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

beforeEach(() => {
  scrollTo.mockReset();
});

test('a page opened afresh starts where this page was left, not another', async () => {
  vi.spyOn(window, 'scrollY', 'get').mockReturnValue(700);
  await open('/offers');
  window.dispatchEvent(new Event('scroll'));
  window.dispatchEvent(new Event('pagehide'));
  scrollTo.mockReset();
  await open('/offers/history');
  expect(scrollTo).not.toHaveBeenCalled();
  await open('/offers');
  expect(scrollTo).toHaveBeenLastCalledWith({ top: 700, behavior: 'instant' });
});
