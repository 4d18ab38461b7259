import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';

export type UnchangedSlot = Reply<'updateDateOverride'>['data']['kept'][number];

/** Seven days of a venue from a date on; null: from its today. */
export const useSellerWeek = (salePlaceId: number, from: string | null) =>
  useQuery({
    queryKey: ['seller', 'week', salePlaceId, from],
    queryFn: async ({ signal }) => {
      const query = { sale_place_id: salePlaceId, ...(from && { from }) };
      return (await call('getSellerWeek', { query, signal })).data;
    },
    placeholderData: (previous, query) =>
      query?.queryKey[2] === salePlaceId ? keepPreviousData(previous) : undefined,
  });

/** Everything a seller sees is asked for anew after a change. */
function useSellerMutation<T, R>(request: (input: T) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: request,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['seller'] });
    },
  });
}

export const useUpdateDateOverride = () =>
  useSellerMutation(
    async ({ id, date, ...body }: { id: number; date: string } & Input<'updateDateOverride'>['body']) =>
      (await call('updateDateOverride', { params: { id, date }, body })).data.kept,
  );

export function useHolidays(salePlaceId: number) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: ['seller', 'holidays', salePlaceId, i18n.language],
    queryFn: async ({ signal }) => call('listHolidays', { params: { id: salePlaceId }, signal }),
  });
}

export const useSaveHoliday = (salePlaceId: number) =>
  useSellerMutation(
    async (body: Input<'saveHoliday'>['body']) =>
      (await call('saveHoliday', { params: { id: salePlaceId }, body })).data.kept,
  );

export const useDeleteHoliday = () =>
  useSellerMutation(async (id: number) => call('deleteHoliday', { params: { id } }));
