import { describe, expect, test } from 'vitest';
import { formatPostalAddress, splitPostalAddress } from './postal-address.ts';

describe('an address in one line', () => {
  test.each([
    ['Rua da Trindade 18', '1200-468', 'Lisboa', 'PT', 'Rua da Trindade 18, 1200-468 Lisboa'],
    ['1 Fleet Street\nFloor 2', 'EC4Y 1AA', 'London', 'GB', '1 Fleet Street, Floor 2, London EC4Y 1AA'],
    [
      'Rua da Trindade 18,\n1200-468 Lisboa',
      '1200-468',
      'Lisboa',
      'PT',
      'Rua da Trindade 18, 1200-468 Lisboa',
    ],
    ['Rua da Trindade 18, 1200-468 Lisboa', null, null, 'PT', 'Rua da Trindade 18, 1200-468 Lisboa'],
  ])('%j %j %j %s', (address, postCode, city, country, line) => {
    expect(formatPostalAddress({ address, post_code: postCode, city, country })).toBe(line);
  });
});

test('a Portuguese address typed whole is split and comes together again', () => {
  const parts = splitPostalAddress('Rua da Trindade 18, 1.º\n1200-468 Lisboa')!;
  expect(parts).toEqual({ street: 'Rua da Trindade 18, 1.º', postCode: '1200-468', city: 'Lisboa' });
  expect(
    formatPostalAddress({
      address: parts.street,
      post_code: parts.postCode,
      city: parts.city,
      country: 'PT',
    }),
  ).toBe('Rua da Trindade 18, 1.º, 1200-468 Lisboa');
  expect(splitPostalAddress('Unter den Linden 1, 10117 Berlin')).toBeNull();
});
