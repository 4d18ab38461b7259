import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { shareHundredths } from '@wopack/domain';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { Stat } from '@wopack/ui/display/stat.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '@wopack/ui/feedback/states.tsx';
import { IconDownload } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { flattenPages } from '../../lib/api/query-client.ts';
import { paths } from '../../lib/paths.ts';
import { LoadMore } from '../../ui/lists.tsx';
import {
  type ReferredBuyer,
  referredBuyersQuery,
  referredSellerQuery,
  referredSellersQuery,
  useDownloadAffiliateCsv,
} from './affiliates.api.ts';
import { type ReferralSide, ReferredUserTable } from './referred-user-table.tsx';
import { ShareList, useShareFormat } from './share-list.tsx';

export function ReferredUserList({ side }: { side: ReferralSide }) {
  const { t } = useTranslation('partner');
  const referredBuyers = useInfiniteQuery({ ...referredBuyersQuery, enabled: side === 'buyers' });
  const referredSellers = useInfiniteQuery({ ...referredSellersQuery, enabled: side === 'sellers' });
  const list = side === 'buyers' ? referredBuyers : referredSellers;
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
        <CsvDownloadButton list={side === 'buyers' ? 'clients' : 'sellers'} />
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
      icon={<IconDownload />}
      loading={csvDownload.isPending}
      onClick={() => csvDownload.mutate()}
    >
      {t(`csv.${list}`)}
    </Button>
  );
}

interface Props {
  user: ReferredBuyer;
  /** One column: two figures, the others as text. */
  narrow?: boolean;
}

export function ReferredUserStats({ user, narrow = false }: Props) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const lastOrderNote = user.last_order_at
    ? t('people.lastOrder', { day: format.shortDay(user.last_order_at) })
    : t('status.new');
  const quantityStat = (
    <Stat name={t('people.quantity')} note={lastOrderNote}>
      {user.quantity}
    </Stat>
  );
  const sharesStat = (
    <Stat
      name={t('people.yours')}
      note={t('people.yoursNote', { share: format.exactShare(shareHundredths()) })}
    >
      {format.roundedShares(user.yours_hundredths)}
    </Stat>
  );
  if (narrow) {
    return (
      <>
        <dl className="grid grid-cols-2 gap-3">
          {quantityStat}
          {sharesStat}
        </dl>
        <p className="text-sm text-muted">
          {t('people.total')}: {format.money(user.total_cents)} · {t('people.created')}{' '}
          {format.shortDay(user.created_at)}
        </p>
      </>
    );
  }
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
      {quantityStat}
      <Stat name={t('people.total')} note={t('people.totalNote')}>
        {format.money(user.total_cents)}
      </Stat>
      {sharesStat}
      <Stat name={t('people.created')} note={t(`status.${user.status}`)}>
        {format.shortDay(user.created_at)}
      </Stat>
    </dl>
  );
}

/** On a seller's page: what the seller brings the partner who referred them; nothing for other visitors. */
export function ReferredSellerSection({ sellerId }: { sellerId: number }) {
  const { t } = useTranslation('partner');
  const { data: seller } = useQuery(referredSellerQuery(sellerId));
  if (!seller) return null;
  return (
    <section aria-labelledby="partner-block" className="grid gap-3 rounded-lg bg-sunken p-4 sm:p-5">
      <h2 id="partner-block" className="h2">
        {t('sellers.block')}
      </h2>
      <ReferredUserStats user={seller} narrow />
      <div className="rounded-lg bg-surface p-4">
        <h3 id="partner-shares" className="h3 mb-1">
          {t('shares.title')}
        </h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
        <section aria-labelledby="partner-shares" tabIndex={0} className="max-h-96 overflow-y-auto">
          <ShareList filter={{ side: 'seller', person_id: sellerId }} />
        </section>
      </div>
    </section>
  );
}
