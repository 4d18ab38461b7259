import { TextLink } from '@wopack/ui/button.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { useTranslation } from 'react-i18next';
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
      <AccountSubPage title={t('titles.transactions')} isWide>
        {me?.is_owner || me?.is_partner ? (
          <TextLink to={paths.statements} className="mb-3">
            {t('titles.statements')}
          </TextLink>
        ) : null}
        <NuqsAdapter>
          <TransactionList />
        </NuqsAdapter>
      </AccountSubPage>
    </div>
  );
}
