import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { SellerRole, SellerRoleText } from './account-cards.tsx';
import { AccountSubPage, WithCurrentUser } from './account-sub-page.tsx';

export function Component() {
  const { t } = useTranslation(['account', 'common']);
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('common:titles.sellerRole')}</PageTitle>
      <AccountSubPage title={t('sellerRole.title')}>
        <WithCurrentUser>
          {(me) => (
            <>
              <SellerRoleText me={me} className="mb-4 text-pretty text-muted" />
              <div className="rounded-lg bg-panel px-4">
                <SellerRole me={me} />
              </div>
            </>
          )}
        </WithCurrentUser>
      </AccountSubPage>
    </div>
  );
}
