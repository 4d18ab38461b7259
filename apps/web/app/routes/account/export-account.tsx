import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { ExportAccountButton } from '../../features/identity/account/account-data.tsx';
import { AccountSubPage } from './account-sub-page.tsx';

export function Component() {
  const { t } = useTranslation('account');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('export.title')}</PageTitle>
      <AccountSubPage title={t('export.title')}>
        <ExportAccountButton />
      </AccountSubPage>
    </div>
  );
}
