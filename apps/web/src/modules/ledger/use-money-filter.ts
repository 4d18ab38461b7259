import { movementKinds, movementRoles } from '@wopack/contract/vocabulary';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { inAddress, parseAsDay } from '../../lib/address-filters.ts';
import type { Filter } from './ledger.api.ts';

const fields = {
  role: parseAsStringLiteral(movementRoles),
  kind: parseAsStringLiteral(movementKinds),
  from: parseAsDay,
  to: parseAsDay,
};
type Change = Parameters<ReturnType<typeof useQueryStates<typeof fields>>[1]>[0];

/** Which movements the page is about; kept in the address, so that Back, reload and a bookmark hold it. */
export function useMoneyFilter() {
  const [all, setAll] = useQueryStates(fields, inAddress);
  const filter: Filter = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    /** An empty text takes a filter away. */
    set: (change: Partial<Record<keyof Filter, string>>) => {
      const values = Object.entries(change).map(([key, value]) => [key, value || null]);
      void setAll(Object.fromEntries(values) as Change);
    },
    clear: () => void setAll(null),
  };
}

export type MoneyFilter = ReturnType<typeof useMoneyFilter>;
