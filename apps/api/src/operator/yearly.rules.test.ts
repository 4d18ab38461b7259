import { expect, test } from 'vitest';
import { YEARLY_HEAD, yearlyRow } from './yearly.rules.ts';

const none = { packs: 0, earning_cents: 0, fees_cents: 0 };
const seller = {
  ...{ user_id: 7, legal_name: 'Aurora, Lda.', address: 'Rua 1', country: 'PT', vat_number: 'PT501442600' },
  ...{ iban: 'PT50000201231234567890154', holder: 'Aurora' },
};
const row = (packs: number, earned: number, change: Partial<typeof seller> = {}) => {
  const quarters = [none, { packs, earning_cents: earned, fees_cents: packs * 129 }, none, none];
  const cells = yearlyRow({ ...seller, ...change, quarters });
  expect(cells).toHaveLength(YEARLY_HEAD.length);
  return Object.fromEntries(cells.map((cell, i) => [YEARLY_HEAD[i], cell]));
};

test.each([
  [29, 200_000, 'yes'],
  [30, 10_000, 'no'],
  [29, 200_001, 'no'],
])('%d packs for %d cents in a year: too small to be reported? %s', (packs, earned, excluded) => {
  expect(row(packs, earned)).toMatchObject({
    ...{ packs_year: packs, consideration_year_eur: { cents: earned }, excluded_as_small: excluded },
    ...{ packs_q2: packs, fees_q2_eur: { cents: packs * 129 }, packs_q1: 0, tin: '501442600' },
  });
});

test('a tax number that is not known is left open', () =>
  expect(row(40, 10_000, { country: 'DE', vat_number: 'DE136695976' })).toMatchObject({
    ...{ tin: null, tin_issued_by: null, vat_number: 'DE136695976', country: 'DE' },
  }));
