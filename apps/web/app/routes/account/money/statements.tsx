import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { statementsQuery } from '../../../features/ledger/ledger.api.ts';
import { StatementList } from '../../../features/ledger/statements.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { startUserQueries } from '../../../lib/data/shared-queries.ts';
import { AccountSubPage } from '../account-sub-page.tsx';

export const loader = () => startUserQueries(() => [queryClient.infiniteQuery(statementsQuery(null))]);

export function Component() {
  const { t } = useTranslation('money');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.statements')}</PageTitle>
      <AccountSubPage title={t('titles.statements')} isWide>
        <StatementList />
      </AccountSubPage>
    </div>
  );
}
