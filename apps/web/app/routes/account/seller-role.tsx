import { useTranslation } from 'react-i18next';
import { SellerRoleSwitch } from '../../features/identity/account/seller-role-switch.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { AccountSubPage } from './parts/account-sub-page.tsx';
import { SellerRoleText } from './parts/seller-role-text.tsx';
import { WithCurrentUser } from './parts/with-current-user.tsx';

export default function SellerRolePage() {
  const { t } = useTranslation(['account', 'common']);
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('common:titles.point')}</PageTitle>
      <AccountSubPage title={t('point.title')}>
        <WithCurrentUser>
          {(me) => (
            <>
              <SellerRoleText me={me} className="mb-4 text-pretty text-muted" />
              <div className="rounded-lg bg-panel px-4">
                <SellerRoleSwitch me={me} />
              </div>
            </>
          )}
        </WithCurrentUser>
      </AccountSubPage>
    </div>
  );
}
