import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { call } from '../../../lib/api/api.ts';
import { queryKeys } from '../../../lib/data/shared-queries.ts';

export type Impact = Reply<'getImpact'>['data'];

/** Figures that everybody sees have no packs by name, and months that are hidden. */
export type ShownImpact = Omit<Impact, 'products' | 'months'> & {
  months: (Impact['months'][number] & { is_hidden?: boolean })[];
  products?: Impact['products'];
};

/** Whose figures: the buyer's, or those of the business or one of its sale places. */
type ImpactSubject = 'buyer' | { salePlaceId: number | null };

/** Those for everybody. */
type PublicSubject = { townKey: string } | { publicSalePlaceId: number };

export interface ImpactQuery<Subject = ImpactSubject> {
  subject: Subject;
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

export type ImpactFileQuery = ImpactQuery<ImpactSubject | PublicSubject>;

export function loadImpactPdf({ subject, month }: ImpactFileQuery) {
  const query = toMonthQuery(month);
  if (subject === 'buyer') return call('exportImpactPdf', { query });
  if ('townKey' in subject) return call('exportTownImpactPdf', { params: { key: subject.townKey }, query });
  if ('publicSalePlaceId' in subject)
    return call('exportSalePlaceImpactPdf', { params: { id: subject.publicSalePlaceId }, query });
  return call('exportBusinessImpactPdf', { query: toBusinessQuery(subject, month) });
}

export function loadImpactPicture({ subject, month }: ImpactFileQuery) {
  const query = toMonthQuery(month);
  if (subject === 'buyer') return call('exportImpactPicture', { query });
  if ('townKey' in subject)
    return call('exportTownImpactPicture', { params: { key: subject.townKey }, query });
  if ('publicSalePlaceId' in subject)
    return call('exportSalePlaceImpactPicture', { params: { id: subject.publicSalePlaceId }, query });
  return call('exportBusinessImpactPicture', { query: toBusinessQuery(subject, month) });
}

/** What everybody sees on the page of a sale place. */
export const salePlaceImpactQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: ['sale-place-impact', language, id],
    queryFn: async ({ signal }) => (await call('getSalePlaceImpact', { params: { id }, signal })).data,
  });

export const townImpactQuery = ({ key, month }: { key: string; month: string | null }, language: string) =>
  queryOptions({
    queryKey: ['town-impact', language, key, month],
    queryFn: async ({ signal }) =>
      (await call('getTownImpact', { params: { key }, query: toMonthQuery(month), signal })).data,
    placeholderData: (previous) => (previous?.key === key ? previous : undefined),
  });

/** Towns with figures. */
export const townsQuery = (language: string) =>
  queryOptions({
    queryKey: ['towns', language],
    queryFn: async ({ signal }) => (await call('listTowns', { signal })).data,
  });
