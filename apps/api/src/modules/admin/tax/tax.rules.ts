import type { SellerKind } from '@wopack/contract';
/** Sellers of goods below both are not reportable. Source: Directive 2011/16/EU, annex V, section I, B.4 (d). */
export const REPORTABLE_SALES = 30;
export const REPORTABLE_EARNING_CENTS = 200_000;

/** Sellers resident elsewhere are not reportable. Source: the same, section I, B.3. */
export const MEMBER_STATES = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
];

interface Week {
  quarter: number;
  from: Date;
  /** Not included. */
  to: Date;
}

/** The weeks of a calendar year, of which one that a quarter ends in is two. */
export function listWeeksOfQuarters(year: number, timeZone: string): Week[] {
  const weeks: Week[] = [];
  const toDate = (date: Temporal.PlainDate) => new Date(date.toZonedDateTime(timeZone).epochMilliseconds);
  for (let quarter = 1; quarter <= 4; quarter++) {
    let from = Temporal.PlainDate.from({ year, month: quarter * 3 - 2, day: 1 });
    const end = from.add({ months: 3 });
    while (Temporal.PlainDate.compare(from, end) < 0) {
      const next = from.add({ weeks: 1 });
      const to = Temporal.PlainDate.compare(next, end) < 0 ? next : end;
      weeks.push({ quarter, from: toDate(from), to: toDate(to) });
      from = to;
    }
  }
  return weeks;
}

interface Quarter {
  /** Units sold less those given back. */
  orders: number;
  earning_cents: number;
  fees_cents: number;
}

/** What a seller earned in a year, and who they are as far as it is known. */
export interface SellerYear {
  user_id: number;
  /** Who handed the business over, with what was sold until then. */
  is_former?: boolean;
  legal_name: string | null;
  kind: SellerKind | null;
  first_name: string | null;
  last_name: string | null;
  birth_date: string | null;
  register_number: string | null;
  address: string | null;
  post_code: string | null;
  city: string | null;
  country: string | null;
  tax_number: string | null;
  tax_country: string | null;
  vat_number: string | null;
  iban: string | null;
  holder: string | null;
  /** Four. */
  quarters: Quarter[];
}

const quarterNumbers = [1, 2, 3, 4];

/** Data that annex V, section III, B.2 requires of each seller. */
export const YEARLY_HEADER = [
  'seller',
  'legal_name',
  'kind',
  'first_name',
  'last_name',
  'birth_date',
  'register_number',
  'post_code',
  'city',
  'address',
  'country',
  'tin',
  'tin_issued_by',
  'vat_number',
  'iban',
  'iban_holder',
  ...quarterNumbers.flatMap((q) => [`packs_q${q}`, `consideration_q${q}_eur`, `fees_q${q}_eur`]),
  'packs_year',
  'consideration_year_eur',
  'fees_year_eur',
  'excluded_as_small',
  'is_former_owner',
];

/** Without a tax number of its own: in Portugal it is the VAT number, elsewhere they may differ. */
function findTaxNumber({ tax_number, tax_country, vat_number }: SellerYear) {
  if (tax_number) return { number: tax_number, country: tax_country };
  return vat_number?.startsWith('PT') ? { number: vat_number.slice(2), country: 'PT' } : null;
}

const sumQuarters = ({ quarters }: SellerYear, select: (quarter: Quarter) => number): number =>
  quarters.reduce((total, quarter) => total + select(quarter), 0);

const isSmall = (seller: SellerYear): boolean =>
  sumQuarters(seller, ({ orders }) => orders) < REPORTABLE_SALES &&
  sumQuarters(seller, (quarter) => quarter.earning_cents) <= REPORTABLE_EARNING_CENTS;

/** The cells below the header. */
export function buildYearlyRow(seller: SellerYear): (string | number | null | { cents: number })[] {
  const tin = findTaxNumber(seller);
  return [
    seller.user_id,
    seller.legal_name,
    seller.kind,
    seller.first_name,
    seller.last_name,
    seller.birth_date,
    seller.register_number,
    seller.post_code,
    seller.city,
    seller.address,
    seller.country,
    tin?.number ?? null,
    tin?.country ?? null,
    seller.vat_number,
    seller.iban,
    seller.holder,
    ...seller.quarters.flatMap((quarter) => [
      quarter.orders,
      { cents: quarter.earning_cents },
      { cents: quarter.fees_cents },
    ]),
    sumQuarters(seller, ({ orders }) => orders),
    { cents: sumQuarters(seller, (quarter) => quarter.earning_cents) },
    { cents: sumQuarters(seller, (quarter) => quarter.fees_cents) },
    isSmall(seller) ? 'yes' : 'no',
    seller.is_former ? 'yes' : 'no',
  ];
}

/** A seller with all that a report needs. */
export type CompleteSeller = SellerYear & {
  [K in 'legal_name' | 'kind' | 'address' | 'city' | 'country' | 'tax_number' | 'tax_country']: NonNullable<
    SellerYear[K]
  >;
};

/** Reportable sellers, apart from those of whom something is missing. */
export function selectReportable(sellers: readonly SellerYear[]) {
  const reportable = sellers.filter(
    (seller) => !isSmall(seller) && (seller.country === null || MEMBER_STATES.includes(seller.country)),
  );
  const isComplete = (seller: SellerYear): seller is CompleteSeller =>
    seller.legal_name !== null && seller.kind !== null;
  return {
    complete: reportable.filter(isComplete),
    incomplete: reportable.filter((seller) => !isComplete(seller)),
  };
}
