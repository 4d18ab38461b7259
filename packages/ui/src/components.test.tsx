import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { type ReactNode, Suspense, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cn } from './cn.ts';
import { DataTable } from './display/data-table.tsx';
import {
  EmptyFallback,
  lazyWithErrorBoundary,
  OptionalBoundary,
} from './feedback/lazy-with-error-boundary.tsx';
import { AmountField } from './form/amount-field.tsx';
import { ChoiceTile, ChoiceTiles } from './form/choice.tsx';
import { IconCheck } from './icons/icons.gen.ts';
import { ConfirmDialog } from './overlay/sheet.tsx';

test('an icon is hidden from screen readers unless it has a name', () => {
  const { container } = render(
    <>
      <IconCheck />
      <IconCheck aria-label="Done" />
    </>,
  );
  expect([...container.children].map((icon) => icon.getAttribute('aria-hidden'))).toEqual(['true', null]);
});

describe('choice tiles', () => {
  function Quantity({ error }: { error?: string }) {
    const [value, setValue] = useState<string | null>(null);
    return (
      <ChoiceTiles legend="Packs a day" value={value} onChange={setValue} error={error}>
        {['1', '2', '3'].map((quantity) => (
          <ChoiceTile key={quantity} value={quantity}>
            {quantity}
          </ChoiceTile>
        ))}
      </ChoiceTiles>
    );
  }

  test('one tab stop; the arrow keys move and select', async () => {
    render(<Quantity />);
    expect(screen.getByRole('radiogroup', { name: 'Packs a day' })).not.toHaveAttribute('aria-invalid');
    await userEvent.click(screen.getByRole('radio', { name: '1' }));
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('radio', { name: '2' })).toBeChecked();
    expect(screen.getByRole('radio', { name: '2' })).toHaveFocus();
    expect(screen.getByRole('radio', { name: '1' })).not.toBeChecked();
  });

  test('the error is announced with the group', () => {
    render(<Quantity error="Choose how many" />);
    const group = screen.getByRole('radiogroup', { name: 'Packs a day' });
    expect(group).toHaveAttribute('aria-invalid', 'true');
    expect(group).toHaveAccessibleDescription('Choose how many');
    expect(screen.getByRole('alert')).toHaveTextContent('Choose how many');
  });
});

test('an amount is held in cents, shown as it was typed, and written anew when it is changed elsewhere', async () => {
  const onChange = vi.fn();
  function Amount() {
    const [cents, setCents] = useState<number | null>(1250);
    return (
      <>
        <AmountField
          label="Amount"
          cents={cents}
          onChange={(value) => {
            onChange(value);
            setCents(value);
          }}
        />
        <button type="button" onClick={() => setCents(null)}>
          Empty
        </button>
      </>
    );
  }
  render(<Amount />);
  const field = screen.getByRole('textbox', { name: 'Amount' });
  expect(field).toHaveValue('12.50');
  await userEvent.clear(field);
  expect(onChange).toHaveBeenLastCalledWith(null);
  await userEvent.type(field, '3,5');
  expect(onChange).toHaveBeenLastCalledWith(350);
  expect(field).toHaveValue('3,5');
  await userEvent.type(field, 'x');
  expect(onChange).toHaveBeenLastCalledWith(0);
  expect(field).toHaveValue('3,5x');
  await userEvent.click(screen.getByRole('button', { name: 'Empty' }));
  expect(field).toHaveValue('');
});

test("a table's sums stand below their columns, and their name spans what has none", () => {
  render(
    <DataTable
      caption="Sales"
      rows={[{ product: 'Bread', place: 'Rua', sold: 3 }]}
      getKey={({ product }) => product}
      columns={[
        { key: 'product', head: 'Pack', render: ({ product }) => product, foot: 'Total' },
        { key: 'place', head: 'Shop', render: ({ place }) => place },
        { key: 'sold', head: 'Sold', render: ({ sold }) => sold, foot: 3 },
        { key: 'before', head: 'Before', render: () => 2 },
      ]}
    />,
  );
  expect(screen.getByRole('rowheader', { name: 'Total' })).toHaveProperty('colSpan', 2);
  const foot = screen.getAllByRole('row').at(-1)!;
  expect([...foot.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual(['3', '']);
});

describe('confirmation', () => {
  const openDialog = (loading: boolean) => {
    const onClose = vi.fn();
    render(
      <ConfirmDialog
        open
        onClose={onClose}
        title="Delete the account?"
        confirmLabel="Delete"
        cancelLabel="Keep"
        loading={loading}
        onConfirm={() => undefined}
      />,
    );
    return onClose;
  };

  test('it closes before the action is confirmed', async () => {
    const onClose = openDialog(false);
    await userEvent.click(await screen.findByRole('button', { name: 'Keep' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('while the action runs, it can be closed by no means', async () => {
    const onClose = openDialog(true);
    await userEvent.click(await screen.findByRole('button', { name: 'Keep' }));
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('lazily loaded part', () => {
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
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
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
    await waitFor(() => expect(container).toHaveTextContent(/^Page$/));
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
});

describe('class names', () => {
  test.each([
    ['px-4 px-3', 'px-3'],
    ['shadow-resting shadow-floating', 'shadow-floating'],
    ['text-sm text-muted', 'text-sm text-muted'],
    ['text-muted text-on-brand', 'text-on-brand'],
    ['leading-tight text-sm', 'leading-tight text-sm'],
    ['h2 d2', 'd2'],
    ['rounded-md sm:rounded-xl', 'rounded-md sm:rounded-xl'],
    ['inset-ring-2 inset-ring-danger inset-ring-[1.5px]', 'inset-ring-danger inset-ring-[1.5px]'],
  ])('%s: of two that conflict, the later one wins', (names, merged) => expect(cn(names)).toBe(merged));
});
