import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeApi, TestQueryProvider } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { AppLayout, loadWideLayout } from '../app-layout.tsx';

afterEach(() => vi.unstubAllGlobals());

/** A window of this width, with a signed-in user. */
async function renderLayout(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY),
    addEventListener() {},
    removeEventListener() {},
  }));
  localStorage.setItem('token', 'secret');
  await loadWideLayout();
  fakeApi({});
  return renderInLanguage(
    'en',
    <TestQueryProvider>
      <AppLayout />
    </TestQueryProvider>,
    '/offers',
  );
}

const findMenu = () => screen.queryByRole('complementary');
const findPinButton = () => screen.queryByRole('button', { name: 'Keep the menu open' });
const isMenuCollapsed = () => findMenu()!.classList.contains('w-20');

test.each([
  [1440, false],
  [1199, true],
  [600, true],
])('%i px: small: %s', async (width, expected) => {
  await renderLayout(width);
  expect(isMenuCollapsed()).toBe(expected);
});

test('collapsed on a wide screen and pinned on a narrower one, it stays so', async () => {
  const wideScreen = await renderLayout(1440);
  await userEvent.click(findPinButton()!);
  expect(isMenuCollapsed()).toBe(true);
  expect(findPinButton()).toHaveAttribute('aria-pressed', 'false');
  wideScreen.unmount();
  (await renderLayout(1440)).unmount();
  const narrowerScreen = await renderLayout(1000);
  await userEvent.click(findPinButton()!);
  expect(isMenuCollapsed()).toBe(false);
  narrowerScreen.unmount();
  await renderLayout(900);
  expect(isMenuCollapsed()).toBe(true);
  expect(findPinButton()).toBeNull();
});

test('stays hidden until shown again', async () => {
  await renderLayout(1440);
  const bar = within(screen.getByRole('banner'));
  await userEvent.click(bar.getByRole('button', { name: 'Menu', expanded: true }));
  expect(findMenu()).toBeNull();
  await userEvent.click(bar.getByRole('button', { name: 'Menu', expanded: false }));
  expect(findMenu()).not.toBeNull();
});
