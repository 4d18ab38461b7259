import { noop } from '@tanstack/react-query';
import { ButtonLink, TextLink } from '@wopack/ui/button.tsx';
import { EmptyFallback, lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { authProvidersQuery } from '../../features/identity/sign-in/sign-in.api.ts';
import { EmailForm } from '../../features/identity/sign-in/sign-in-form.tsx';
import { SocialSignInButtons, SocialSignInError } from '../../features/identity/sign-in/social-sign-in.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { paths, useNextPath } from '../../lib/paths.ts';
import { readStored, safeSessionStorage } from '../../lib/storage/storage.ts';
import { loadBehindShell } from '../../performance/prerendered-shell.ts';
import { AcceptTerms } from '../../ui/form/accept-terms.tsx';

/** Behind the page, which is drawn first. */
const CookieChoice = lazyWithErrorBoundary(
  async () => ({ default: (await import('../../features/legal/cookie-choice.tsx')).CookieChoice }),
  EmptyFallback,
);

/** The prerendered page has no providers: they load before it is replaced, not after. */
export const loader = () => loadBehindShell(() => queryClient.query(authProvidersQuery).catch(noop));

/** What a guest pressed last and signing in completes, as its text. */
const findGuestWish = (): 'auth:keptFavourite' | 'auth:keptSearch' | null =>
  readStored('guestFavourite', safeSessionStorage) !== null
    ? 'auth:keptFavourite'
    : readStored('guestSearch', safeSessionStorage) !== null
      ? 'auth:keptSearch'
      : null;

/** The sign-in methods. Asks for the cookie choice first, once. */
export function Component() {
  const { t } = useTranslation(['auth', 'common']);
  const navigate = useNavigate();
  const { keepNextPath } = useNextPath();
  const [guestWish] = useState(findGuestWish);
  const [showsCookieChoice] = useState(() => readStored('cookieChoice') === null);
  return (
    <AuthLayout band="scene">
      <PageTitle>{t('common:titles.auth')}</PageTitle>
      <h1 className="d1">{t('welcome')}</h1>
      {guestWish ? <p className="font-semibold">{t(guestWish)}</p> : null}
      <ButtonLink variant="soft" fullWidth to={paths.offers}>
        {t('lookFirst')}
      </ButtonLink>
      <p className="text-muted">{t('pickWay')}</p>
      <SocialSignInError />
      <SocialSignInButtons />
      <EmailForm onSent={() => void navigate(keepNextPath(paths.authCode))} />
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
      <ButtonLink variant="ghost" fullWidth to={keepNextPath(paths.signin)}>
        {t('withPassword')}
      </ButtonLink>
      <p className="flex min-h-11 items-center justify-center gap-1.5">
        {t('newHere')}
        <TextLink to={keepNextPath(paths.signup)}>{t('signUp')}</TextLink>
      </p>
      <p className="mt-auto text-center text-xs text-muted lg:mt-2">
        <AcceptTerms i18nKey="auth:terms" />
      </p>
      {showsCookieChoice ? (
        <Suspense fallback={null}>
          <CookieChoice />
        </Suspense>
      ) : null}
    </AuthLayout>
  );
}
