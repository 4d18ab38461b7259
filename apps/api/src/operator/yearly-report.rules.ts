import type { SellerYear } from './operator.queries.ts';

/**
 * Sellers of goods below both are not reportable. Source: Directive 2011/16/EU, annex V, section I, B.4
 * (d).
 */
const REPORTABLE_SALES = 30;
const REPORTABLE_EARNING_CENTS = 200_000;

const quarters = [1, 2, 3, 4];

/** Data that annex V, section III, B.2 requires of each seller, as far as WoPack has it. */
export const YEARLY_HEADER = [
  ...[
    'seller',
    'legal_name',
    'address',
    'country',
    'tin',
    'tin_issued_by',
    'vat_number',
    'iban',
    'iban_holder',
  ],
  ...quarters.flatMap((q) => [`packs_q${q}`, `consideration_q${q}_eur`, `fees_q${q}_eur`]),
  ...['packs_year', 'consideration_year_eur', 'fees_year_eur', 'excluded_as_small'],
];

/**
 * In Portugal the tax number is the VAT number; elsewhere they may differ, and WoPack does not ask for the
 * tax number.
 */
const findTin = (vatNumber: string | null): string | null =>
  vatNumber?.startsWith('PT') ? vatNumber.slice(2) : null;

export function buildYearlyRow({ quarters: byQuarter, ...seller }: SellerYear) {
  const sum = (select: (quarter: SellerYear['quarters'][number]) => number) =>
    byQuarter.reduce((total, quarter) => total + select(quarter), 0);
  const orderCount = sum((quarter) => quarter.packs);
  const earningCents = sum((quarter) => quarter.earning_cents);
  const tin = findTin(seller.vat_number);
  return [
    ...[seller.user_id, seller.legal_name, seller.address, seller.country],
    ...[tin, tin && 'PT', seller.vat_number, seller.iban, seller.holder],
    ...byQuarter.flatMap((quarter) => [
      quarter.packs,
      { cents: quarter.earning_cents },
      { cents: quarter.fees_cents },
    ]),
    ...[orderCount, { cents: earningCents }, { cents: sum((quarter) => quarter.fees_cents) }],
    orderCount < REPORTABLE_SALES && earningCents <= REPORTABLE_EARNING_CENTS ? 'yes' : 'no',
  ];
}
