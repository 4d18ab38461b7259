import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { myEntriesQuery } from '../../features/allocation/allocation.api.ts';
import { EntryList } from '../../features/allocation/mine/entry-list.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startUserQueries } from '../../lib/data/shared-queries.ts';
import { AccountSubPage } from './account-sub-page.tsx';

export const loader = () => startUserQueries(() => [queryClient.query(myEntriesQuery)]);

export function Component() {
  const { t } = useTranslation('allocation');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('mine.title')}</PageTitle>
      <AccountSubPage title={t('mine.title')}>
        <EntryList />
      </AccountSubPage>
    </div>
  );
}
