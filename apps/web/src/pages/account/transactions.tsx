import { useTranslation } from 'react-i18next';
import { TransactionList } from '../../modules/ledger/transaction-list.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SubPage } from './parts/sub-page.tsx';

export default function Transactions() {
  const { t } = useTranslation('money');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.transactions')}</PageTitle>
      <SubPage title={t('titles.transactions')}>
        <TransactionList />
      </SubPage>
    </div>
  );
}
