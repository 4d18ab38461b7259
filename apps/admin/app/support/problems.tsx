import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { formatOrdinal } from '@wopack/ui/format.ts';
import { useMediaQuery } from '@wopack/ui/use-media-query.ts';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { dashboardQuery } from '../lib/queries.ts';
import type { Row } from '../lib/resources.ts';
import { useFormat } from '../lib/use-console.ts';
import { type List, useList } from '../lib/use-list.ts';
import { chooseFrom, FilterBar, usePeriodFilters } from '../ui/filter-bar.tsx';
import { ExportButton, ListAccess, Pages } from '../ui/list-page.tsx';
import { PageHead } from '../ui/panels.tsx';
import { ProblemView } from './problem.tsx';

type ProblemState = Row<'problems'>['state'];

const FIRST_QUEUE = { state: 'waiting' } as const;

const buildQueuePath = (state: ProblemState): string =>
  state === FIRST_QUEUE.state
    ? '/problems'
    : `/problems?${new URLSearchParams({ filter: JSON.stringify({ state }), sort: 'created_at', order: 'DESC' })}`;

/** The queue, the problem that is open, and its decision; on a phone one after the other. */
export default function Problems() {
  return (
    <ListAccess resource="problems">
      <QueueAndProblem />
    </ListAccess>
  );
}

function QueueAndProblem() {
  const { t } = useTranslation('admin');
  const period = usePeriodFilters();
  const { id } = useParams();
  const { search } = useLocation();
  const isWide = useMediaQuery('(min-width: 62rem)');
  const list = useList('problems', {
    sort: { field: 'created_at', order: 'ASC' },
    filter: FIRST_QUEUE,
    pageSize: 50,
  });
  const { state } = list.filter;
  const position = usePosition(list, id);
  if (!isWide && id)
    return (
      <div className="grid gap-4">
        <PageHead
          title={t('problem.title', { id })}
          subtitle={position}
          back={{ to: `/problems${search}`, label: t('menu.problems') }}
        />
        <ProblemView key={id} id={Number(id)} isWide={false} />
      </div>
    );
  const first = list.page.isPlaceholderData ? undefined : list.rows?.[0];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead
        title={t('menu.problems')}
        subtitle={state === 'waiting' ? t('problem.longest') : null}
        actions={<ExportButton list={list} />}
      />
      <FilterBar
        list={list}
        base={FIRST_QUEUE}
        filters={[
          chooseFrom('state', t('problem.atStore'), ['with_seller', 'answered'], (value) =>
            t(`problemStates.${value}`),
          ),
          {
            kind: 'record',
            name: 'seller_id',
            label: t('problem.ofSeller'),
            show: (seller) =>
              list.rows?.find((row) => row.seller.id === Number(seller))?.seller.name ?? seller,
          },
          ...period,
        ]}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[300px_minmax(0,1fr)]">
        <Queue list={list} openId={id} />
        {isWide && id ? <ProblemView key={id} id={Number(id)} isWide /> : null}
      </div>
      {isWide && !id && first ? <Navigate to={`/problems/${first.id}${search}`} replace /> : null}
    </div>
  );
}

/** '3rd of 4 in the queue'; undefined when the open problem is not on the page of the queue. */
function usePosition({ rows, total, firstRow }: List<'problems'>, id: string | undefined) {
  const { t, i18n } = useTranslation('admin');
  const { formatInteger } = useFormat();
  const index = rows?.findIndex((problem) => String(problem.id) === id) ?? -1;
  if (index < 0 || total === null) return undefined;
  const place = formatOrdinal(firstRow + index, i18n.language);
  return t('problem.position', { place, total: formatInteger(total) });
}

interface QueueProps {
  list: List<'problems'>;
  openId: string | undefined;
}

function Queue({ list, openId }: QueueProps) {
  const { t } = useTranslation('admin');
  const { rows } = list;
  const { error, isPending } = list.page;
  const { state } = list.filter;
  const { search } = useLocation();
  const { formatMoney } = useFormat();
  return (
    <div className="grid gap-3">
      <div className="overflow-hidden rounded-md border border-line bg-surface text-sm">
        <QueueTabs state={state} />
        {error ? (
          <div className="p-4">
            <InlineError query={list.page} />
          </div>
        ) : null}
        {isPending && !error ? <LoadingRows count={3} row="h-14" className="grid gap-2 p-4" /> : null}
        {rows ? (
          <>
            <ul className="divide-y divide-line">
              {rows.map((problem) => (
                <li key={problem.id}>
                  <Link
                    to={`/problems/${problem.id}${search}`}
                    aria-current={String(problem.id) === openId ? 'true' : undefined}
                    className="grid grid-cols-[1fr_auto] gap-x-3 px-4 py-3 hover:bg-quiet focus-visible:-outline-offset-3 aria-[current=true]:bg-brand-soft"
                  >
                    <b className="truncate">
                      {problem.id} · {isolateWords(problem.buyer.name)}
                    </b>
                    <b className="text-right">{formatMoney(problem.price_cents)}</b>
                    <span className="text-muted">
                      {isolateWords(problem.product.name)}, {isolateWords(problem.sale_place.name)}
                    </span>
                    <WaitingTime minutes={problem.waits_minutes} isLate={problem.state === 'waiting'} />
                    {problem.question_at || problem.seller_message_at ? (
                      <span className="col-span-2 font-semibold">
                        {t(problem.question_at ? 'problem.asked' : 'problem.wrote')}
                      </span>
                    ) : null}
                  </Link>
                </li>
              ))}
            </ul>
            {rows.length === 0 ? (
              <p className="p-4 text-muted">
                {t(state === 'decided' ? 'problem.noneDecided' : 'problem.none')}
              </p>
            ) : null}
            <p className="border-t border-line p-4 text-xs text-muted">{t('problem.rule')}</p>
          </>
        ) : null}
      </div>
      <Pages list={list} />
    </div>
  );
}

/** The two queues; what is still at the store is in the filters. */
function QueueTabs({ state }: { state: string | undefined }) {
  const { t } = useTranslation('admin');
  const { formatInteger } = useFormat();
  const { data: dashboard } = useQuery(dashboardQuery);
  const count = dashboard?.tasks.find(({ kind }) => kind === 'problems')?.count ?? 0;
  return (
    <nav aria-label={t('problem.queues')} className="flex gap-4 border-b border-line px-4">
      {(['waiting', 'decided'] as const).map((value) => (
        <Link
          key={value}
          to={buildQueuePath(value)}
          aria-current={value === state ? 'page' : undefined}
          className="-mb-px grid min-h-11 items-center border-b-3 border-transparent font-medium text-muted focus-visible:-outline-offset-3 hover:text-text aria-[current=page]:border-brand aria-[current=page]:font-semibold aria-[current=page]:text-text"
        >
          {value === 'waiting' ? t('problem.waiting', { total: formatInteger(count) }) : t('problem.decided')}
        </Link>
      ))}
    </nav>
  );
}

const WaitingTime = ({ minutes, isLate }: { minutes: number | null; isLate: boolean }) => {
  const { t } = useTranslation('admin');
  if (minutes === null) return <span />;
  return (
    <span className={cn('text-right', isLate ? 'font-bold text-urgent' : 'text-muted')}>
      {t('problem.hours', { count: Math.floor(minutes / 60) })}
    </span>
  );
};
