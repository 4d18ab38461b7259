import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadMore } from '../../ui/feedback/load-more.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { transactionsQuery, useDownloadFile } from './ledger.api.ts';
import { MovementFilters } from './movement-filters.tsx';
import { MovementRow } from './movement-row.tsx';
import { useMovementFilter } from './use-movement-filter.ts';

/** The person's money movements that fit the filter, newest first, with their sums. */
export function TransactionList() {
  const { t, i18n } = useTranslation('money');
  const format = useFormat();
  const filterState = useMovementFilter();
  const { filter, isFiltered, clear } = filterState;
  const list = useInfiniteQuery(transactionsQuery(filter, i18n.language));
  const csvDownload = useDownloadFile('wopack-transactions.csv', 'text/csv', () =>
    call('exportTransactions', { query: filter }),
  );
  const periodError = list.error instanceof ApiError ? list.error.errors.from?.[0] : undefined;
  const sums = list.data?.pages[0]?.sums;
  const rows = list.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <div className="grid max-w-[640px] grid-cols-[minmax(0,1fr)] gap-5">
      <MovementFilters filterState={filterState} periodError={periodError} />
      <Button
        variant="soft"
        size="small"
        className="justify-self-start"
        icon={<IconDownload aria-hidden="true" />}
        loading={csvDownload.isPending}
        disabled={Boolean(periodError)}
        onClick={() => csvDownload.mutate()}
      >
        {t('csv')}
      </Button>
      {sums && sums.count > 0 ? (
        <dl className="grid grid-cols-2 gap-3 rounded-lg bg-panel p-4">
          <div>
            <dt className="text-sm text-muted">{t('in')}</dt>
            <dd className="h2">{format.formatMoney(sums.in_cents)}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{t('out')}</dt>
            <dd className="h2">{format.formatMoney(sums.out_cents)}</dd>
          </div>
        </dl>
      ) : null}
      {list.isPending ? (
        <Loading className="grid gap-3">
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} className="h-16 rounded-md" />
          ))}
        </Loading>
      ) : list.data || periodError ? null : (
        <ErrorState
          error={list.error}
          reassurance={t('safe')}
          isRetrying={list.isRefetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && rows.length === 0 ? (
        <EmptyState
          title={t(isFiltered ? 'noneFits' : 'none')}
          action={
            isFiltered ? (
              <Button variant="soft" onClick={clear}>
                {t('showAll')}
              </Button>
            ) : (
              <ButtonLink to={paths.offers}>{t('toOffers')}</ButtonLink>
            )
          }
        />
      ) : null}
      <ul className="grid grid-cols-[minmax(0,1fr)]">
        {rows.map((row) => (
          <MovementRow key={row.id} movement={row} />
        ))}
      </ul>
      <LoadMore query={list} moreLabel={t('more')} errorMessage={t('moreFailed')} />
    </div>
  );
}
