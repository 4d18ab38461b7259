import { showToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { linkedAccountsQuery } from '../../features/identity/account/account.api.ts';
import { VerifyEmail } from '../../features/identity/account/email-address.tsx';
import { LinkedAccounts } from '../../features/identity/account/sign-in-settings.tsx';
import { PasswordForm } from '../../features/identity/password/password-form.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { startUserQueries } from '../../lib/data/shared-queries.ts';
import { useNextPath } from '../../lib/paths.ts';
import { AccountSubPage, WithCurrentUser } from './account-sub-page.tsx';

export const loader = () => startUserQueries(() => [queryClient.query(linkedAccountsQuery)]);

export function Component() {
  const { t } = useTranslation('account');
  const { next } = useNextPath();
  const navigate = useNavigate();
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('password.title')}</PageTitle>
      <AccountSubPage title={t('password.title')}>
        <WithCurrentUser>
          {(me) => (
            <div className="grid gap-4">
              <PasswordForm
                me={me}
                justSignedIn={next !== null}
                {...(next !== null && {
                  onSaved: () => {
                    showToast(t('accessReset.saved'));
                    void navigate(next, { replace: true });
                  },
                })}
              />
              {me.has_password ? null : <VerifyEmail me={me} />}
              <LinkedAccounts />
            </div>
          )}
        </WithCurrentUser>
      </AccountSubPage>
    </div>
  );
}
