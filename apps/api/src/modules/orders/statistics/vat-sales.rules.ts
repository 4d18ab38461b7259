import { splitVat, type VatRate } from '@wopack/domain';

/**
 * A sale, money that went back, or that a bank took back again, so that the sale stands as far: from `before_cents` to
 * `after_cents` of the price.
 */
export interface VatLine {
  kind: 'sale' | 'refund' | 'restored';
  before_cents: number;
  after_cents: number;
  vat_rate: VatRate;
}

/** Net and tax are null where the till has to split, or nobody stated a rate. */
export interface VatAmounts {
  grossCents: number;
  netCents: number | null;
  taxCents: number | null;
}

/**
 * A refund is split as the difference of what went back in all, so that refunds of the whole price leave no cent of net or
 * tax, in however many parts they come.
 */
export function splitLine({
  kind,
  before_cents: before,
  after_cents: after,
  vat_rate: rate,
}: VatLine): VatAmounts {
  const sign = kind === 'sale' ? 1 : -1;
  const grossCents = sign * (after - before);
  if (typeof rate !== 'number') return { grossCents, netCents: null, taxCents: null };
  const netCents = sign * (splitVat(after, rate).netCents - splitVat(before, rate).netCents);
  return { grossCents, netCents, taxCents: grossCents - netCents };
}

const addCents = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

/** Adds the lines of each rate; in the order of the rates, then mixed, then not stated. */
export function createVatSums() {
  const sums = new Map<VatRate, VatAmounts>();
  return {
    add(rate: VatRate, amounts: VatAmounts): void {
      const sum = sums.get(rate);
      sums.set(
        rate,
        sum
          ? {
              grossCents: sum.grossCents + amounts.grossCents,
              netCents: addCents(sum.netCents, amounts.netCents),
              taxCents: addCents(sum.taxCents, amounts.taxCents),
            }
          : amounts,
      );
    },
    list: (): [VatRate, VatAmounts][] => [...sums].toSorted(([a], [b]) => toRank(a) - toRank(b)),
  };
}

const toRank = (rate: VatRate): number => (typeof rate === 'number' ? rate : rate === 'mixed' ? 1000 : 2000);
