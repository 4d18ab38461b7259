import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { inAddress, parseAsDay } from '../../../lib/address-filters.ts';
import { addDays, getMonday } from '../../../modules/orders/sales/periods.ts';

export const ranges = ['week', 'weeks4', 'weeks12', 'year', 'own'] as const;

const weeks = { week: 1, weeks4: 4, weeks12: 12, year: 52 } as const;

const fields = {
  range: parseAsStringLiteral(ranges).withDefault('weeks4').withOptions({ clearOnDefault: false }),
  from: parseAsDay,
  to: parseAsDay,
  place: parseAsInteger,
  pack: parseAsInteger,
};

/** Which days, place and pack the page is about; kept in the address, so that Back, reload and a bookmark hold it. */
export function useSalesRange(today: string) {
  const [{ range, from, to, place, pack }, set] = useQueryStates(fields, inAddress);
  const own = range === 'own' && from !== null && to !== null ? { from, to } : null;
  const preset = range === 'own' ? 'weeks4' : range;
  const days = own ?? { from: addDays(getMonday(today), -7 * (weeks[preset] - 1)), to: today };
  return {
    name: own ? ('own' as const) : preset,
    ...days,
    placeId: place || null,
    productId: pack || null,
    set,
  };
}

export type SalesRange = ReturnType<typeof useSalesRange>;
