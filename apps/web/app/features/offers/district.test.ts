import { expect, test } from 'vitest';
import { getDistrict } from './district.ts';

test.each([
  ['Rua Augusta 93, Baixa, 1100-048 Lisboa', 'Baixa'],
  ['Rua Augusta 93, 1100-048 Lisboa', 'Rua Augusta 93'],
  ['Rua Augusta 93', 'Rua Augusta 93'],
  ['Rua Augusta 93, 2.º, 1100-048, Lisboa', 'Rua Augusta 93'],
  ['', ''],
])('%s → %s', (address, district) => {
  expect(getDistrict(address)).toBe(district);
});
