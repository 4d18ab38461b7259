import { useMutation, useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage, isMissing } from '@wopack/ui/feedback/inline-error.tsx';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { IconCheck, IconX } from '@wopack/ui/icons';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import {
  acceptInvitation,
  declineInvitation,
  type InvitationToMe,
  invitationQuery,
} from '../../features/businesses/businesses.api.ts';
import { logOut } from '../../features/identity/identity.api.ts';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { useMe } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { getSellerHome, paths, withNextPath } from '../../lib/paths.ts';
import {
  readStored,
  removeFromSessionStorage,
  safeSessionStorage,
  useStored,
  writeStored,
} from '../../lib/storage/storage.ts';
import { Unbroken } from '../../ui/unbroken.tsx';

/** From the address, or from before a sign-in in this tab. Not in the path that sign-in leads back to, which is sent. */
function useInvitationKey(): string {
  const hashKey = useLocation().hash.slice(1);
  useEffect(() => {
    if (hashKey) writeStored('invitationKey', hashKey, safeSessionStorage);
  }, [hashKey]);
  return hashKey || readStored('invitationKey', safeSessionStorage) || '';
}

const forgetInvitationKey = () => removeFromSessionStorage('invitationKey');

/** Target of the link in the mail to whoever is invited to a business. */
export function Component() {
  const { t } = useTranslation('invitation');
  const key = useInvitationKey();
  const [isDeclined, setDeclined] = useState(false);
  return (
    <AuthLayout band="scene">
      <PageTitle>{t('title')}</PageTitle>
      {isDeclined ? (
        <Ending title={t('declined')}>{t('declinedText')}</Ending>
      ) : key ? (
        <InvitationByKey linkKey={key} onDeclined={() => setDeclined(true)} />
      ) : (
        <Ending title={t('overTitle')}>{t('incomplete')}</Ending>
      )}
    </AuthLayout>
  );
}

interface ByKeyProps {
  linkKey: string;
  onDeclined: () => void;
}

function InvitationByKey({ linkKey, onDeclined }: ByKeyProps) {
  const { t } = useTranslation('invitation');
  const query = useQuery(invitationQuery(linkKey));
  if (isMissing(query.error)) return <Ending title={t('overTitle')}>{t('overText')}</Ending>;
  return (
    <QueryState
      query={query}
      loading={
        <Loading className="grid gap-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-32 rounded-lg!" />
          <Skeleton className="h-13" />
        </Loading>
      }
    >
      {(invitation) => <InvitationView invitation={invitation} linkKey={linkKey} onDeclined={onDeclined} />}
    </QueryState>
  );
}

interface ViewProps extends ByKeyProps {
  invitation: InvitationToMe;
}

function InvitationView({ invitation, linkKey, onDeclined }: ViewProps) {
  const { t } = useTranslation('invitation');
  const { formatDayTime } = useFormat();
  const { business, invited_by: inviter, email, role, expires_at: expiresAt } = invitation;
  return (
    <>
      <h1 className="d1">{t(`heading.${role}`)}</h1>
      <p className="text-pretty wrap-anywhere text-muted">{t('by', { name: inviter, business })}</p>
      <Terms invitation={invitation} />
      <ul className="grid gap-2.5">
        <Point>{t(`may.${role}`)}</Point>
        <Point>{t(`alsoMay.${role}`)}</Point>
        {role === 'owner' ? null : <Point isDenied>{t(`mayNot.${role}`)}</Point>}
        {role === 'owner' || role === 'manager' ? <Point isDenied>{t('sellerBuys')}</Point> : null}
      </ul>
      <p className="text-sm text-pretty wrap-anywhere text-muted">
        {t('for', { email, when: formatDayTime(expiresAt) })}
      </p>
      <Answer invitation={invitation} linkKey={linkKey} onDeclined={onDeclined} />
    </>
  );
}

function Terms({ invitation: { role, sale_places: salePlaces } }: Pick<ViewProps, 'invitation'>) {
  const { t } = useTranslation(['invitation', 'members']);
  return (
    <dl className="grid divide-y divide-line rounded-lg bg-panel px-4">
      <div className="flex flex-wrap justify-between gap-x-4 py-3">
        <dt className="text-muted">{t('places', { count: salePlaces?.length ?? 2 })}</dt>
        <dd className="grid min-w-0 gap-2 font-bold wrap-anywhere">
          {salePlaces === null
            ? t('all')
            : salePlaces.map(({ id, name, address }) => (
                <span key={id}>
                  {name}
                  <span className="block text-sm font-normal text-muted">
                    <Unbroken>{address}</Unbroken>
                  </span>
                </span>
              ))}
        </dd>
      </div>
      <div className="flex flex-wrap justify-between gap-x-4 py-3">
        <dt className="text-muted">{t('role')}</dt>
        <dd className="font-bold">{t(`members:roles.${role}`)}</dd>
      </div>
    </dl>
  );
}

const Point = ({ isDenied = false, children }: { isDenied?: boolean; children: string }) => (
  <li className={isDenied ? 'flex gap-2.5 text-muted' : 'flex gap-2.5'}>
    {isDenied ? (
      <IconX className="size-5 shrink-0 translate-y-0.5" />
    ) : (
      <IconCheck className="size-5 shrink-0 translate-y-0.5 text-save" stroke={3} />
    )}
    {children}
  </li>
);

/** Accepted from an account with the invited address; declined without any. */
function Answer({ invitation, linkKey, onDeclined }: ViewProps) {
  const [token] = useStored('token');
  const me = useMe();
  if (token === null)
    return <SignInFirst invitation={invitation} linkKey={linkKey} onDeclined={onDeclined} />;
  return (
    <QueryState query={me} loading={<Skeleton className="h-13" />} isInline>
      {({ email }) =>
        email.toLowerCase() === invitation.email.toLowerCase() ? (
          <Accept invitation={invitation} linkKey={linkKey} onDeclined={onDeclined} />
        ) : (
          <OtherAddress mine={email} invited={invitation.email} />
        )
      }
    </QueryState>
  );
}

function SignInFirst(props: ViewProps) {
  const { t } = useTranslation('invitation');
  const fillInEmail = () => writeStored('tempEmail', props.invitation.email);
  return (
    <>
      <p className="text-pretty">{t('first')}</p>
      <ButtonLink fullWidth to={withNextPath(paths.auth, paths.invitation)} onClick={fillInEmail}>
        {t('signIn')}
      </ButtonLink>
      <ButtonLink
        variant="soft"
        fullWidth
        to={withNextPath(paths.signup, paths.invitation)}
        onClick={fillInEmail}
      >
        {t('signUp')}
      </ButtonLink>
      <Decline {...props} />
    </>
  );
}

function OtherAddress({ mine, invited }: { mine: string; invited: string }) {
  const { t } = useTranslation('invitation');
  const navigate = useNavigate();
  const [isSwitching, setSwitching] = useState(false);
  const switchAccount = async () => {
    setSwitching(true);
    // Signing out deletes what the browser has stored.
    const key = readStored('invitationKey', safeSessionStorage);
    await logOut();
    if (key) writeStored('invitationKey', key, safeSessionStorage);
    writeStored('tempEmail', invited);
    await navigate(withNextPath(paths.auth, paths.invitation));
  };
  return (
    <>
      <p role="status" className="rounded-md bg-brand-soft px-4 py-3.5 text-pretty wrap-anywhere">
        {t('other', { mine, email: invited })}
      </p>
      <Button fullWidth loading={isSwitching} onClick={() => void switchAccount()}>
        <span className="wrap-anywhere">{t('switch', { email: invited })}</span>
      </Button>
      <ButtonLink variant="ghost" fullWidth to={paths.offers}>
        {t('home')}
      </ButtonLink>
    </>
  );
}

function Accept(props: ViewProps) {
  const { t } = useTranslation('invitation');
  const { invitation, linkKey } = props;
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: () => acceptInvitation(linkKey),
    onSuccess: async () => {
      forgetInvitationKey();
      await navigate(getSellerHome(invitation.role), { replace: true });
      showToast(t('accepted', { business: invitation.business }));
    },
  });
  return (
    <>
      {accept.error ? <FieldError>{getErrorMessage(accept.error)}</FieldError> : null}
      <Button fullWidth loading={accept.isPending} onClick={() => accept.mutate()}>
        {t('accept')}
      </Button>
      <Decline {...props} />
    </>
  );
}

function Decline({ invitation, linkKey, onDeclined }: ViewProps) {
  const { t } = useTranslation('invitation');
  const [isAsking, setAsking] = useState(false);
  const decline = useMutation({
    mutationFn: () => declineInvitation(linkKey),
    onSuccess: () => {
      forgetInvitationKey();
      onDeclined();
    },
    onError: (error) => {
      setAsking(false);
      showErrorToast(error);
    },
  });
  return (
    <>
      <Button variant="ghost" fullWidth onClick={() => setAsking(true)}>
        {t('decline')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          title={t('declineTitle')}
          description={t('declineText', { name: invitation.invited_by })}
          confirmLabel={t('decline')}
          cancelLabel={t('keep')}
          isDanger
          loading={decline.isPending}
          onConfirm={() => decline.mutate()}
        />
      ) : null}
    </>
  );
}

const Ending = ({ title, children }: { title: string; children: ReactNode }) => {
  const { t } = useTranslation('invitation');
  return (
    <>
      <h1 className="d1">{title}</h1>
      <p role="status" className="text-pretty text-muted">
        {children}
      </p>
      <ButtonLink fullWidth to={paths.offers}>
        {t('home')}
      </ButtonLink>
    </>
  );
};
