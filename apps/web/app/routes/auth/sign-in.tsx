import { ButtonLink, TextLink } from '@wopack/ui/button.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { SignInForm } from '../../features/identity/sign-in/sign-in-form.tsx';
import { SocialSignInButtons } from '../../features/identity/sign-in/social-sign-in.tsx';
import { paths, useNextPath } from '../../lib/paths.ts';

export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const navigate = useNavigate();
  const { next, keepNextPath } = useNextPath();
  return (
    <AuthLayout band="slim">
      <PageTitle>{t('common:titles.signin')}</PageTitle>
      <h1 className="d1">{t('welcome')}</h1>
      <SocialSignInButtons />
      <SignInForm onDone={() => void navigate(next ?? paths.account, { replace: true })} />
      <ButtonLink variant="ghost" fullWidth to={keepNextPath(paths.auth)}>
        {t('withCode')}
      </ButtonLink>
      <p className="flex flex-wrap items-center justify-center gap-x-1.5">
        {t('newHere')}
        <TextLink to={keepNextPath(paths.signup)}>{t('signUp')}</TextLink>
      </p>
    </AuthLayout>
  );
}
