import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { formatPercent, getLocale } from '@wopack/domain';
import { download } from '@wopack/ui/download.ts';
import { showErrorToast } from '@wopack/ui/overlay/toast.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { queryKeys } from '../../../lib/data/shared-queries.ts';

export type SalesStatistics = Reply<'getSalesStatistics'>['data'];
export type SalesQuery = NonNullable<Input<'getSalesStatistics'>['query']> & { from: string; to: string };

/** Sales statistics; the previous result stays while the next one loads. */
export const salesStatisticsQuery = (query: SalesQuery) =>
  queryOptions({
    queryKey: [...queryKeys.seller, 'sales', query],
    queryFn: async ({ signal }) => (await call('getSalesStatistics', { query, signal })).data,
    placeholderData: keepPreviousData,
  });

/** Downloads the same range as a CSV file. */
export const useDownloadSalesCsv = (query: SalesQuery) =>
  useMutation({
    mutationFn: async () =>
      download(
        `wopack-sales-${query.from}-${query.to}.csv`,
        await call('exportSalesStatistics', { query }),
        'text/csv',
      ),
    onError: showErrorToast,
  });

/** Formatters of calendar dates and fractions. */
export function useSalesFormat() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const tag = getLocale(i18n.language);
    const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(tag, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
    const kilos = new Intl.NumberFormat(tag, { style: 'unit', unit: 'kilogram', maximumFractionDigits: 1 });
    const toNoonUtc = (date: string) => new Date(`${date}T12:00:00Z`);
    return {
      /** '20 Nov' */
      shortDate: (date: string) => day.format(toNoonUtc(date)),
      /** 'Fri 20' */
      weekday: (date: string) => weekday.format(toNoonUtc(date)),
      /** '16–20 Nov' */
      dateRange: (from: string, to: string) =>
        from === to ? day.format(toNoonUtc(from)) : day.formatRange(toNoonUtc(from), toNoonUtc(to)),
      percent: (share: number) => formatPercent(Math.round(share * 100), i18n.language),
      kilos: (grams: number) => kilos.format(grams / 1000),
    };
  }, [i18n.language]);
}
