import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeApi, Queries } from '../../test/fake-api.tsx';
import { renderIn } from '../../test/render.tsx';
import { AppLayout } from './app-layout.tsx';
import { wideParts } from './use-wide-parts.ts';

afterEach(() => vi.unstubAllGlobals());

/** A window so wide, with somebody signed in. */
async function open(width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width >= Number(/min-width: (\d+)px/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY),
    addEventListener() {},
    removeEventListener() {},
  }));
  localStorage.setItem('token', 'secret');
  await wideParts();
  fakeApi({});
  return renderIn(
    'en',
    <Queries>
      <AppLayout />
    </Queries>,
    '/offers',
  );
}

const menu = () => screen.queryByRole('complementary');
const pin = () => screen.queryByRole('button', { name: 'Keep the menu open' });
const isSmall = () => menu()!.classList.contains('w-20');

test.each([
  [1440, false],
  [1199, true],
  [600, true],
])('%i px: small: %s', async (width, small) => {
  await open(width);
  expect(isSmall()).toBe(small);
});

test('made small on a wide screen and pinned on a narrower one, it stays so', async () => {
  const wide = await open(1440);
  await userEvent.click(pin()!);
  expect(isSmall()).toBe(true);
  expect(pin()).toHaveAttribute('aria-pressed', 'false');
  wide.unmount();
  (await open(1440)).unmount();
  const narrower = await open(1000);
  await userEvent.click(pin()!);
  expect(isSmall()).toBe(false);
  narrower.unmount();
  await open(900);
  expect(isSmall()).toBe(true);
  expect(pin()).toBeNull();
});

test('hidden until it is asked for again', async () => {
  await open(1440);
  const bar = within(screen.getByRole('banner'));
  await userEvent.click(bar.getByRole('button', { name: 'Menu', expanded: true }));
  expect(menu()).toBeNull();
  await userEvent.click(bar.getByRole('button', { name: 'Menu', expanded: false }));
  expect(menu()).not.toBeNull();
});
