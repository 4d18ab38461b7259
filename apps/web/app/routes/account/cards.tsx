import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { savedCardsQuery } from '../../features/payments/payments.api.ts';
import { SavedCardList } from '../../features/payments/saved-cards/saved-card-list.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startUserQueries } from '../../lib/data/shared-queries.ts';
import { AccountSubPage } from './account-sub-page.tsx';

export const loader = () => startUserQueries(() => [queryClient.query(savedCardsQuery)]);

export function Component() {
  const { t } = useTranslation('account');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('cards.title')}</PageTitle>
      <AccountSubPage title={t('cards.title')}>
        <SavedCardList />
      </AccountSubPage>
    </div>
  );
}
