import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { CollapsibleList } from './load-more.tsx';
import { Price, PriceSticker } from './price.tsx';

const renderList = (count: number) =>
  renderInLanguage(
    'en',
    <CollapsibleList
      items={Array.from({ length: count }, (_, i) => i)}
      initialCount={3}
      moreLabel={`All ${count}`}
    >
      {(item) => <li key={item}>{item}</li>}
    </CollapsibleList>,
  );

test('a list that fits has no button', () => {
  renderList(3);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  expect(screen.queryByRole('button')).toBeNull();
});

test('the rest is shown on demand', async () => {
  renderList(4);
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await userEvent.click(screen.getByRole('button', { name: 'All 4' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.queryByRole('button')).toBeNull();
});

/** The accessible text: without content hidden from assistive technology. */
function getAccessibleText(container: HTMLElement): string {
  const copy = container.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return copy.textContent.replace(/\s/g, ' ');
}

test.each([
  ['pt', '3,99 €', '399€'],
  ['ru', '3,99 €', '399€'],
  ['en', '€3.99', '€399'],
] as const)('%s: read as %s, drawn with raised cents', (language, spokenText, visibleText) => {
  const { container } = renderInLanguage(language, <Price cents={399} />);
  expect(getAccessibleText(container)).toBe(spokenText);
  expect(container.querySelector('[aria-hidden]')).toHaveTextContent(visibleText);
  expect(container.querySelector('sup')).toHaveTextContent('99');
});

test('thousands are not separated by a breaking space', () => {
  const { container } = renderInLanguage('en', <Price cents={123456} />);
  expect(container.querySelector('[aria-hidden]')).toHaveTextContent('€1,23456');
  expect(getAccessibleText(container)).toBe('€1,234.56');
});

test('the former price is an <s> with an accessible label', () => {
  const { container } = renderInLanguage('en', <PriceSticker cents={399} valueCents={1200} />);
  const struck = container.querySelector('s');
  expect(struck).toHaveTextContent('value €12.00');
  expect(screen.getByText('value')).toHaveClass('sr-only');
  expect(screen.getByText('€3.99')).toHaveClass('sr-only');
});

test('without a value there is no <s>', () => {
  const { container } = renderInLanguage('pt', <PriceSticker cents={399} valueCents={null} />);
  expect(container.querySelector('s')).toBeNull();
});

const showMessage = async (message: string) => {
  await act(async () => showToast(message));
  expect(await screen.findByText(message)).toBeInTheDocument();
};

test('a message replaces the one before, and is closed by a sheet', async () => {
  // Earlier than a message ends by itself.
  const soon = { timeout: 3000 };
  await showMessage('First');
  await showMessage('Second');
  await waitFor(() => expect(screen.queryByText('First')).toBeNull(), soon);
  renderInLanguage('en', <Sheet open onClose={() => {}} title="Scan" />);
  await waitFor(() => expect(screen.queryByText('Second')).toBeNull(), soon);
});
