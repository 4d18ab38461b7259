import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EmptyFallback, lazyWithErrorBoundary, OptionalBoundary } from './lazy-with-error-boundary.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const renderPart = (part: ReactNode) =>
  render(
    <>
      <h1>Page</h1>
      <Suspense fallback={<p>loading</p>}>{part}</Suspense>
    </>,
  );
const findRetryButton = () => screen.findByRole('button', { name: i18next.t('errors:retry') });
const Chart = ({ name }: { name: string }) => <p>chart of {name}</p>;

test('a part whose code does not load shows a message, leaves the page intact, and can be retried', async () => {
  const load = vi.fn(async () => ({ default: Chart }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Part = lazyWithErrorBoundary(load);
  renderPart(<Part name="sales" />);
  const button = await findRetryButton();
  expect(screen.getByRole('alert')).toHaveTextContent(i18next.t('errors:failedTitle'));
  expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
  await userEvent.click(button);
  expect(await screen.findByText('chart of sales')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(load).toHaveBeenCalledTimes(2);
});

test('where the browser keeps the failure, retrying reloads the page, but not without a connection', async () => {
  const reload = vi.fn();
  // jsdom does not let `location.reload` be replaced.
  vi.stubGlobal('location', { ...location, reload });
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Part = lazyWithErrorBoundary<object>(async () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  renderPart(<Part />);
  await userEvent.click(await findRetryButton());
  await userEvent.click(await findRetryButton());
  expect(reload).not.toHaveBeenCalled();
  isOnline.mockReturnValue(true);
  await userEvent.click(await findRetryButton());
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
});

test('mounting it again retries', async () => {
  const load = vi.fn(async () => ({ default: Chart }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const Part = lazyWithErrorBoundary(load);
  const { unmount } = renderPart(<Part name="sales" />);
  await findRetryButton();
  unmount();
  renderPart(<Part name="sales" />);
  expect(await screen.findByText('chart of sales')).toBeVisible();
});

test('an invisible part that fails shows nothing', async () => {
  const load = vi.fn(async () => Promise.reject(new Error('404')));
  const Part = lazyWithErrorBoundary<object>(load, EmptyFallback);
  const { container } = renderPart(<Part />);
  await vi.waitFor(() => expect(container).toHaveTextContent(/^Page$/));
});

test('a part that throws while rendering affects nothing else', async () => {
  const Broken = lazyWithErrorBoundary<object>(async () => ({
    default: () => {
      throw new Error('broken');
    },
  }));
  renderPart(<Broken />);
  await findRetryButton();
  expect(screen.getByRole('heading', { name: 'Page' })).toBeVisible();
});

test('a part of the layout that throws shows nothing, and is retried on another page', () => {
  const Menu = ({ isBroken }: { isBroken: boolean }) => {
    if (isBroken) throw new Error('broken');
    return <p>menu</p>;
  };
  const renderFrame = (path: string, isBroken: boolean) => (
    <OptionalBoundary resetKey={path}>
      <Menu isBroken={isBroken} />
    </OptionalBoundary>
  );
  const { container, rerender } = render(renderFrame('/a', true));
  expect(container).toBeEmptyDOMElement();
  rerender(renderFrame('/a', false));
  expect(container).toBeEmptyDOMElement();
  rerender(renderFrame('/b', false));
  expect(container).toHaveTextContent('menu');
});
