import { expect, test } from 'vitest';
import { renderIn } from '../../test/render.tsx';
import { Price } from './price.tsx';

/** What is read out: the text without what is hidden from assistive technology. */
function spoken(container: HTMLElement): string {
  const copy = container.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return copy.textContent.replace(/\s/g, ' ');
}

test.each([
  ['pt', '3,99 €', '399€'],
  ['ru', '3,99 €', '399€'],
  ['en', '€3.99', '€399'],
] as const)('%s: read as %s, drawn with raised cents', (language, plain, drawn) => {
  const { container } = renderIn(language, <Price cents={399} />);
  expect(spoken(container)).toBe(plain);
  expect(container.querySelector('[aria-hidden]')).toHaveTextContent(drawn);
  expect(container.querySelector('sup')).toHaveTextContent('99');
});

test('thousands stay together', () => {
  const { container } = renderIn('en', <Price cents={123456} />);
  expect(container.querySelector('[aria-hidden]')).toHaveTextContent('€1,23456');
  expect(spoken(container)).toBe('€1,234.56');
});
