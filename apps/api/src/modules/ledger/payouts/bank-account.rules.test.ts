import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findIbanError, formatBankText, normaliseIban } from './bank-account.rules.ts';

test.each([
  ['no-break spaces', 'PT50\u00a00002\u202f0123\u00a01234\u00a05678\u00a09015\u00a04'],
  ['zero-width characters', 'PT50\u200b0002\ufeff0123\u200c1234\u20605678\u00ad9015\u200d4'],
  ['marks of the direction of text', '\u202aPT50 0002 0123 1234 5678 9015 4\u202c\u200e\u2069'],
  ['tabs and line feeds', 'PT50\t0002\t0123\r\n1234\n5678 9015 4\n'],
  ['dots and dashes', 'PT50.0002.0123-1234–5678‑9015.4'],
  ['small letters', 'pt50 0002 0123 1234 5678 9015 4'],
])('an IBAN with %s is read', (_what, input) => {
  expect(findIbanError(input)).toBeNull();
  expect(normaliseIban(input)).toBe('PT50000201231234567890154');
});

test.each([
  ['RS35260005601001611379', null],
  ['AL47212110090000000235698741', null],
  ['MD24AG000225100013104168', null],
  ['ME25505000012345678951', null],
  ['MK07250120000058984', null],
  ['CH9300762011623852957', null],
  ['CH4431999123000889012', 'ledger.qrIban'],
  ['TR330006100519786457841326', 'ledger.ibanNotSepa'],
  ['UA213223130000026007233566001', 'ledger.ibanNotSepa'],
  ['PT51000201231234567890154', 'ledger.iban'],
  ['', 'ledger.iban'],
])('%s: %s', (iban, error) => expect(findIbanError(iban)).toBe(error));

test.each([
  ['//Padaria//Rita/', 'Padaria/Rita'],
  ['Ünion & Söhne', 'Union + Sohne'],
  ['///', 'NOTPROVIDED'],
  ['-: Padaria', 'Padaria'],
  ['Пекарня «Щука»', 'Pekarnya Shchuka'],
  ['Αρτοποιείο', 'Artopoieio'],
  ['São João, Lda. [Porto]', 'Sao Joao, Lda. (Porto)'],
  ['Sa\u0303o Joa\u0303o', 'Sao Joao'],
  ['Łódź & Cœur_Straße', 'Lodz + Coeur-Strasse'],
  ['a/ /b', 'a/ /b'],
  ['🙂 Maria ★', 'Maria'],
  ['🙂', 'NOTPROVIDED'],
])('%j is written as %j', (text, expected) => expect(formatBankText(text, 70)).toBe(expected));

test('any text is one that banks accept', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 70 }), (text, maxLength) => {
      const written = formatBankText(text, maxLength);
      expect(written).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]+$/);
      expect(written.length).toBeLessThanOrEqual(maxLength);
      expect(written).not.toMatch(/^[/:\- ]|\/\/|[/ ]$/);
    }),
  );
});
