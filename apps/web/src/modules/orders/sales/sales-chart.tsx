import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/use-format.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Segment } from '../../../ui/segment.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { Period } from './periods.ts';
import { useDays } from './use-days.ts';

/** The library that draws comes with the first chart somebody looks at. */
const BarChart = lazyPart(() => import('../../../ui/bar-chart.tsx'));

type Measure = 'packs' | 'euros';

/** The periods as bars; by day, each beside the same weekday of the week before. */
export function SalesChart({ periods, byDay }: { periods: readonly Period[]; byDay: boolean }) {
  const { t } = useTranslation('sales');
  const { money } = useFormat();
  const days = useDays();
  const [measure, setMeasure] = useState<Measure>('packs');
  const packs = measure === 'packs';
  const value = ({ sold, earning_cents }: Period['sums']) => (packs ? sold : earning_cents);
  const format = (amount: number) => (packs ? String(amount) : money(amount).replace(/[.,]00(?=\D|$)/, ''));
  const best = periods.reduce((a, b) => (value(b.sums) > value(a.sums) ? b : a), periods[0]!);
  const range = { from: days.short(periods[0]!.from), to: days.short(periods.at(-1)!.to) };
  const label =
    value(best.sums) === 0
      ? t('chartLabelEmpty', range)
      : t('chartLabel', {
          ...range,
          what: t(measure),
          best: days.span(best.from, best.to),
          value: packs ? value(best.sums) : money(value(best.sums)),
        });
  return (
    <section className="grid gap-3 rounded-lg bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="h2">{t(byDay ? 'chartDays' : 'chart')}</h2>
        <Segment<Measure>
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
      <Suspense fallback={<Skeleton className="h-[240px]" />}>
        <BarChart
          label={label}
          format={format}
          wholeNumbers={packs}
          bars={periods.map(({ from, sums, before, unfinished }) => ({
            key: from,
            label: byDay ? days.weekday(from) : days.short(from),
            value: value(sums),
            before: byDay ? value(before) : undefined,
            unfinished,
          }))}
        />
      </Suspense>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-xs text-2">
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
