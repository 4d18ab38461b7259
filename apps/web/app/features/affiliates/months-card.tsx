import { useInfiniteQuery } from '@tanstack/react-query';
import { addMonths, centsFromHundredths, type Month } from '@wopack/domain';
import { Button, TextButton } from '@wopack/ui/button.tsx';
import { BarChart } from '@wopack/ui/display/bar-chart.tsx';
import { DataTable } from '@wopack/ui/display/data-table.tsx';
import { Stat } from '@wopack/ui/display/stat.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AffiliateMonth, type AffiliateOverview, monthsQuery } from './affiliates.api.ts';
import { CsvDownloadButton } from './referred-user-list.tsx';
import { ShareList, useShareFormat } from './share-list.tsx';

const MAX_MONTHS = 6;

/** The last months as bars, with a table of all months on demand. */
export function MonthsCard() {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const list = useInfiniteQuery(monthsQuery);
  const [isTableOpen, setIsTableOpen] = useState(false);
  return (
    <section
      aria-labelledby="partner-months"
      className="grid content-start gap-3 rounded-lg bg-surface p-4 sm:p-6"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="partner-months" className="h2">
          {t('months.title')}
        </h2>
        <span className="text-sm text-muted">EUR</span>
      </div>
      <QueryState
        query={list}
        loading={
          <Loading>
            <Skeleton className="h-[280px] rounded-md" />
          </Loading>
        }
        isInline
      >
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.data);
          const months = listLastMonths(rows, MAX_MONTHS);
          return (
            <>
              <BarChart
                label={t('months.chart', {
                  from: format.monthInSentence(months[0]!.month),
                  to: format.monthInSentence(months.at(-1)!.month),
                  amount: format.money(months.at(-1)!.amount_cents),
                })}
                format={(cents) => format.money(cents).replace(/[\s\u00a0]?€/, '')}
                bars={months.map(({ month, amount_cents, state }) => ({
                  key: month,
                  label: format.shortMonth(month),
                  value: amount_cents,
                  isUnfinished: state === 'open',
                }))}
              />
              <p className="text-xs text-muted">
                {t('months.counting', { month: format.monthName(months.at(-1)!.month) })}
              </p>
              <TextButton
                aria-expanded={isTableOpen}
                onClick={() => setIsTableOpen(!isTableOpen)}
                className="justify-self-start text-sm"
              >
                {t(isTableOpen ? 'months.hideTable' : 'months.showTable')}
              </TextButton>
              {isTableOpen ? (
                <MonthsTable
                  rows={rows}
                  onLoadMore={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
                  loading={list.isFetchingNextPage}
                />
              ) : null}
            </>
          );
        }}
      </QueryState>
    </section>
  );
}

type MonthBar = Pick<AffiliateMonth, 'month' | 'amount_cents'> & { state: AffiliateMonth['state'] | 'none' };

/** The last months in order, up to the current one; months without a credit count as zero. */
export function listLastMonths(rows: readonly AffiliateMonth[], count: number): MonthBar[] {
  const currentMonth = rows[0]?.month as Month | undefined;
  if (!currentMonth) return [];
  const rowsByMonth = new Map(rows.map((row) => [row.month, row]));
  return Array.from({ length: count }, (_, i) => {
    const month = addMonths(currentMonth, i - count + 1);
    return rowsByMonth.get(month) ?? { month, amount_cents: 0, state: 'none' as const };
  });
}

interface Props {
  rows: readonly AffiliateMonth[];
  onLoadMore?: () => void;
  loading: boolean;
}

/** Each month links to its shares. */
export function MonthsTable({ rows, onLoadMore, loading }: Props) {
  const { t } = useTranslation(['partner', 'common']);
  const format = useShareFormat();
  const [openMonth, setOpenMonth] = useState<string | null>(null);
  return (
    <div className="grid gap-3">
      <DataTable
        caption={t('months.title')}
        rows={rows}
        getKey={({ month }) => month}
        className="[&_tbody_tr>*]:py-2"
        columns={[
          {
            key: 'month',
            head: t('months.month'),
            render: ({ month, state }) => (
              <>
                <TextButton onClick={() => setOpenMonth(month)} className="text-left">
                  {format.month(month)}
                </TextButton>
                <span className="block text-xs font-normal text-muted">{t(`months.state.${state}`)}</span>
              </>
            ),
          },
          { key: 'shares', head: t('months.shares'), render: ({ shares }) => shares, isNumber: true },
          {
            key: 'exact',
            head: t('months.exact'),
            render: ({ hundredths }) => format.exactShare(hundredths),
            isNumber: true,
            className: 'whitespace-nowrap max-sm:hidden',
          },
          {
            key: 'amount',
            head: t('months.amount'),
            render: (row) => <b className="whitespace-nowrap">{format.money(row.amount_cents)}</b>,
            isNumber: true,
          },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {onLoadMore ? (
          <Button variant="soft" size="small" loading={loading} onClick={onLoadMore}>
            {t('common:more')}
          </Button>
        ) : null}
        <CsvDownloadButton list="months" />
      </div>
      <p className="text-xs text-muted">{t('months.rounded')}</p>
      <Sheet
        open={openMonth !== null}
        onClose={() => setOpenMonth(null)}
        title={openMonth ? format.month(openMonth) : ''}
      >
        {openMonth ? <ShareList filter={{ month: openMonth }} showUser /> : null}
      </Sheet>
    </div>
  );
}

export function PartnerStats({ overview }: { overview: AffiliateOverview }) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const { pending_hundredths: pending, approved_hundredths: approved } = overview;
  const note = getPayoutNote(overview);
  return (
    <dl className="grid grid-cols-2 gap-3 lg:gap-5">
      <Stat
        name={t('stats.month', { month: format.monthName(overview.month) })}
        note={
          pending + approved === 0
            ? t('stats.nextCredit', { day: format.day(overview.next_credit) })
            : t('stats.monthNote', {
                approved: format.roundedShares(approved),
                pending: format.money(
                  centsFromHundredths(pending + approved) - centsFromHundredths(approved),
                ),
                day: format.day(overview.next_credit),
              })
        }
      >
        {format.roundedShares(pending + approved)}
      </Stat>
      <Stat
        name={t('stats.credited')}
        note={t(`stats.payout.${note}`, {
          owed: format.money(overview.owed_cents),
          minimum: format.money(overview.payout_minimum_cents),
          day: format.day(overview.next_payout),
        })}
      >
        {format.money(overview.credited_cents)}
      </Stat>
      <Stat name={t('stats.buyers')} note={t('stats.signUps', { count: overview.new_clients })}>
        {overview.clients}
      </Stat>
      <Stat name={t('stats.sellers')} note={t('stats.signUps', { count: overview.new_sellers })}>
        {overview.sellers}
      </Stat>
    </dl>
  );
}

/** The note on credited money: none, all paid out, due on the payout day, or below the minimum. */
export function getPayoutNote({
  credited_cents,
  owed_cents,
  payout_minimum_cents,
}: Pick<AffiliateOverview, 'credited_cents' | 'owed_cents' | 'payout_minimum_cents'>) {
  if (owed_cents < 0) return 'negative';
  if (owed_cents > 0) return owed_cents < payout_minimum_cents ? 'little' : 'waiting';
  return credited_cents > 0 ? 'done' : 'none';
}

const funnelSteps = ['visits', 'sign_ups', 'buyers', 'orders'] as const;

export function ReferralFunnel({ overview }: { overview: AffiliateOverview }) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  return (
    <section aria-labelledby="partner-funnel" className="rounded-lg bg-surface p-4 sm:p-6">
      <h2 id="partner-funnel" className="h2 mb-4">
        {t('funnel.title')}
      </h2>
      <ol className="grid grid-cols-2 gap-x-4 gap-y-5 lg:grid-cols-4">
        {funnelSteps.map((step) => (
          <li key={step} className="grid content-start gap-1 border-l-[3px] border-brand pl-3">
            <span className="text-sm text-muted">{t(`funnel.${step}`)}</span>
            <b className="font-display text-[1.375rem] leading-tight tracking-[-.03em]">
              {overview[step].total}
            </b>
            <span className="text-xs text-muted">
              {t('funnel.month', {
                count: overview[step].month,
                month: format.monthNameInSentence(overview.month),
              })}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-xs text-pretty text-muted">{t('funnel.note')}</p>
    </section>
  );
}
