import { expect, test } from 'vitest';
import { buildYearlyRow, YEARLY_HEADER } from './yearly-report.rules.ts';

const emptyQuarter = { packs: 0, earning_cents: 0, fees_cents: 0 };
const seller = {
  ...{ user_id: 7, legal_name: 'Aurora, Lda.', address: 'Rua 1', country: 'PT', vat_number: 'PT501442600' },
  ...{ iban: 'PT50000201231234567890154', holder: 'Aurora' },
};
const buildRow = (packs: number, earningCents: number, overrides: Partial<typeof seller> = {}) => {
  const quarters = [
    emptyQuarter,
    { packs, earning_cents: earningCents, fees_cents: packs * 129 },
    emptyQuarter,
    emptyQuarter,
  ];
  const cells = buildYearlyRow({ ...seller, ...overrides, quarters });
  expect(cells).toHaveLength(YEARLY_HEADER.length);
  return Object.fromEntries(cells.map((cell, i) => [YEARLY_HEADER[i], cell]));
};

test.each([
  [29, 200_000, 'yes'],
  [30, 10_000, 'no'],
  [29, 200_001, 'no'],
])('%d units for %d cents in a year: below the reporting threshold? %s', (packs, earningCents, expected) => {
  expect(buildRow(packs, earningCents)).toMatchObject({
    ...{ packs_year: packs, consideration_year_eur: { cents: earningCents }, excluded_as_small: expected },
    ...{ packs_q2: packs, fees_q2_eur: { cents: packs * 129 }, packs_q1: 0, tin: '501442600' },
  });
});

test('an unknown tax number is left empty', () =>
  expect(buildRow(40, 10_000, { country: 'DE', vat_number: 'DE136695976' })).toMatchObject({
    ...{ tin: null, tin_issued_by: null, vat_number: 'DE136695976', country: 'DE' },
  }));
