import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { Price } from './price.tsx';

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
