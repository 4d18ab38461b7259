import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router';
import { i18n } from '../../lib/i18n.ts';
import { inTime } from '../../lib/in-time.ts';
import { useNext } from '../../lib/next.ts';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query-client.ts';
import { read } from '../../lib/storage.ts';
import { meQuery } from '../../modules/identity/identity.api.ts';
import { AuthLayout } from '../../modules/identity/sign-in/auth-layout.tsx';
import { CodeForm } from '../../modules/identity/sign-in/code-form.tsx';
import { ResendCode } from '../../modules/identity/sign-in/resend-code.tsx';
import { signInByCode } from '../../modules/identity/sign-in/sign-in.ts';
import { foodUrl } from '../../ui/food.ts';
import { PageTitle } from '../../ui/page-title.tsx';

const AccessReset = lazy(async () => {
  const part = import('../../modules/identity/password/access-reset.tsx');
  const [{ AccessReset: Part }] = await inTime(Promise.all([part, i18n.loadNamespaces('account')]));
  return { default: Part };
});

/** Stands in for the address, which is set in bold. */
const gap = '\n';

/** The code from the e-mail. Without an address it was sent to there is nothing to enter. */
export default function AuthCode() {
  const { t } = useTranslation(['auth', 'common']);
  const navigate = useNavigate();
  const { next, carry } = useNext();
  const [email] = useState(() => read('tempEmail'));
  const [before, after] = t('code.sent', { email: gap }).split(gap);
  const accessReset = useRef(false);
  const [tellsReset, setTellsReset] = useState(false);
  const goOn = async () => {
    // Back to where the person was going, unless nobody knows yet where to look for packs.
    const me = next ? await queryClient.fetchQuery(meQuery).catch(() => null) : null;
    const settled = next && (!me || me.city) ? next : null;
    await navigate(settled ?? carry(paths.authLocation), { replace: true });
  };
  if (tellsReset) {
    return (
      <AuthLayout band="none">
        <PageTitle>{t('common:titles.authCode')}</PageTitle>
        <Suspense fallback={null}>
          <AccessReset onContinue={() => void goOn()} />
        </Suspense>
      </AuthLayout>
    );
  }
  if (!email) return <Navigate to={carry(paths.auth)} replace />;
  const enter = async (code: string) => {
    accessReset.current = await signInByCode(email, code);
  };
  return (
    <AuthLayout band="none" backTo={carry(paths.auth)}>
      <PageTitle>{t('common:titles.authCode')}</PageTitle>
      <img src={foodUrl('envelope', 'large')} alt="" width={256} height={256} className="mb-1 size-21" />
      <h1 className="d1">{t('code.title')}</h1>
      <p className="text-pretty text-2">
        {before}
        <b className="break-words text-text">{email}</b>
        {after}
      </p>
      <CodeForm
        onSubmitCode={enter}
        onDone={() => (accessReset.current ? setTellsReset(true) : void goOn())}
      />
      <ResendCode email={email} />
      <Link to={carry(paths.authEmail)} className="link inline-flex min-h-11 items-center self-start">
        {t('code.change')}
      </Link>
    </AuthLayout>
  );
}
