import { PageTitle } from '@wopack/ui/page-title.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { referredBuyersQuery, referredSellersQuery } from '../../features/affiliates/affiliates.api.ts';
import { loadReferralOrder, ReferredUserList } from '../../features/affiliates/referred-user-list.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startUserQueries } from '../../lib/data/shared-queries.ts';

export const buyers = {
  loader: ({ request }: LoaderFunctionArgs) =>
    startUserQueries(() => [queryClient.infiniteQuery(referredBuyersQuery(loadReferralOrder(request)))]),
  Component() {
    const { t } = useTranslation('common');
    return <ReferredUsersPage side="buyers" title={t('titles.referredBuyers')} />;
  },
};

export const sellers = {
  loader: ({ request }: LoaderFunctionArgs) =>
    startUserQueries(() => [queryClient.infiniteQuery(referredSellersQuery(loadReferralOrder(request)))]),
  Component() {
    const { t } = useTranslation('common');
    return <ReferredUsersPage side="sellers" title={t('titles.referredSellers')} />;
  },
};

function ReferredUsersPage({ side, title }: { side: 'buyers' | 'sellers'; title: string }) {
  const { t } = useTranslation('partner');
  return (
    <div className="gutter grid grid-cols-[minmax(0,1fr)] gap-4 py-6 lg:gap-5 lg:py-7">
      <PageTitle>{title}</PageTitle>
      <header>
        <h1 className="d2">{t(`${side}.title`)}</h1>
        <p className="mt-1 max-w-[70ch] text-pretty text-muted">{t(`${side}.lead`)}</p>
      </header>
      <NuqsAdapter>
        <ReferredUserList side={side} />
      </NuqsAdapter>
    </div>
  );
}
