import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { referredBuyersQuery } from '../../features/affiliates/affiliates.api.ts';
import { ReferredUserList } from '../../features/affiliates/referred-user-list.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startUserQueries } from '../../lib/data/shared-queries.ts';

export const loader = () => startUserQueries(() => [queryClient.infiniteQuery(referredBuyersQuery)]);

export function Component() {
  const { t } = useTranslation(['partner', 'common']);
  return (
    <div className="gutter grid grid-cols-[minmax(0,1fr)] gap-4 py-6 lg:gap-5 lg:py-7">
      <PageTitle>{t('common:titles.referredBuyers')}</PageTitle>
      <header>
        <h1 className="d2">{t('buyers.title')}</h1>
        <p className="mt-1 max-w-[70ch] text-pretty text-muted">{t('buyers.lead')}</p>
      </header>
      <ReferredUserList side="buyers" />
    </div>
  );
}
