import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { RetryLine } from '../../ui/retry-line.tsx';
import { Segment } from '../../ui/segment.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { clientsQuery, type Overview, sellersQuery } from './affiliates.api.ts';
import { PeopleTable, type Side } from './people-table.tsx';

const SHOWN = 4;

/** The newest sellers or clients, as the person chooses: where there is room for one of the two. */
export function PreviewChoice({ overview }: { overview: Overview }) {
  const { t } = useTranslation('partner');
  const [side, setSide] = useState<Side>('sellers');
  const choice = (
    <Segment<Side>
      legend={t('people.which')}
      options={[
        { value: 'sellers', label: t('people.sellersCount', { count: overview.sellers }) },
        { value: 'clients', label: t('people.clientsCount', { count: overview.clients }) },
      ]}
      value={side}
      onChange={setSide}
      className="on-raised"
    />
  );
  return <PeoplePreview key={side} side={side} choice={choice} />;
}

/** The newest of one side, with the sums of all. */
export function PeoplePreview({ side, choice }: { side: Side; choice?: ReactNode }) {
  const { t } = useTranslation('partner');
  const clients = useInfiniteQuery({ ...clientsQuery, enabled: side === 'clients' });
  const sellers = useInfiniteQuery({ ...sellersQuery, enabled: side === 'sellers' });
  const list = side === 'clients' ? clients : sellers;
  const first = list.data?.pages[0];
  const id = `partner-${side}`;
  return (
    <section aria-labelledby={id} className="min-w-0 content-start rounded-lg bg-surface p-4 sm:p-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className={choice ? 'sr-only' : 'h2'}>
          {t(`${side}.title`)}
        </h2>
        {choice}
        <Link
          to={side === 'clients' ? paths.clients : paths.sellers}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          {t('people.all')}
          <span className="sr-only"> {t(`${side}.title`)}</span>
        </Link>
      </div>
      {first ? (
        first.data.length === 0 ? (
          <p className="py-3 text-2">{t(`${side}.none`)}</p>
        ) : (
          <div className="overflow-x-auto">
            <PeopleTable
              side={side}
              people={first.data.slice(0, SHOWN)}
              totals={first.totals}
              caption={t(`${side}.title`)}
            />
          </div>
        )
      ) : list.error ? (
        <RetryLine error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <Loading className="grid gap-2">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-11" />
          ))}
        </Loading>
      )}
    </section>
  );
}
