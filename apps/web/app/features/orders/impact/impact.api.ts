import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';
import { queryKeys } from '../../../lib/data/shared-queries.ts';

export type Impact = Reply<'getImpact'>['data'];

/** Whose figures: the buyer's, or those of the business or one of its sale places. */
type ImpactSubject = 'buyer' | { salePlaceId: number | null };

export interface ImpactQuery {
  subject: ImpactSubject;
  /** Null: the present one. */
  month: string | null;
}

const toMonthQuery = (month: string | null) => (month === null ? {} : { month });
const toBusinessQuery = ({ salePlaceId }: { salePlaceId: number | null }, month: string | null) => ({
  ...toMonthQuery(month),
  ...(salePlaceId !== null && { sale_place_id: salePlaceId }),
});

export const impactQuery = ({ subject, month }: ImpactQuery) =>
  queryOptions({
    queryKey: [...(subject === 'buyer' ? queryKeys.orders : queryKeys.seller), 'impact', subject, month],
    queryFn: async ({ signal }) =>
      subject === 'buyer'
        ? (await call('getImpact', { query: toMonthQuery(month), signal })).data
        : (await call('getBusinessImpact', { query: toBusinessQuery(subject, month), signal })).data,
    placeholderData: keepPreviousData,
  });

export const loadImpactPdf = ({ subject, month }: ImpactQuery) =>
  subject === 'buyer'
    ? call('exportImpactPdf', { query: toMonthQuery(month) })
    : call('exportBusinessImpactPdf', { query: toBusinessQuery(subject, month) });

export const loadImpactPicture = ({ subject, month }: ImpactQuery) =>
  subject === 'buyer'
    ? call('exportImpactPicture', { query: toMonthQuery(month) })
    : call('exportBusinessImpactPicture', { query: toBusinessQuery(subject, month) });

/** Of everybody's page. */
export const salePlaceImpactQuery = (id: number) =>
  queryOptions({
    queryKey: ['sale-place-impact', id],
    queryFn: async ({ signal }) => (await call('getSalePlaceImpact', { params: { id }, signal })).data,
  });
