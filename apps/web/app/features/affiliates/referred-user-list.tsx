import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { flattenPages } from '../../lib/api/flatten-pages.ts';
import { paths } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { LoadMore } from '../../ui/feedback/load-more.tsx';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { referredBuyersQuery, referredSellersQuery, useDownloadAffiliateCsv } from './affiliates.api.ts';
import { type ReferralSide, ReferredUserTable } from './referred-user-table.tsx';

export function ReferredUserList({ side }: { side: ReferralSide }) {
  const { t } = useTranslation('partner');
  const referredBuyers = useInfiniteQuery({ ...referredBuyersQuery, enabled: side === 'clients' });
  const referredSellers = useInfiniteQuery({ ...referredSellersQuery, enabled: side === 'sellers' });
  const list = side === 'clients' ? referredBuyers : referredSellers;
  if (list.isPending) {
    return (
      <Loading className="grid gap-2 rounded-lg bg-surface p-4 sm:p-6">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-11" />
        ))}
      </Loading>
    );
  }
  if (!list.data) {
    return (
      <ErrorState
        error={list.error}
        reassurance={t('safe')}
        isRetrying={list.isRefetching}
        onRetry={() => void list.refetch()}
      />
    );
  }
  const users = flattenPages(list.data.pages);
  if (users.length === 0) {
    return (
      <div className="rounded-lg bg-surface">
        <EmptyState
          title={t(`${side}.none`)}
          action={<ButtonLink to={paths.affiliate}>{t('people.toLink')}</ButtonLink>}
        >
          {t(`${side}.noneText`)}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <section className="overflow-x-auto rounded-lg bg-surface p-4 sm:p-6" aria-label={t(`${side}.title`)}>
        <ReferredUserTable
          side={side}
          users={users}
          totals={list.data.pages[0]?.totals}
          caption={t(`${side}.title`)}
        />
      </section>
      <LoadMore query={list} moreLabel={t('more')} errorMessage={t('moreFailed')} />
      <div className="flex flex-wrap gap-2">
        <CsvDownloadButton list={side} />
        <CsvDownloadButton list="shares" />
      </div>
    </div>
  );
}

export function CsvDownloadButton({ list }: { list: Parameters<typeof useDownloadAffiliateCsv>[0] }) {
  const { t } = useTranslation('partner');
  const csvDownload = useDownloadAffiliateCsv(list);
  return (
    <Button
      variant="soft"
      size="small"
      icon={<IconDownload aria-hidden="true" />}
      loading={csvDownload.isPending}
      onClick={() => csvDownload.mutate()}
    >
      {t(`csv.${list}`)}
    </Button>
  );
}
