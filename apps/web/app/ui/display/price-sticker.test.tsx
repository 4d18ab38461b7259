import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { PriceSticker } from './price-sticker.tsx';

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
