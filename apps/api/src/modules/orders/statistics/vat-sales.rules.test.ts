import type { VatRate } from '@wopack/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVatSums, splitLine, type VatLine } from './vat-sales.rules.ts';

const rate = fc.constantFrom<VatRate>(6, 13, 23, 6.5, 0, 'mixed', null);

/** The lines of an order: the sale, and what went back of it in parts. */
const order = fc
  .record({
    price: fc.integer({ min: 1, max: 9999 }),
    vat_rate: rate,
    parts: fc.array(fc.nat(), { maxLength: 4 }),
  })
  .map(({ price, vat_rate, parts }): VatLine[] => {
    const totals = [...new Set(parts.map((part) => part % (price + 1)))]
      .filter(Boolean)
      .toSorted((a, b) => a - b);
    return [
      { kind: 'sale', before_cents: 0, after_cents: price, vat_rate },
      ...totals.map(
        (total, index): VatLine => ({
          kind: 'refund',
          before_cents: index === 0 ? 0 : totals[index - 1]!,
          after_cents: total,
          vat_rate,
        }),
      ),
    ];
  });

test('in each line and each sum, net and tax are the price', () => {
  fc.assert(
    fc.property(fc.array(order, { maxLength: 20 }), (orders) => {
      const sums = createVatSums();
      let total = 0;
      for (const line of orders.flat()) {
        const amounts = splitLine(line);
        sums.add(line.vat_rate, amounts);
        total += amounts.grossCents;
        if (typeof line.vat_rate === 'number')
          expect(amounts.netCents! + amounts.taxCents!).toBe(amounts.grossCents);
        else expect([amounts.netCents, amounts.taxCents]).toEqual([null, null]);
      }
      let summed = 0;
      for (const [vatRate, { grossCents, netCents, taxCents }] of sums.list()) {
        summed += grossCents;
        if (typeof vatRate === 'number') expect(netCents! + taxCents!).toBe(grossCents);
        else expect([netCents, taxCents]).toEqual([null, null]);
      }
      expect(summed).toBe(total);
    }),
  );
});

test('what went back as a whole leaves nothing, in however many parts', () => {
  fc.assert(
    fc.property(order, (lines) => {
      const price = lines[0]!.after_cents;
      const returned = lines.at(-1)!.kind === 'refund' ? lines.at(-1)!.after_cents : 0;
      const rest: VatLine = { ...lines[0]!, kind: 'refund', before_cents: returned, after_cents: price };
      const sums = createVatSums();
      for (const line of returned < price ? [...lines, rest] : lines)
        sums.add(line.vat_rate, splitLine(line));
      const [[, sum]] = sums.list() as [[VatRate, ReturnType<typeof splitLine>]];
      const nothing = typeof lines[0]!.vat_rate === 'number' ? 0 : null;
      expect([sum.grossCents, sum.netCents, sum.taxCents].map((cents) => cents && Math.abs(cents))).toEqual([
        0,
        nothing,
        nothing,
      ]);
    }),
  );
});

test('sums are by rate, then mixed, then not stated', () => {
  const sums = createVatSums();
  for (const vat_rate of [null, 23, 'mixed', 6] as VatRate[])
    sums.add(vat_rate, splitLine({ kind: 'sale', before_cents: 0, after_cents: 399, vat_rate }));
  expect(sums.list().map(([vatRate]) => vatRate)).toEqual([6, 23, 'mixed', null]);
});
