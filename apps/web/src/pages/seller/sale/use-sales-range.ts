import { useSearchParams } from 'react-router';
import { addDays, mondayOf } from '../../../modules/orders/sales/periods.ts';

export const ranges = ['week', 'weeks4', 'weeks12', 'year', 'own'] as const;

const weeks = { week: 1, weeks4: 4, weeks12: 12, year: 52 } as const;
const date = /^\d{4}-\d{2}-\d{2}$/;

/** Which days, place and pack the page is about; kept in the address, so that Back, reload and a bookmark hold it. */
export function useSalesRange(today: string) {
  const [search, setSearch] = useSearchParams();
  const asked = ranges.find((name) => name === search.get('range')) ?? 'weeks4';
  const [from, to] = [search.get('from') ?? '', search.get('to') ?? ''];
  const own = asked === 'own' && date.test(from) && date.test(to);
  const name = asked === 'own' && !own ? 'weeks4' : asked;
  const days =
    name === 'own' ? { from, to } : { from: addDays(mondayOf(today), -7 * (weeks[name] - 1)), to: today };
  const number = (key: string) => Number(search.get(key)) || null;
  const set = (change: Record<string, string | number | null>) =>
    setSearch(
      (before) => {
        for (const [key, value] of Object.entries(change)) {
          if (value === null) before.delete(key);
          else before.set(key, String(value));
        }
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return { name, ...days, placeId: number('place'), productId: number('pack'), set };
}

export type SalesRange = ReturnType<typeof useSalesRange>;
