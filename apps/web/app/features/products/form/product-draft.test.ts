import { expect, test } from 'vitest';
import { emptyProductDraft, toProductBody } from './product-draft.ts';

test.each([
  ['12,50', '12.50'],
  ['12.5', '12.50'],
  [' 12 € ', '12.00'],
  ['€12,50', '12.50'],
  // Refused beside its field.
  ['1.000', '1.000'],
  ['twelve', 'twelve'],
])('a value typed as %j is sent as %s', (value, expected) => {
  expect(toProductBody({ ...emptyProductDraft, price: 3.99, value })).toMatchObject({ old_price: expected });
});

test('a value that is not typed stays as it is', () => {
  expect(toProductBody({ ...emptyProductDraft, price: 3.99, value: ' ' })).not.toHaveProperty('old_price');
});
