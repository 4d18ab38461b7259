import type { Reply } from '@wopack/contract/client';
import { TextButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { BarChart } from '@wopack/ui/display/bar-chart.tsx';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/use-console.ts';
import { Panel } from '../ui/panels.tsx';

type DashboardData = Reply<'getDashboard'>['data'];

type Figures = DashboardData['today'];

const getSellThrough = ({ units_sold: sold, units_offered: offered }: Figures) =>
  offered ? sold / offered : null;

interface FigureRowProps {
  figures: Figures;
  before: Figures;
  /** Below today's figures. */
  month: Figures | null;
}

export function FigureRow({ figures, before, month }: FigureRowProps) {
  const { t } = useTranslation('admin');
  const { formatInteger, formatMoney, formatPercent } = useFormat();
  const percent = (share: number | null) => (share === null ? '–' : formatPercent(share));
  const cells = [
    { name: 'orders', pick: (of: Figures) => of.orders, format: formatInteger },
    { name: 'gross', pick: (of: Figures) => of.gross_cents, format: formatMoney },
    { name: 'commission', pick: (of: Figures) => of.commission_cents, format: formatMoney },
    { name: 'refunds', pick: (of: Figures) => of.refunds_cents, format: formatMoney },
    { name: 'sellThrough', pick: getSellThrough, format: percent },
    { name: 'newSellers', pick: (of: Figures) => of.new_sellers, format: formatInteger },
  ] as const;
  return (
    <dl className="grid grid-cols-2 overflow-hidden rounded-md border border-line bg-surface sm:grid-cols-3 xl:grid-cols-6">
      {cells.map(({ name, pick, format }) => {
        const show = (of: Figures) => (format as (value: number | null) => string)(pick(of));
        return (
          <div
            key={name}
            className="-mt-px -ml-px grid content-start gap-1 border-t border-l border-line p-4"
          >
            <dt className="text-sm text-muted">{t(`dashboard.${name}`)}</dt>
            <dd className="font-display text-lg leading-tight font-bold tracking-[-.03em] sm:text-[1.25rem]">
              {show(figures)}
            </dd>
            <dd className="text-xs text-muted">
              <Change now={pick(figures)} before={pick(before)} />{' '}
              {t('dashboard.was', { value: show(before) })}
            </dd>
            {month ? (
              <dd className="mt-1 border-t border-line pt-2 text-xs text-muted">
                {t('dashboard.days30')}: {show(month)}
              </dd>
            ) : null}
          </div>
        );
      })}
    </dl>
  );
}

/** '+12 %'; nothing without a base. */
function Change({ now, before }: { now: number | null; before: number | null }) {
  const { formatPercent } = useFormat();
  if (now === null || !before) return null;
  const change = now / before - 1;
  return (
    <span className={cn('font-semibold', change > 0 && 'text-save')}>
      {change > 0 ? '+' : ''}
      {formatPercent(change)}
    </span>
  );
}

export function GrossChart({ dashboard }: { dashboard: DashboardData }) {
  const { t } = useTranslation('admin');
  const { formatDate, formatMoney, formatInteger } = useFormat();
  const [isTable, setTable] = useState(false);
  const { days } = dashboard;
  return (
    <Panel
      title={t('dashboard.grossPerDay')}
      aside={
        <TextButton className="text-sm" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'dashboard.asChart' : 'dashboard.asTable')}
        </TextButton>
      }
    >
      {isTable ? (
        <div className="max-h-80 overflow-y-auto">
          <DataTable
            caption={t('dashboard.grossPerDay')}
            rows={days.toReversed()}
            getKey={({ date }) => date}
            size="small"
            columns={[
              { key: 'day', head: t('dashboard.day'), render: ({ date }) => formatDate(date) },
              {
                key: 'orders',
                head: t('dashboard.orders'),
                render: ({ orders }) => formatInteger(orders),
                isNumber: true,
              },
              {
                key: 'gross',
                head: t('dashboard.gross'),
                render: (day) => formatMoney(day.gross_cents),
                isNumber: true,
              },
            ]}
          />
        </div>
      ) : (
        <BarChart
          label={t('dashboard.grossPerDay')}
          format={(cents) => formatInteger(Math.round(cents / 100))}
          bars={days.map((day, index) => ({
            key: day.date,
            label: formatDate(day.date),
            value: day.gross_cents,
            isUnfinished: index === days.length - 1,
          }))}
        />
      )}
      <p className="text-xs text-muted">
        {t('dashboard.sum', { amount: formatMoney(dashboard.month.gross_cents) })}
      </p>
    </Panel>
  );
}
