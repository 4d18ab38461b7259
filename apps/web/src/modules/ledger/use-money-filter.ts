import { movementKinds, movementRoles } from '@wopack/contract/vocabulary';
import { useSearchParams } from 'react-router';
import type { Filter } from './ledger.api.ts';

const date = /^\d{4}-\d{2}-\d{2}$/;

/** Which movements the page is about; kept in the address, so that Back, reload and a bookmark hold it. */
export function useMoneyFilter() {
  const [search, setSearch] = useSearchParams();
  const day = (key: 'from' | 'to') => {
    const value = search.get(key) ?? '';
    return date.test(value) ? value : undefined;
  };
  const all = {
    role: movementRoles.find((role) => role === search.get('role')),
    kind: movementKinds.find((kind) => kind === search.get('kind')),
    from: day('from'),
    to: day('to'),
  };
  const filter: Filter = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const set = (change: Partial<Record<keyof Filter, string>>) =>
    setSearch(
      (before) => {
        for (const [key, value] of Object.entries(change)) {
          if (value) before.set(key, value);
          else before.delete(key);
        }
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    set,
    clear: () => set({ role: '', kind: '', from: '', to: '' }),
  };
}

export type MoneyFilter = ReturnType<typeof useMoneyFilter>;
