import { useQuery } from '@tanstack/react-query';
import { buttonVariants } from '@wopack/ui/button.tsx';
import { FieldError } from '@wopack/ui/feedback/inline-error.tsx';
import { IconBrandAppleFilled, IconBrandFacebook, IconBrandGoogle } from '@wopack/ui/icons';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { apiHost } from '../../../lib/api/api.ts';
import { useNextPath } from '../../../lib/paths.ts';
import { getReferralCode } from '../../../lib/session/referral-code.ts';
import type { AuthProvider } from '../identity.api.ts';
import { authProvidersQuery, createSignInState } from './sign-in.api.ts';

export const providerIcons = {
  google: IconBrandGoogle,
  apple: IconBrandAppleFilled,
  facebook: IconBrandFacebook,
};
export const providerNames: Record<AuthProvider, string> = {
  google: 'Google',
  apple: 'Apple',
  facebook: 'Facebook',
};

/** Created on the press, since the state is valid for one sign-in. */
function addClientState({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) {
  const url = new URL(link.href);
  url.searchParams.set('client_state', createSignInState());
  link.href = url.href;
}

/** One button for each enabled provider; renders nothing without any and until the list has loaded. */
export function SocialSignInButtons() {
  const { t, i18n } = useTranslation('auth');
  const { next } = useNextPath();
  const { data = [] } = useQuery(authProvidersQuery);
  if (data.length === 0) return null;
  const buildSignInUrl = (provider: AuthProvider) => {
    const query = new URLSearchParams({ language: i18n.language });
    if (next) query.set('next', next);
    const referralCode = getReferralCode();
    if (referralCode) query.set('ref_link', referralCode);
    return `${apiHost}/${provider}/redirect?${query}`;
  };
  return (
    <>
      <ul className="grid auto-cols-fr grid-flow-col gap-2.5">
        {data.map((provider) => {
          const Icon = providerIcons[provider];
          return (
            <li key={provider}>
              <a
                href={buildSignInUrl(provider)}
                onClick={addClientState}
                aria-label={t('social.by', { name: providerNames[provider] })}
                className={buttonVariants({ variant: 'ghost', fullWidth: true })}
              >
                <Icon />
              </a>
            </li>
          );
        })}
      </ul>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('social.orEmail')}
      </p>
    </>
  );
}

const ERROR_CODES = ['cancelled', 'unavailable', 'failed', 'noEmail', 'notVerified', 'left'] as const;

/** Why an external sign-in failed. */
export function SocialSignInError() {
  const { t } = useTranslation('auth');
  const [params] = useSearchParams();
  const errorCode = ERROR_CODES.find((code) => code === params.get('problem'));
  if (!errorCode) return null;
  return <FieldError>{t(`social.${errorCode}`)}</FieldError>;
}
