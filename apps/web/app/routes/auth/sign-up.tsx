import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { SignUpForm } from '../../features/identity/sign-in/sign-up-form.tsx';
import { paths, useNextPath } from '../../lib/paths.ts';

/** `?owner=1` and `?partner=1` preselect the role. */
export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const navigate = useNavigate();
  const { next, keepNextPath } = useNextPath();
  const [params] = useSearchParams();
  return (
    <AuthLayout band="slim">
      <PageTitle>{t('common:titles.signup')}</PageTitle>
      <h1 className="d1">{t('signup.title')}</h1>
      <p className="text-muted">{t('signup.text')}</p>
      <SignUpForm
        asSeller={params.get('owner') === '1'}
        asPartner={params.get('partner') === '1'}
        onDone={() => void navigate(next ?? paths.account, { replace: true })}
      />
      <p className="flex flex-wrap items-center justify-center gap-x-1.5">
        {t('haveAccount')}
        <Link to={keepNextPath(paths.signin)} className="link inline-flex min-h-11 items-center">
          {t('signIn')}
        </Link>
      </p>
    </AuthLayout>
  );
}
