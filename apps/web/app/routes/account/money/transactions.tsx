import { PageTitle } from '@wopack/ui/page-title.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TransactionList } from '../../../features/ledger/transaction-list.tsx';
import { useMe } from '../../../lib/data/shared-queries.ts';
import { paths } from '../../../lib/paths.ts';
import { AccountSubPage } from '../account-sub-page.tsx';

export function Component() {
  const { t } = useTranslation('money');
  const { data: me } = useMe();
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.transactions')}</PageTitle>
      <AccountSubPage title={t('titles.transactions')}>
        {me?.is_owner || me?.is_partner ? (
          <Link to={paths.statements} className="link mb-3 inline-flex min-h-11 items-center">
            {t('titles.statements')}
          </Link>
        ) : null}
        <NuqsAdapter>
          <TransactionList />
        </NuqsAdapter>
      </AccountSubPage>
    </div>
  );
}
