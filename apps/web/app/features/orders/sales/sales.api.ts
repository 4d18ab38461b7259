import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import type { Input, Reply } from '@wopack/contract/client';
import { addDays, countDaysUntil, formatPercent, getLocale, getMonday } from '@wopack/domain';
import { download } from '@wopack/ui/download.ts';
import { toNoonUtc } from '@wopack/ui/format.ts';
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

/** Downloads each order of the range by its VAT rate. */
export const useDownloadVatCsv = (query: SalesQuery) =>
  useMutation({
    mutationFn: async () =>
      download(
        `wopack-vat-${query.from}-${query.to}.csv`,
        await call('exportVatSales', { query }),
        'text/csv',
      ),
    onError: showErrorToast,
  });

export type SalePlaceComparison = Reply<'compareSalePlaces'>['data'];
export type ComparedSalePlace = SalePlaceComparison['sale_places'][number];
type ComparisonQuery = Pick<SalesQuery, 'from' | 'to' | 'sale_place_ids'>;

/** Sale places side by side; the previous result stays while the next one loads. */
export const comparisonQuery = (query: ComparisonQuery) =>
  queryOptions({
    queryKey: [...queryKeys.seller, 'comparison', query],
    queryFn: async ({ signal }) => (await call('compareSalePlaces', { query, signal })).data,
    placeholderData: keepPreviousData,
  });

export const useDownloadComparison = (query: ComparisonQuery) =>
  useMutation({
    mutationFn: async () =>
      download(
        `wopack-shops-${query.from}-${query.to}.csv`,
        await call('exportSalePlaces', { query }),
        'text/csv',
      ),
    onError: showErrorToast,
  });

/** Formatters of calendar dates and fractions. */
export function useSalesFormat() {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const locale = getLocale(i18n.language);
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
    const kilos = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: 'kilogram',
      maximumFractionDigits: 1,
    });
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

export type SalesTotals = SalesStatistics['totals'];

/** A day, or a week starting on Monday. */
export interface Period {
  /** Local dates of the sale place, both included. */
  from: string;
  to: string;
  totals: SalesTotals;
  /** Sums of the same weekdays a week earlier. */
  previousTotals: SalesTotals;
  /** Includes today. */
  unfinished: boolean;
}

const MAX_DAYS_SHOWN_BY_DAY = 14;

/** Both ends included. */
export const countDays = (from: string, to: string): number => countDaysUntil(from, to) + 1;

export const isShownByDay = ({ from, to }: { from: string; to: string }) =>
  countDays(from, to) <= MAX_DAYS_SHOWN_BY_DAY;

/** By day up to two weeks, else by week. */
export function buildPeriods(
  sales: Pick<SalesStatistics, 'from' | 'to' | 'days' | 'before'>,
  today: string,
): Period[] {
  const dayByDate = new Map([...sales.before.days, ...sales.days].map((day) => [day.date, day]));
  const sumDays = (from: string, to: string) => {
    const totals = { ...EMPTY_TOTALS };
    for (let date = from; date <= to; date = addDays(date, 1)) {
      const day = dayByDate.get(date);
      for (const key of totalKeys) totals[key] += day?.[key] ?? 0;
    }
    return totals;
  };
  const byDay = isShownByDay(sales);
  const periods: Period[] = [];
  for (let from = sales.from; from <= sales.to; ) {
    const sunday = addDays(getMonday(from), 6);
    const to = byDay ? from : sunday < sales.to ? sunday : sales.to;
    periods.push({
      from,
      to,
      totals: sumDays(from, to),
      previousTotals: sumDays(addDays(from, -7), addDays(to, -7)),
      unfinished: byDay ? to === today : from <= today && today <= sunday,
    });
    from = addDays(to, 1);
  }
  return periods;
}

const EMPTY_TOTALS: SalesTotals = {
  offered: 0,
  sold: 0,
  collected: 0,
  price_cents: 0,
  refunded_cents: 0,
  commission_cents: 0,
  discount_cents: 0,
  earning_cents: 0,
};
const totalKeys = Object.keys(EMPTY_TOTALS) as (keyof SalesTotals)[];

/** Ordered units by offered units, 0 to 1; null when none were offered. */
export const getSellThroughRate = ({
  offered,
  sold,
}: Pick<SalesTotals, 'offered' | 'sold'>): number | null =>
  offered > 0 ? Math.min(1, sold / offered) : null;
