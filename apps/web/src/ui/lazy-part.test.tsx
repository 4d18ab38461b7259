import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { i18n, i18nReady } from '../lib/i18n.ts';
import { lazyPart, showNothing } from './lazy-part.tsx';
import { Optional } from './optional.tsx';

beforeEach(async () => {
  await i18nReady;
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

const show = (part: ReactNode) =>
  render(
    <I18nextProvider i18n={i18n}>
      <h1>Page</h1>
      <Suspense fallback={<p>loading</p>}>{part}</Suspense>
    </I18nextProvider>,
  );
const retry = () => screen.findByRole('button', { name: i18n.t('errors:retry') });
const Chart = ({ name }: { name: string }) => <p>chart of {name}</p>;

test('a part whose code does not come says so, leaves the page alone, and comes at another try', async () => {
  const load = vi.fn(async () => ({ default: Chart }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Part = lazyPart(load);
  show(<Part name="sales" />);
  const button = await retry();
  expect(screen.getByRole('alert')).toHaveTextContent(i18n.t('errors:failedTitle'));
  expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
  await userEvent.click(button);
  expect(await screen.findByText('chart of sales')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});

test('where it is shown again later it is asked for again', async () => {
  const load = vi.fn(async () => ({ default: Chart }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Part = lazyPart(load);
  const { unmount } = show(<Part name="sales" />);
  await retry();
  unmount();
  show(<Part name="sales" />);
  expect(await screen.findByText('chart of sales')).toBeVisible();
});

test('an invisible part that fails shows nothing', async () => {
  const load = vi.fn(async () => Promise.reject(new Error('404')));
  const Part = lazyPart<object>(load, showNothing);
  const { container } = show(<Part />);
  await vi.waitFor(() => expect(container).toHaveTextContent(/^Page$/));
});

test('a part that throws while it draws takes nothing else with it', async () => {
  const Broken = lazyPart<object>(async () => ({
    default: () => {
      throw new Error('broken');
    },
  }));
  show(<Broken />);
  await retry();
  expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
});

test('a part of the frame that throws shows nothing, and is tried again on another page', () => {
  const Menu = ({ broken }: { broken: boolean }) => {
    if (broken) throw new Error('broken');
    return <p>menu</p>;
  };
  const frame = (path: string, broken: boolean) => (
    <Optional resetKey={path}>
      <Menu broken={broken} />
    </Optional>
  );
  const { container, rerender } = render(frame('/a', true));
  expect(container).toBeEmptyDOMElement();
  rerender(frame('/a', false));
  expect(container).toBeEmptyDOMElement();
  rerender(frame('/b', false));
  expect(container).toHaveTextContent('menu');
});
