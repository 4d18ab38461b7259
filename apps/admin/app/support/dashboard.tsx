import { useQuery } from '@tanstack/react-query';
import type { Reply } from '@wopack/contract/client';
import { cn } from '@wopack/ui/cn.ts';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { Pill } from '@wopack/ui/display/pill.tsx';
import { SegmentedControl } from '@wopack/ui/form/segmented-control.tsx';
import { IconAlertTriangle, IconCalendar, IconCheck, IconChevronRight } from '@wopack/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../lib/api.ts';
import { dashboardQuery } from '../lib/queries.ts';
import { useFormat, useRights } from '../lib/use-console.ts';
import { getTaskIcon, getTaskPath } from '../shell/menu.ts';
import { DownloadButton } from '../ui/forms-and-actions.tsx';
import { PageHead, PageState, Panel } from '../ui/panels.tsx';
import { FigureRow, GrossChart } from './dashboard-figures.tsx';

type DashboardData = Reply<'getDashboard'>['data'];

type Span = 'today' | 'month';

/** What happened today and in 30 days, compared, and what waits for somebody. */
export default function Dashboard() {
  const { t } = useTranslation('admin');
  const { formatLongDay, formatTime } = useFormat();
  const hasRight = useRights();
  const [span, setSpan] = useState<Span>('today');
  const query = useQuery(dashboardQuery);
  const dashboard = query.data;
  if (!dashboard) return <PageState query={query} />;
  return (
    <div className="grid gap-4">
      <PageHead
        title={formatLongDay(dashboard.at)}
        subtitle={t(span === 'today' ? 'dashboard.todayUntil' : 'dashboard.month', {
          time: formatTime(dashboard.at),
        })}
        actions={
          <>
            <SegmentedControl
              legend={t('dashboard.span')}
              options={[
                { value: 'today', label: t('dashboard.today') },
                { value: 'month', label: t('dashboard.days30') },
              ]}
              value={span}
              onChange={setSpan}
            />
            <DashboardExport span={span} />
          </>
        }
      />
      <FigureRow
        figures={dashboard[span]}
        before={span === 'today' ? dashboard.today_before : dashboard.month_before}
        month={span === 'today' ? dashboard.month : null}
      />
      <div className="grid items-start gap-4 xl:grid-cols-[1fr_380px]">
        <div className="grid min-w-0 gap-4">
          <GrossChart dashboard={dashboard} />
          {hasRight('ledger.view') ? <Reconciliation dashboard={dashboard} /> : null}
        </div>
        <Tasks dashboard={dashboard} />
      </div>
    </div>
  );
}

function DashboardExport({ span }: { span: Span }) {
  const { t } = useTranslation('admin');
  return (
    <DownloadButton
      label={t('list.export')}
      file={`dashboard-${span}.csv`}
      type="text/csv"
      load={() => call('exportDashboard', { query: { span } })}
    />
  );
}

/** What both sides of the last comparisons add up to, and each difference. */
function Reconciliation({ dashboard }: { dashboard: DashboardData }) {
  const { t } = useTranslation('admin');
  const { formatAmount, formatDateTime } = useFormat();
  const count = dashboard.reconciliation.reduce((sum, { differences }) => sum + differences.length, 0);
  if (dashboard.reconciliation.length === 0)
    return (
      <Panel title={t('dashboard.reconciliation')}>
        <p className="text-sm text-muted">{t('reconciliations.notChecked')}</p>
      </Panel>
    );
  return (
    <Panel
      title={t('dashboard.reconciliation')}
      aside={
        <Pill tone={count === 0 ? 'ok' : 'bad'} icon={count === 0 ? <IconCheck /> : <IconAlertTriangle />}>
          {t('reconciliations.differences', { count })}
        </Pill>
      }
    >
      {dashboard.reconciliation.some(({ sums }) => sums.length > 0) ? (
        <DataTable
          caption={t('dashboard.reconciliation')}
          rows={dashboard.reconciliation.flatMap(({ checked_at, sums }) =>
            sums.map((sum) => ({ ...sum, checked_at })),
          )}
          getKey={({ name }) => name}
          size="small"
          className="[&_tbody_tr]:h-11"
          columns={[
            {
              key: 'name',
              head: t('dashboard.comparedWhat'),
              render: ({ name, checked_at }) => (
                <>
                  {t(`dashboard.comparedSums.${name}`)}
                  <span className="block text-xs text-muted sm:hidden" aria-hidden="true">
                    {formatDateTime(checked_at)}
                  </span>
                </>
              ),
            },
            {
              key: 'at',
              head: t('list.to'),
              render: ({ checked_at }) => <span className="text-muted">{formatDateTime(checked_at)}</span>,
              className: 'whitespace-nowrap max-sm:sr-only',
            },
            {
              key: 'ledger',
              head: t('menu.ledger'),
              render: ({ ledger_cents }) => formatAmount(ledger_cents),
              isNumber: true,
            },
            {
              key: 'other',
              head: t('dashboard.otherSide'),
              render: ({ other_cents }) => formatAmount(other_cents),
              isNumber: true,
            },
            {
              key: 'difference',
              head: t('dashboard.difference'),
              render: ({ ledger_cents, other_cents }) => (
                <span className={cn(ledger_cents !== other_cents && 'font-bold text-danger')}>
                  {formatAmount(ledger_cents - other_cents)}
                </span>
              ),
              isNumber: true,
            },
          ]}
        />
      ) : null}
      {count === 0 ? null : (
        <ul className="grid gap-1 font-mono text-xs break-words text-danger">
          {dashboard.reconciliation.flatMap(({ differences }) =>
            differences.map((difference) => <li key={difference}>{difference}</li>),
          )}
        </ul>
      )}
    </Panel>
  );
}

function Tasks({ dashboard }: { dashboard: DashboardData }) {
  const { t } = useTranslation('admin');
  const { formatDateTime, formatDate, formatFullDate } = useFormat();
  const tasks = dashboard.tasks.filter(({ count }) => count > 0);
  return (
    <Panel title={t('dashboard.needs')}>
      {tasks.length === 0 ? <p className="text-sm text-muted">{t('dashboard.nothing')}</p> : null}
      <ul className="divide-y divide-line text-sm">
        {tasks.map((task) => {
          const Icon = getTaskIcon(task.kind);
          const note =
            task.kind === 'tax_data'
              ? `DAC7, ${t('tax.due', { date: formatFullDate(`${dashboard.tax_year + 1}-01-31`) })}`
              : task.oldest_at && t('dashboard.oldest', { at: formatDateTime(task.oldest_at) });
          return (
            <li key={task.kind}>
              <Link
                to={getTaskPath(task.kind, dashboard)}
                className="grid grid-cols-[auto_auto_1fr_auto] items-center gap-3 rounded-xs py-2.5"
              >
                <Icon className={cn('size-5', task.kind === 'problems' ? 'text-urgent' : 'text-muted')} />
                <span
                  className={cn(
                    'min-w-8 text-right font-display text-lg font-bold',
                    task.kind === 'problems' && 'text-urgent',
                  )}
                >
                  {task.count}
                </span>
                <span className="min-w-0">
                  <b className="block">{t(`tasks.${task.kind}`, { count: task.count })}</b>
                  {note ? <span className="text-muted">{note}</span> : null}
                </span>
                <IconChevronRight className="size-5 text-muted" />
              </Link>
            </li>
          );
        })}
      </ul>
      <p className="flex items-center gap-2 border-t border-line pt-4 text-sm text-muted">
        <IconCalendar className="size-5 shrink-0 text-save" />
        {t('dashboard.nextPayout', { date: formatDate(dashboard.next_payout_on) })}
      </p>
    </Panel>
  );
}
