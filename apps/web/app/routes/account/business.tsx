import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { businessQuery } from '../../features/identity/account/account.api.ts';
import { BusinessForm } from '../../features/identity/account/business-form.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startUserQueries } from '../../lib/data/shared-queries.ts';
import { AccountSubPage } from './account-sub-page.tsx';

export const loader = () => startUserQueries(() => [queryClient.query(businessQuery(null))]);

export function Component() {
  const { t } = useTranslation(['account', 'common']);
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('common:titles.business')}</PageTitle>
      <AccountSubPage title={t('business.title')}>
        <p className="mb-5 text-pretty text-muted">{t('business.text')}</p>
        <BusinessForm />
      </AccountSubPage>
    </div>
  );
}
