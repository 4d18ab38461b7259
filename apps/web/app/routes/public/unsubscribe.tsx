import { useMutation } from '@tanstack/react-query';
import type { Input } from '@wopack/contract/client';
import { unsubscribableMails } from '@wopack/contract/vocabulary';
import { Button, ButtonLink } from '@wopack/ui/button.tsx';
import { FieldError, getErrorMessage, isMissing } from '@wopack/ui/feedback/inline-error.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { call } from '../../lib/api/api.ts';
import { paths } from '../../lib/paths.ts';
import { Component as NotFoundPage } from './not-found.tsx';

type UnsubscribeInput = Input<'unsubscribe'>['body'];

const isUnsubscribable = (
  notificationType: string | undefined,
): notificationType is UnsubscribeInput['what'] =>
  unsubscribableMails.some((type) => type === notificationType);

/** Opening the link changes nothing yet: mail scanners open links too. */
function Unsubscribe({
  notificationType,
  linkKey: key,
}: {
  notificationType: UnsubscribeInput['what'];
  linkKey: string;
}) {
  const { t } = useTranslation('notifications');
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call('unsubscribe', { body: { what: notificationType, key } }),
  });
  if (isSuccess) {
    return (
      <p role="status" className="text-pretty text-muted">
        {t(`unsubscribe.${notificationType}.done`)}
      </p>
    );
  }
  return (
    <>
      <p className="text-pretty text-muted">{t(`unsubscribe.${notificationType}.text`)}</p>
      {error ? (
        <FieldError>{isMissing(error) ? t('unsubscribe.notValid') : getErrorMessage(error)}</FieldError>
      ) : null}
      <Button fullWidth loading={isPending} onClick={() => mutate()}>
        {t('unsubscribe.confirm')}
      </Button>
    </>
  );
}

/** Target of the link at the end of a mail, whose fragment is its key. Needs no sign-in. */
export function Component() {
  const { t } = useTranslation('notifications');
  const { what: notificationType } = useParams();
  const key = useLocation().hash.slice(1);
  if (!isUnsubscribable(notificationType)) return <NotFoundPage />;
  return (
    <AuthLayout band="slim">
      <PageTitle>{t('unsubscribe.title')}</PageTitle>
      <h1 className="d1">{t('unsubscribe.title')}</h1>
      <Unsubscribe notificationType={notificationType} linkKey={key} />
      <ButtonLink variant="ghost" fullWidth to={paths.notifications}>
        {t('unsubscribe.settings')}
      </ButtonLink>
    </AuthLayout>
  );
}
