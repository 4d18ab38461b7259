import { useTranslation } from 'react-i18next';
import { ExportAccountButton } from '../../modules/identity/personal-data/export-account-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SubPage } from './parts/sub-page.tsx';

export default function Export() {
  const { t } = useTranslation('account');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('export.title')}</PageTitle>
      <SubPage title={t('export.title')}>
        <ExportAccountButton />
      </SubPage>
    </div>
  );
}
