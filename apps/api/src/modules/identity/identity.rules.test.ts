import { businessCountries } from '@wopack/contract';
import { countries } from 'jsvat-next';
import { expect, test } from 'vitest';
import { parseVatNumber } from './identity.rules.ts';

test.each([
  ['PT', '501 442 600', 'PT501442600'],
  ['PT', 'pt-501.442.600', 'PT501442600'],
  ['DE', 'DE136695976', 'DE136695976'],
  ['GR', '094259216', 'EL094259216'],
  ['CH', '116.281.710 MWST', 'CHE116281710MWST'],
  ['CH', 'CHE-116.281.710 MWST', 'CHE116281710MWST'],
  ['AT', 'U13585627', 'ATU13585627'],
  ['RU', '7707083893', 'RU7707083893'],
] as const)('%s: %s is %s', (country, input, expected) => {
  expect(parseVatNumber(country, input)).toBe(expected);
});

test.each([
  ['PT', '501442601'],
  ['PT', '50144260'],
  ['PT', 'DE136695976'],
  ['DE', 'PT501442600'],
  ['PT', ''],
  ['PT', "' or 1=1 --"],
  ['PT', '501442600501442600'],
] as const)('%s: %j is none', (country, input) => {
  expect(parseVatNumber(country, input)).toBeNull();
});

test('every country has a VAT number format', () => {
  const supportedCountries = countries.map(({ codes }) => codes[0]);
  expect(businessCountries.filter((country) => !supportedCountries.includes(country))).toEqual([]);
});
