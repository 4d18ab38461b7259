import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useNext } from '../../lib/next.ts';
import { paths } from '../../lib/paths.ts';
import { signedIn } from '../../lib/session.ts';
import { useStored } from '../../lib/storage.ts';
import { type Me, useMe } from '../../modules/identity/identity.api.ts';
import { AccessReset } from '../../modules/identity/password/access-reset.tsx';
import { AuthLayout } from '../../modules/identity/sign-in/auth-layout.tsx';
import {
  clearMagicLink,
  isOwnSignInState,
  magicLinkUserQuery,
  readMagicLinkToken,
  signInByMagicLink,
} from '../../modules/identity/sign-in/magic-link.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SwitchAccount } from './switch-account.tsx';

/**
 * A link that signs in. It may come from anybody, who would have what is done here in their own account: whoever did not
 * set out for it from this tab is asked first, and so is whoever is signed in as somebody else.
 */
export default function AuthToken() {
  const { t } = useTranslation(['account', 'common']);
  const navigate = useNavigate();
  const { carry } = useNext();
  const [token] = useState(readMagicLinkToken);
  const [stored] = useStored('token');
  const given = useQuery(magicLinkUserQuery(token));
  const { data: me, isError: meUnknown } = useMe();
  const owner = given.data;
  const samePerson = me !== undefined && me.id === owner?.id;
  const [params] = useSearchParams();
  const [startedHere] = useState(() => isOwnSignInState(params.get('client_state')));
  const nobody = stored === null;
  const asksNobody = nobody ? startedHere : samePerson;
  const accessReset = params.get('access_reset') === '1' && owner?.has_password === false;
  const [tellsReset, setTellsReset] = useState(false);
  const goOn = useCallback(() => navigate(carry(paths.authLocation), { replace: true }), [navigate, carry]);

  const [entering, setEntering] = useState(false);
  const begun = useRef(false);
  const follow = useCallback(
    async (ofSamePerson: boolean) => {
      // Once: what entering clears would otherwise ask for it again.
      if (begun.current || !token) return;
      begun.current = true;
      await signInByMagicLink(token, { isSameUser: ofSamePerson });
      if (accessReset) setTellsReset(true);
      else await goOn();
    },
    [token, accessReset, goOn],
  );
  useEffect(() => {
    if (owner && asksNobody) void follow(true);
  }, [owner, asksNobody, follow]);

  const part = () => {
    if (tellsReset) return <AccessReset onContinue={() => void goOn()} />;
    if (token === null || owner === null) return <Failed />;
    if (given.error) {
      return (
        <ErrorState error={given.error} onRetry={() => void given.refetch()} retrying={given.isFetching} />
      );
    }
    if (owner && nobody && !startedHere && !entering) {
      return (
        <ConfirmSignIn
          email={owner.email}
          onConfirm={() => {
            setEntering(true);
            void follow(true);
          }}
          onCancel={() => {
            clearMagicLink();
            void navigate(paths.auth, { replace: true });
          }}
        />
      );
    }
    if (owner && !nobody && !samePerson && !entering && (me || meUnknown)) {
      return (
        <SwitchAccount
          me={me}
          other={owner}
          onChange={() => {
            setEntering(true);
            void follow(false);
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
    <AuthLayout band={tellsReset ? 'none' : 'scene'}>
      <PageTitle>{t('common:titles.auth')}</PageTitle>
      {part()}
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
      <p className="text-pretty text-2">{t('token.confirmText')}</p>
      <div className="mt-2 grid gap-2.5">
        <Button block onClick={onConfirm}>
          {t('token.signIn')}
        </Button>
        <Button block look="soft" onClick={onCancel}>
          {t('token.cancel')}
        </Button>
      </div>
    </>
  );
}

/** Enough to know one's own address by: m***@example.com. */
const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/u, '$1***');

function Failed() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  return (
    <>
      <div role="alert">
        <h1 className="d2">{t('token.missing')}</h1>
      </div>
      <p className="text-pretty text-2">{t('token.help')}</p>
      {signedIn() ? (
        <Button block onClick={() => void navigate(paths.offers, { replace: true })}>
          {t('token.goOn')}
        </Button>
      ) : (
        <ButtonLink block to={paths.auth} replace>
          {t('token.signIn')}
        </ButtonLink>
      )}
    </>
  );
}
