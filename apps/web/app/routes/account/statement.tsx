import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { StatementDetail } from '../../features/ledger/statement-detail.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { AccountSubPage } from './parts/account-sub-page.tsx';

export function Component() {
  const { t } = useTranslation('money');
  const { id } = useParams();
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.statement')}</PageTitle>
      <AccountSubPage title={t('titles.statement')}>
        <StatementDetail id={Number(id)} />
      </AccountSubPage>
    </div>
  );
}
