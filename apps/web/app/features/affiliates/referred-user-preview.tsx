import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Loading, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { InlineError } from '../../ui/form/inline-error.tsx';
import { SegmentedControl } from '../../ui/form/segmented-control.tsx';
import { type AffiliateOverview, referredBuyersQuery, referredSellersQuery } from './affiliates.api.ts';
import { type ReferralSide, ReferredUserTable } from './referred-user-table.tsx';

const MAX_ROWS = 4;

/** The newest sellers or clients, as the person chooses: where there is room for one of the two. */
export function ReferredUserPreviewSwitch({ overview }: { overview: AffiliateOverview }) {
  const { t } = useTranslation('partner');
  const [side, setSide] = useState<ReferralSide>('sellers');
  const sideSwitch = (
    <SegmentedControl<ReferralSide>
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
  return <ReferredUserPreview key={side} side={side} sideSwitch={sideSwitch} />;
}

/** The newest of one side, with the sums of all. */
export function ReferredUserPreview({ side, sideSwitch }: { side: ReferralSide; sideSwitch?: ReactNode }) {
  const { t } = useTranslation('partner');
  const referredBuyers = useInfiniteQuery({ ...referredBuyersQuery, enabled: side === 'clients' });
  const referredSellers = useInfiniteQuery({ ...referredSellersQuery, enabled: side === 'sellers' });
  const list = side === 'clients' ? referredBuyers : referredSellers;
  const firstPage = list.data?.pages[0];
  const id = `partner-${side}`;
  return (
    <section aria-labelledby={id} className="min-w-0 content-start rounded-lg bg-surface p-4 sm:p-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className={sideSwitch ? 'sr-only' : 'h2'}>
          {t(`${side}.title`)}
        </h2>
        {sideSwitch}
        <Link
          to={side === 'clients' ? paths.referredBuyers : paths.referredSellers}
          className="link inline-flex min-h-11 items-center text-sm"
        >
          {t('people.all')}
          <span className="sr-only"> {t(`${side}.title`)}</span>
        </Link>
      </div>
      {firstPage ? (
        firstPage.data.length === 0 ? (
          <p className="py-3 text-muted">{t(`${side}.none`)}</p>
        ) : (
          <div className="overflow-x-auto">
            <ReferredUserTable
              side={side}
              users={firstPage.data.slice(0, MAX_ROWS)}
              totals={firstPage.totals}
              caption={t(`${side}.title`)}
            />
          </div>
        )
      ) : list.error ? (
        <InlineError error={list.error} onRetry={() => void list.refetch()} />
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
