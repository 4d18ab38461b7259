import { movementKinds, movementRoles } from '@wopack/contract/vocabulary';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { parseAsDateString, urlStateOptions } from '../../lib/storage/url-state.ts';
import type { MovementFilter } from './ledger.api.ts';

const filterParsers = {
  role: parseAsStringLiteral(movementRoles),
  kind: parseAsStringLiteral(movementKinds),
  from: parseAsDateString,
  to: parseAsDateString,
};
type FilterUpdate = Parameters<ReturnType<typeof useQueryStates<typeof filterParsers>>[1]>[0];

/** Which movements the page is about; kept in the address, so that Back, reload and a bookmark hold it. */
export function useMovementFilter() {
  const [params, setParams] = useQueryStates(filterParsers, urlStateOptions);
  const filter: MovementFilter = Object.fromEntries(
    Object.entries(params).filter(([, value]) => value !== null),
  );
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    /** An empty text takes a filter away. */
    updateFilter: (changes: Partial<Record<keyof MovementFilter, string>>) => {
      const values = Object.entries(changes).map(([key, value]) => [key, value || null]);
      void setParams(Object.fromEntries(values) as FilterUpdate);
    },
    clear: () => void setParams(null),
  };
}

export type MovementFilterState = ReturnType<typeof useMovementFilter>;
