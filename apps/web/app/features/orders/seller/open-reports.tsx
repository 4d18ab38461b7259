import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import { sellerTaskCountsQuery } from '../seller-orders.api.ts';

const MAX_SHOWN = 99;

/** Badge beside 'Problems': reports that wait for the seller's answer, and questions of operators. */
export function OpenReportCount({ className }: { className?: string }) {
  const { t } = useTranslation('seller');
  const { data } = useQuery(sellerTaskCountsQuery);
  const count = data ? data.reports + data.report_questions : 0;
  if (count === 0) return null;
  return (
    <span
      className={cn(
        'grid h-6 min-w-6 place-items-center rounded-full bg-urgent px-1.5 text-xs font-bold text-page',
        className,
      )}
    >
      <span aria-hidden="true">{count > MAX_SHOWN ? `${MAX_SHOWN}+` : count}</span>
      <span className="sr-only">{t('reports.toAnswer', { count })}</span>
    </span>
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
