import { useQuery } from '@tanstack/react-query';
import { referralSorts } from '@wopack/contract/vocabulary';
import { shareHundredths } from '@wopack/domain';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { ScrollRegion } from '@wopack/ui/display/scroll-region.tsx';
import { Stat } from '@wopack/ui/display/stat.tsx';
import { LoadingRows } from '@wopack/ui/feedback/skeleton.tsx';
import { EmptyState } from '@wopack/ui/feedback/states.tsx';
import { createLoader, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { urlStateOptions } from '../../lib/storage/url-state.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { PagedList } from '../../ui/lists.tsx';
import {
  type ReferralSide,
  type ReferredBuyer,
  referredSellerQuery,
  useDownloadAffiliateCsv,
  useReferredUsers,
} from './affiliates.api.ts';
import { ReferredUserTable } from './referred-user-table.tsx';
import { ShareList, useShareFormat } from './share-list.tsx';

const orderParsers = {
  sort: parseAsStringLiteral(referralSorts).withDefault('created'),
  order: parseAsStringLiteral(['asc', 'desc'] as const).withDefault('desc'),
};

/** The order that an address asks for. */
export const loadReferralOrder = createLoader(orderParsers);

export function ReferredUserList({ side }: { side: ReferralSide }) {
  const { t } = useTranslation('partner');
  const [order, setOrder] = useQueryStates(orderParsers, urlStateOptions);
  const list = useReferredUsers(side, order);
  return (
    <div className="grid gap-4">
      <PagedList
        list={list}
        loading={<LoadingRows count={6} row="h-11" className="grid gap-2 rounded-lg bg-surface p-4 sm:p-6" />}
        reassurance={t('safe')}
        empty={
          <div className="rounded-lg bg-surface">
            <EmptyState
              title={t(`${side}.none`)}
              action={<ButtonLink to={paths.affiliate}>{t('people.toLink')}</ButtonLink>}
            >
              {t(`${side}.noneText`)}
            </EmptyState>
          </div>
        }
      >
        {(users, { totals }) => (
          <ScrollRegion label={t(`${side}.title`)} className="rounded-lg bg-surface p-4 sm:p-6">
            <ReferredUserTable
              side={side}
              users={users}
              totals={totals}
              caption={t(`${side}.title`)}
              order={order}
              onOrder={(next) => void setOrder(next)}
            />
          </ScrollRegion>
        )}
      </PagedList>
      {list.data?.pages[0]?.data.length ? (
        <div className="flex flex-wrap gap-2">
          <CsvDownloadButton list={side === 'buyers' ? 'clients' : 'sellers'} />
          <CsvDownloadButton list="shares" />
        </div>
      ) : null}
    </div>
  );
}

export function CsvDownloadButton({ list }: { list: Parameters<typeof useDownloadAffiliateCsv>[0] }) {
  const { t } = useTranslation('partner');
  const csvDownload = useDownloadAffiliateCsv(list);
  return <DownloadButton file={csvDownload}>{t(`csv.${list}`)}</DownloadButton>;
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
    ? t('people.lastOrder', { day: format.shortDay(user.last_order_at, user.time_zone) })
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
          {format.shortDay(user.created_at, user.time_zone)}
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
        {format.shortDay(user.created_at, user.time_zone)}
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
