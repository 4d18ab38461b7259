import { FOOD_SAVED_PER_ORDER_GRAMS, FOOD_SAVED_SOURCE_URL } from '@wopack/domain';
import { BarChart } from '@wopack/ui/display/bar-chart.tsx';
import { Stat } from '@wopack/ui/display/stat.tsx';
import { SegmentedControl } from '@wopack/ui/form/segmented-control.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import {
  countDays,
  getSellThroughRate,
  type Period,
  type SalesStatistics,
  useSalesFormat,
} from './sales.api.ts';

/** Four figures of the range, each with its basis. */
export function SalesStats({ sales }: { sales: SalesStatistics }) {
  const { t } = useTranslation(['sales', 'common']);
  const { formatMoney } = useFormat();
  const salesFormat = useSalesFormat();
  const { totals, before, declared_weight: declared } = sales;
  const sellThroughRate = getSellThroughRate(totals);
  const difference = totals.sold - before.totals.sold;
  const hasComparison = before.totals.offered + before.totals.sold > 0;
  const parts = {
    price: formatMoney(totals.price_cents),
    back: formatMoney(totals.refunded_cents),
    commission: formatMoney(totals.commission_cents),
    discount: formatMoney(totals.discount_cents),
  };
  const earnedNote = [
    t(totals.refunded_cents ? 'earnedSumBack' : 'earnedSum', parts),
    totals.discount_cents > 0 && t('earnedDiscount', parts),
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3 lg:grid-cols-4 lg:gap-5">
      <Stat
        name={t('sold')}
        note={
          sellThroughRate === null
            ? t('nothingOffered')
            : t('soldNote', { share: salesFormat.percent(sellThroughRate) })
        }
      >
        {t('soldOf', { sold: totals.sold, offered: totals.offered })}
      </Stat>
      <Stat name={t('earned')} note={totals.sold === 0 ? t('noSales') : earnedNote.filter(Boolean).join(' ')}>
        {formatMoney(totals.earning_cents)}
      </Stat>
      <Stat
        name={t(countDays(sales.from, sales.to) > 7 ? 'against' : 'againstOne')}
        note={t(hasComparison ? 'againstNote' : 'againstNothing', {
          before: before.totals.sold,
          days: salesFormat.dateRange(before.from, before.to),
        })}
      >
        {!hasComparison
          ? '–'
          : difference === 0
            ? t('same')
            : difference > 0
              ? t('more', { count: difference })
              : `−${-difference}`}
      </Stat>
      <Stat
        name={t('waste')}
        note={
          <>
            {t('wasteNote', { perPack: salesFormat.kilos(FOOD_SAVED_PER_ORDER_GRAMS) })}{' '}
            <a href={FOOD_SAVED_SOURCE_URL} target="_blank" rel="noreferrer" className="link print:hidden">
              {t('wasteSource')}
              <span className="sr-only"> ({t('common:newTab')})</span>
            </a>
            {declared.packs > 0 ? (
              <span className="block">
                {t('wasteDeclared', {
                  count: declared.packs,
                  all: totals.collected,
                  kg: salesFormat.kilos(declared.grams),
                })}
              </span>
            ) : null}
          </>
        }
      >
        {t('wasteKg', { kg: salesFormat.kilos(sales.waste_avoided_grams) })}
      </Stat>
    </dl>
  );
}

type Measure = 'packs' | 'euros';

/** The periods as bars; days beside the same weekday of the previous week. */
export function SalesChart({ periods, byDay }: { periods: readonly Period[]; byDay: boolean }) {
  const { t } = useTranslation('sales');
  const { formatMoney } = useFormat();
  const salesFormat = useSalesFormat();
  const [measure, setMeasure] = useState<Measure>('packs');
  const showsQuantity = measure === 'packs';
  const getValue = ({ sold, earning_cents }: Period['totals']) => (showsQuantity ? sold : earning_cents);
  const formatValue = (amount: number) =>
    showsQuantity ? String(amount) : formatMoney(amount).replace(/[.,]00(?=\D|$)/, '');
  const bestPeriod = periods.reduce((a, b) => (getValue(b.totals) > getValue(a.totals) ? b : a), periods[0]!);
  const range = {
    from: salesFormat.shortDate(periods[0]!.from),
    to: salesFormat.shortDate(periods.at(-1)!.to),
  };
  const label =
    getValue(bestPeriod.totals) === 0
      ? t('chartLabelEmpty', range)
      : t('chartLabel', {
          ...range,
          what: t(measure),
          best: salesFormat.dateRange(bestPeriod.from, bestPeriod.to),
          value: showsQuantity ? getValue(bestPeriod.totals) : formatMoney(getValue(bestPeriod.totals)),
        });
  return (
    <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h2">{t(byDay ? 'chartDays' : 'chart')}</h2>
        <SegmentedControl<Measure>
          legend={t('measure')}
          value={measure}
          onChange={setMeasure}
          options={[
            { value: 'packs', label: t('packs') },
            { value: 'euros', label: t('euros') },
          ]}
          className="on-raised print:hidden"
        />
      </div>
      <BarChart
        label={label}
        format={formatValue}
        integersOnly={showsQuantity}
        bars={periods.map(({ from, totals, previousTotals, unfinished }) => ({
          key: from,
          label: byDay ? salesFormat.weekday(from) : salesFormat.shortDate(from),
          value: getValue(totals),
          previousValue: byDay ? getValue(previousTotals) : undefined,
          isUnfinished: unfinished,
        }))}
      />
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
        {byDay ? (
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className="h-[2.5px] w-5 rounded-full bg-current" />
            {t('legendBefore')}
          </span>
        ) : null}
        {periods.some(({ unfinished }) => unfinished) ? (
          <span>{t(byDay ? 'unfinishedDay' : 'unfinishedWeek')}</span>
        ) : null}
      </p>
    </section>
  );
}
