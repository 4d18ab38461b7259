import { queryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../lib/api/api.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';

export type SalePlaceForecast = Reply<'getForecast'>['data'];
export type ProductForecast = SalePlaceForecast['packs'][number];
export type DayForecast = ProductForecast['days'][number] & { publicHoliday: string | null };

/** The next seven days of a sale place. */
export const forecastQuery = (salePlaceId: number) =>
  queryOptions({
    queryKey: [...queryKeys.seller, 'forecast', salePlaceId],
    queryFn: async ({ signal }) =>
      (await call('getForecast', { query: { sale_place_id: salePlaceId }, signal })).data,
  });

export const joinDays = (
  { dates }: Pick<SalePlaceForecast, 'dates'>,
  { days }: ProductForecast,
): DayForecast[] =>
  days.map((day, index) => ({ ...day, publicHoliday: dates[index]?.public_holiday ?? null }));
