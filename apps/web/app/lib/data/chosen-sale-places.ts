import { readStored, useStored, writeStored } from '../storage/storage.ts';
import type { SalePlaceChoice } from '../storage/stored-values.ts';
import { useMemberRights } from './shared-queries.ts';

/** Remembered by business, on this device. */
export const chooseSalePlaces = (businessId: number | null, choice: SalePlaceChoice): void =>
  writeStored('sellerPlaces', { ...readStored('sellerPlaces'), [businessId ?? 0]: choice });

/** Those chosen that are still there; without any of them, the fallback. */
export function resolveSalePlaces<T extends { id: number }>(
  salePlaces: readonly T[],
  choice: SalePlaceChoice | undefined,
  fallback: 'first' | 'all' = 'first',
): readonly T[] {
  if (choice === 'all') return salePlaces;
  const chosen = salePlaces.filter(({ id }) => choice?.includes(id));
  if (chosen.length > 0) return chosen;
  return fallback === 'all' ? salePlaces : salePlaces.slice(0, 1);
}

/** The sale places that the seller's pages are about, and a function to choose others. */
export function useChosenSalePlaces<T extends { id: number }>(
  salePlaces: readonly T[],
  fallback?: 'first' | 'all',
) {
  const { businessId } = useMemberRights();
  const [choices] = useStored('sellerPlaces');
  const chosen = resolveSalePlaces(salePlaces, choices?.[businessId ?? 0], fallback);
  return {
    chosen,
    /** Null: all of several. */
    ids: salePlaces.length > 1 && chosen.length === salePlaces.length ? null : chosen.map(({ id }) => id),
    choose: (choice: SalePlaceChoice) => chooseSalePlaces(businessId, choice),
  };
}

/** For lists of a business: the sale place that a link names, else those chosen, else all, also removed ones. */
export function useLinkedSalePlaces<T extends { id: number }>(
  salePlaces: readonly T[],
  linkedId: number | null,
) {
  const { chosen, ids, choose } = useChosenSalePlaces(salePlaces, 'all');
  const linked = salePlaces.filter(({ id }) => id === linkedId);
  if (salePlaces.length < 2) return { chosen, ids: null, choose };
  return linked.length > 0
    ? { chosen: linked, ids: linked.map(({ id }) => id), choose }
    : { chosen, ids, choose };
}

/** The query of a call; null: all sale places. */
export function toSalePlaceQuery(ids: readonly number[] | null) {
  if (ids === null) return {};
  return ids.length === 1 ? { sale_place_id: ids[0]! } : { sale_place_ids: ids.join(',') };
}
