import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { EmailForm } from '../../features/identity/sign-in/sign-in-form.tsx';
import { paths, splitPasswordPath, useNextPath, withNextPath } from '../../lib/paths.ts';
import { AcceptTerms } from '../../ui/form/accept-terms.tsx';

/** Whoever forgot their password signs in by code and goes on to a new one. */
export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const navigate = useNavigate();
  const { next, keepNextPath } = useNextPath();
  const { choosesPassword, next: nextPage } = splitPasswordPath(next);
  const page = choosesPassword ? 'forgotPage' : 'emailPage';
  return (
    <AuthLayout
      band="none"
      backTo={choosesPassword ? withNextPath(paths.signin, nextPage) : keepNextPath(paths.auth)}
    >
      <PageTitle>{t('common:titles.authEmail')}</PageTitle>
      <h1 className="d1">{t(`${page}.title`)}</h1>
      <p className="text-muted">{t(`${page}.text`)}</p>
      <EmailForm onSent={() => void navigate(keepNextPath(paths.authCode))} />
      <p className="text-center text-xs text-muted">
        <AcceptTerms i18nKey="auth:terms" />
      </p>
    </AuthLayout>
  );
}
