import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { creditMovementsQuery, myCreditQuery } from '../../features/credit/credit.api.ts';
import { MyCreditPanel } from '../../features/credit/my-credit.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startUserQueries } from '../../lib/data/shared-queries.ts';
import { AccountSubPage } from './account-sub-page.tsx';

export const loader = () =>
  startUserQueries(() => [queryClient.query(myCreditQuery), queryClient.infiniteQuery(creditMovementsQuery)]);

export function Component() {
  const { t } = useTranslation('credit');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('title')}</PageTitle>
      <AccountSubPage title={t('title')}>
        <MyCreditPanel />
      </AccountSubPage>
    </div>
  );
}
