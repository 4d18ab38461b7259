import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { useTranslation } from 'react-i18next';
import { useChosenSalePlaces } from '../../../lib/data/chosen-sale-places.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { sellerTaskCountsQuery } from '../seller-orders.api.ts';
import { TaskBadge, useCountToHandOut } from './seller-task-count.tsx';

/** Badge beside 'Problems': reports that wait for the seller's answer, questions of operators, conflicts of counters. */
export function OpenReportCount({ className }: { className?: string }) {
  const { t } = useTranslation('seller');
  const { data } = useQuery(sellerTaskCountsQuery);
  const count = data ? data.reports + data.report_questions + data.hand_out_conflicts : 0;
  return (
    <TaskBadge count={count} className={className}>
      {t(data?.hand_out_conflicts ? 'reports.toSee' : 'reports.toAnswer', { count })}
    </TaskBadge>
  );
}

/** On the seller's own page: how many reports wait, and until when, or what WoPack asks. Renders nothing without any. */
export function OpenReportsCard({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation('seller');
  const { formatUntil } = useFormat();
  const { data } = useQuery(sellerTaskCountsQuery);
  if (!data || data.reports + data.reports_overdue === 0) return null;
  return (
    <section
      aria-labelledby="open-reports"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg bg-urgent-soft p-4 sm:p-6"
    >
      <div role="status" className="min-w-0 flex-1 basis-52">
        <h2 id="open-reports" className="h3">
          {data.reports
            ? t('reports.toAnswer', { count: data.reports })
            : data.report_questions
              ? t('reports.questions', { count: data.report_questions })
              : t('reports.overdue', { count: data.reports_overdue })}
        </h2>
        {data.reports && data.report_questions ? (
          <p className="text-sm">{t('reports.questions', { count: data.report_questions })}</p>
        ) : null}
        {data.reports_until ? (
          <p className="text-sm">{t('reports.until', { when: formatUntil(data.reports_until, timeZone) })}</p>
        ) : null}
      </div>
      <ButtonLink size="small" to={`${paths.sellerOrders}?view=reports`}>
        {t(data.reports + data.report_questions ? 'reports.seeAndAnswer' : 'reports.see')}
      </ButtonLink>
    </section>
  );
}

/** Badge beside 'Today': as the headline of *My store*. */
export function ToHandOutCount({ className }: { className?: string }) {
  const { t } = useTranslation('seller');
  const count = useCountToHandOut();
  return (
    <TaskBadge count={count} className={className}>
      {t('today.toHandOut', { count })}
    </TaskBadge>
  );
}

/** What the badges and the headline of the chosen shops leave out: orders to hand out at the others, each a switch to its shop. */
export function OtherPlacesToHandOut({ className }: { className?: string }) {
  const { t } = useTranslation('seller');
  const { data } = useQuery(sellerTaskCountsQuery);
  const places = data?.places ?? [];
  const { chosen, choose } = useChosenSalePlaces(places);
  const others = places.filter((place) => !chosen.includes(place) && place.to_hand_out > 0);
  if (others.length === 0) return null;
  return (
    <p className={cn('flex flex-wrap items-center gap-x-3 text-sm', className)}>
      <span>{t('today.otherPlaces')}</span>
      {others.map(({ id, name, to_hand_out: count }) => (
        <button
          key={id}
          type="button"
          className="min-h-11 font-semibold underline underline-offset-4"
          onClick={() => choose([id])}
        >
          {isolateWords(name)} · {count}
        </button>
      ))}
    </p>
  );
}
