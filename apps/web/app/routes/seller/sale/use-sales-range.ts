import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { addDays, getMonday } from '../../../features/orders/sales/periods.ts';
import { parseAsDateString, urlStateOptions } from '../../../lib/storage/url-state.ts';

export const RANGE_NAMES = ['week', 'weeks4', 'weeks12', 'year', 'own'] as const;

const WEEKS_BY_RANGE = { week: 1, weeks4: 4, weeks12: 12, year: 52 } as const;

const QUERY_PARSERS = {
  range: parseAsStringLiteral(RANGE_NAMES).withDefault('weeks4').withOptions({ clearOnDefault: false }),
  from: parseAsDateString,
  to: parseAsDateString,
  place: parseAsInteger,
  pack: parseAsInteger,
};

/** Which days, place and pack the page is about; kept in the address, so that Back, reload and a bookmark hold it. */
export function useSalesRange(today: string) {
  const [{ range, from, to, place: salePlaceParam, pack: productParam }, setRange] = useQueryStates(
    QUERY_PARSERS,
    urlStateOptions,
  );
  const customRange = range === 'own' && from !== null && to !== null ? { from, to } : null;
  const preset = range === 'own' ? 'weeks4' : range;
  const dates = customRange ?? {
    from: addDays(getMonday(today), -7 * (WEEKS_BY_RANGE[preset] - 1)),
    to: today,
  };
  return {
    name: customRange ? ('own' as const) : preset,
    ...dates,
    salePlaceId: salePlaceParam || null,
    productId: productParam || null,
    setRange: setRange,
  };
}

export type SalesRange = ReturnType<typeof useSalesRange>;
