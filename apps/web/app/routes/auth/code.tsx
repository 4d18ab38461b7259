import { TextLink } from '@wopack/ui/button.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router';
import { ChoosePassword } from '../../features/identity/password/password-form.tsx';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { CodeForm, ResendCode } from '../../features/identity/sign-in/code-form.tsx';
import { signInByCode } from '../../features/identity/sign-in/sign-in.api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { meQuery } from '../../lib/data/shared-queries.ts';
import { paths, splitPasswordPath, useNextPath, withNextPath } from '../../lib/paths.ts';
import { readStored } from '../../lib/storage/storage.ts';
import { getFoodImageUrl } from '../../ui/images/food-image-url.ts';

/** Placeholder for the address, which is rendered in bold. */
const EMAIL_PLACEHOLDER = '\n';

/** Redirects when no code has been requested. */
export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const navigate = useNavigate();
  const { next, keepNextPath } = useNextPath();
  const [email] = useState(() => readStored('tempEmail'));
  const [textBefore, textAfter] = t('code.sent', { email: EMAIL_PLACEHOLDER }).split(EMAIL_PLACEHOLDER);
  const { choosesPassword, next: nextPage } = splitPasswordPath(next);
  const isAccessReset = useRef(false);
  const [passwordReason, setPasswordReason] = useState<'accessReset' | 'forgotten' | null>(null);
  const continueAfterSignIn = async () => {
    // Returns to the requested page, unless the user has no city yet. An offer needs none.
    const isOffer = /^\/offers\/\d+(?:[?#]|$)/.test(nextPage ?? '');
    const me = nextPage && !isOffer ? await queryClient.query(meQuery).catch(() => null) : null;
    const allowedNext = nextPage && (!me || me.city) ? nextPage : null;
    await navigate(allowedNext ?? withNextPath(paths.authLocation, nextPage), { replace: true });
  };
  const finishSignIn = () => {
    if (isAccessReset.current) setPasswordReason('accessReset');
    else if (choosesPassword) setPasswordReason('forgotten');
    else void continueAfterSignIn();
  };
  if (passwordReason) {
    return (
      <AuthLayout band="none">
        <PageTitle>{t('common:titles.authCode')}</PageTitle>
        <Suspense fallback={null}>
          <ChoosePassword reason={passwordReason} onContinue={() => void continueAfterSignIn()} />
        </Suspense>
      </AuthLayout>
    );
  }
  if (!email) return <Navigate to={keepNextPath(paths.auth)} replace />;
  const handleCode = async (code: string) => {
    isAccessReset.current = await signInByCode(email, code);
  };
  return (
    <AuthLayout band="none" backTo={keepNextPath(paths.auth)}>
      <PageTitle>{t('common:titles.authCode')}</PageTitle>
      <img
        src={getFoodImageUrl('envelope', 'large')}
        alt=""
        width={256}
        height={256}
        className="mb-1 size-21"
      />
      <h1 className="d1">{t('code.title')}</h1>
      <p className="text-pretty text-muted">
        {textBefore}
        <b className="break-words text-text">{email}</b>
        {textAfter}
      </p>
      <CodeForm onSubmitCode={handleCode} onDone={finishSignIn} />
      <ResendCode email={email} purpose="sign_in" />
      <TextLink to={keepNextPath(paths.authEmail)} className="self-start">
        {t('code.change')}
      </TextLink>
    </AuthLayout>
  );
}
