import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { DeleteAccount } from '../../features/identity/account/account-data.tsx';
import { AccountSubPage, WithCurrentUser } from './account-sub-page.tsx';

export function Component() {
  const { t } = useTranslation('account');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('deletion.title')}</PageTitle>
      <AccountSubPage title={t('deletion.title')}>
        <WithCurrentUser>{(me) => <DeleteAccount me={me} />}</WithCurrentUser>
      </AccountSubPage>
    </div>
  );
}
