import { useQuery } from '@tanstack/react-query';
import { getFullName } from '@wopack/domain';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { ErrorState } from '@wopack/ui/feedback/states.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { ChoosePassword } from '../../features/identity/password/password-form.tsx';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import {
  clearMagicLink,
  isOwnSignInState,
  magicLinkUserQuery,
  readMagicLinkToken,
  signInByMagicLink,
} from '../../features/identity/sign-in/sign-in.api.ts';
import { type Me, useMe } from '../../lib/data/shared-queries.ts';
import { paths, useNextPath } from '../../lib/paths.ts';
import { hasSession } from '../../lib/session/session.ts';
import { useStored } from '../../lib/storage/storage.ts';

interface Props {
  /** Missing when the server did not respond. */
  me: Me | undefined;
  linkUser: Me;
  onSwitch: () => void;
  onStay: () => void;
}

const getDisplayName = ({ name, sname, email }: Me) => getFullName(name, sname) || email;

/** Shown when the link belongs to another user than the signed-in one. */
function SwitchAccount({ me, linkUser, onSwitch, onStay }: Props) {
  const { t } = useTranslation('account');
  return (
    <>
      <h1 className="d2">{t('token.ask')}</h1>
      <p className="break-words text-pretty text-muted">
        {t('token.askText', { me: me ? getDisplayName(me) : t('token.someone'), other: linkUser.email })}
      </p>
      <div className="mt-2 grid gap-2.5">
        <Button fullWidth onClick={onStay}>
          {t('token.stay')}
        </Button>
        <Button fullWidth variant="soft" onClick={onSwitch}>
          {t('token.change', { other: getDisplayName(linkUser) })}
        </Button>
      </div>
    </>
  );
}

/**
 * A link that signs in. An attacker may send the link of their own account, to which the victim's input would then
 * go: unless this tab started the sign-in, or when another user is signed in, it asks first.
 */
export function Component() {
  const { t } = useTranslation(['account', 'common']);
  const navigate = useNavigate();
  const { keepNextPath } = useNextPath();
  const [token] = useState(readMagicLinkToken);
  const [storedToken] = useStored('token');
  const linkUserQuery = useQuery(magicLinkUserQuery(token));
  const { data: me, isError: isMeUnknown } = useMe();
  const linkUser = linkUserQuery.data;
  const isSameUser = me !== undefined && me.id === linkUser?.id;
  const [params] = useSearchParams();
  const [isStartedHere] = useState(() => isOwnSignInState(params.get('client_state')));
  const isSignedOut = storedToken === null;
  const skipsConfirmation = isSignedOut ? isStartedHere : isSameUser;
  const accessReset = params.get('access_reset') === '1' && linkUser?.has_password === false;
  const [showsAccessReset, setShowsAccessReset] = useState(false);
  const continueToLocation = useCallback(
    () => navigate(keepNextPath(paths.authLocation), { replace: true }),
    [navigate, keepNextPath],
  );

  const [isSigningIn, setIsSigningIn] = useState(false);
  const hasStarted = useRef(false);
  const followLink = useCallback(
    async (sameUser: boolean) => {
      // Once: signing in clears the stored token, and an effect run would repeat it.
      if (hasStarted.current || !token) return;
      hasStarted.current = true;
      await signInByMagicLink(token, { isSameUser: sameUser });
      if (accessReset) setShowsAccessReset(true);
      else await continueToLocation();
    },
    [token, accessReset, continueToLocation],
  );
  useEffect(() => {
    if (linkUser && skipsConfirmation) void followLink(true);
  }, [linkUser, skipsConfirmation, followLink]);

  const renderContent = () => {
    if (showsAccessReset)
      return <ChoosePassword reason="accessReset" onContinue={() => void continueToLocation()} />;
    if (token === null || linkUser === null) return <LinkError />;
    if (linkUserQuery.error) return <ErrorState query={linkUserQuery} />;
    if (linkUser && isSignedOut && !isStartedHere && !isSigningIn) {
      return (
        <ConfirmSignIn
          email={linkUser.email}
          onConfirm={() => {
            setIsSigningIn(true);
            void followLink(true);
          }}
          onCancel={() => {
            clearMagicLink();
            void navigate(paths.auth, { replace: true });
          }}
        />
      );
    }
    if (linkUser && !isSignedOut && !isSameUser && !isSigningIn && (me || isMeUnknown)) {
      return (
        <SwitchAccount
          me={me}
          linkUser={linkUser}
          onSwitch={() => {
            setIsSigningIn(true);
            void followLink(false);
          }}
          onStay={() => {
            clearMagicLink();
            void navigate(paths.offers, { replace: true });
          }}
        />
      );
    }
    return (
      <div role="status">
        <h1 className="d2">{t('token.working')}</h1>
      </div>
    );
  };
  return (
    <AuthLayout band={showsAccessReset ? 'none' : 'scene'}>
      <PageTitle>{t('common:titles.auth')}</PageTitle>
      {renderContent()}
    </AuthLayout>
  );
}

interface ConfirmProps {
  email: Me['email'];
  onConfirm: () => void;
  onCancel: () => void;
}

function ConfirmSignIn({ email, onConfirm, onCancel }: ConfirmProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <h1 className="d2 break-words">{t('token.confirm', { email: maskEmail(email) })}</h1>
      <p className="text-pretty text-muted">{t('token.confirmText')}</p>
      <div className="mt-2 grid gap-2.5">
        <Button fullWidth onClick={onConfirm}>
          {t('token.signIn')}
        </Button>
        <Button fullWidth variant="soft" onClick={onCancel}>
          {t('token.cancel')}
        </Button>
      </div>
    </>
  );
}

/** Enough to recognise one's own address: m***@example.com. */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***');

function LinkError() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  return (
    <>
      <div role="alert">
        <h1 className="d2">{t('token.missing')}</h1>
      </div>
      <p className="text-pretty text-muted">{t('token.help')}</p>
      {hasSession() ? (
        <Button fullWidth onClick={() => void navigate(paths.offers, { replace: true })}>
          {t('token.goOn')}
        </Button>
      ) : (
        <ButtonLink fullWidth to={paths.auth} replace>
          {t('token.signIn')}
        </ButtonLink>
      )}
    </>
  );
}
