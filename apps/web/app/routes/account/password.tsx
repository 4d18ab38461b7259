import { useTranslation } from 'react-i18next';
import { LinkedAccounts } from '../../features/identity/account/linked-accounts.tsx';
import { VerifyEmail } from '../../features/identity/account/verify-email.tsx';
import { PasswordForm } from '../../features/identity/password/password-form.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { AccountSubPage, WithCurrentUser } from './parts/account-sub-page.tsx';

export function Component() {
  const { t } = useTranslation('account');
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('password.title')}</PageTitle>
      <AccountSubPage title={t('password.title')}>
        <WithCurrentUser>
          {(me) => (
            <div className="grid gap-4">
              <PasswordForm me={me} />
              {me.has_password ? null : <VerifyEmail me={me} />}
              <LinkedAccounts />
            </div>
          )}
        </WithCurrentUser>
      </AccountSubPage>
    </div>
  );
}
