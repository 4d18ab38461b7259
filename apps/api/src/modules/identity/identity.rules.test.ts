import { businessCountries } from '@wopack/contract';
import { parseNif, parseTaxNumber } from '@wopack/domain';
import fc from 'fast-check';
import { checkVAT, countries } from 'jsvat-next';
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
  ['NO', 'NO 995 525 828 MVA', '995525828MVA'],
  ['NO', '995 525 828', '995525828MVA'],
  ['GR', 'GR 094259216', 'EL094259216'],
  ['GR', 'el 094.259.216', 'EL094259216'],
  ['BE', 'BE 428.759.497', 'BE0428759497'],
  ['BE', '428 759 497', 'BE0428759497'],
  ['BE', '0428759497', 'BE0428759497'],
  ['SE', '556703-7485', 'SE556703748501'],
  ['CH', 'CHE-116.281.710', 'CHE116281710'],
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
  ['PT', '999999990'],
  ['PT', 'PT 999 999 990'],
  ['PT', '123456789'],
  ['PT', '000000000'],
  ['BE', '428759498'],
  ['DE', 'DE000000000'],
  ['NO', 'NO 995 525 829 MVA'],
] as const)('%s: %j is none', (country, input) => {
  expect(parseVatNumber(country, input)).toBeNull();
});

test('every country has a VAT number format', () => {
  const supportedCountries = countries.map(({ codes }) => codes[0]);
  expect(businessCountries.filter((country) => !supportedCountries.includes(country))).toEqual([]);
});

test.each(['000000000', '123456789', '111-111-111'])('%s is a placeholder, not a tax number', (input) => {
  expect(parseTaxNumber('DE', input)).toBeNull();
  expect(parseTaxNumber('PT', input)).toBeNull();
});

test('a NIF has the check digit that the library of VAT numbers asks for', () => {
  const rules = countries.filter(({ codes }) => codes[0] === 'PT');
  fc.assert(
    fc.property(fc.integer({ min: 100_000_000, max: 999_999_979 }), (number) => {
      const nif = String(number);
      if (/^4[^5]|^(\d)\1+$|^123456789$/.test(nif)) return;
      expect(parseNif(nif) !== null).toBe(checkVAT(`PT${nif}`, rules).isValid);
    }),
    { numRuns: 2000 },
  );
});
