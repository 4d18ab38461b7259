import { useTranslation } from 'react-i18next';
import { StatementList } from '../../modules/ledger/statement-list.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SubPage } from './parts/sub-page.tsx';

export default function Statements() {
  const { t } = useTranslation('money');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.statements')}</PageTitle>
      <SubPage title={t('titles.statements')}>
        <StatementList />
      </SubPage>
    </div>
  );
}
