import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';

export type Kept = Reply<'updateDateOverride'>['data']['kept'][number];

/** Seven days of a venue from a date on; null: from its today. */
export const useWeek = (placeId: number, from: string | null) =>
  useQuery({
    queryKey: ['seller', 'week', placeId, from],
    queryFn: async ({ signal }) => {
      const query = { sale_place_id: placeId, ...(from && { from }) };
      return (await call('getSellerWeek', { query, signal })).data;
    },
    placeholderData: (before, query) =>
      query?.queryKey[2] === placeId ? keepPreviousData(before) : undefined,
  });

/** Everything a seller sees is asked for anew after a change. */
function useChange<T, R>(change: (input: T) => Promise<R>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['seller'] });
    },
  });
}

export const useSetDate = () =>
  useChange(
    async ({ id, date, ...body }: { id: number; date: string } & Input<'updateDateOverride'>['body']) =>
      (await call('updateDateOverride', { params: { id, date }, body })).data.kept,
  );

export function useHolidays(placeId: number) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['seller', 'holidays', placeId, i18n.language],
    queryFn: async ({ signal }) => call('listHolidays', { params: { id: placeId }, signal }),
  });
}

export const useSaveHoliday = (placeId: number) =>
  useChange(
    async (body: Input<'saveHoliday'>['body']) =>
      (await call('saveHoliday', { params: { id: placeId }, body })).data.kept,
  );

export const useRemoveHoliday = () =>
  useChange(async (id: number) => call('deleteHoliday', { params: { id } }));
