import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AuthLayout } from '../../features/identity/sign-in/auth-layout.tsx';
import { isUnsubscribable, Unsubscribe } from '../../features/notifications/unsubscribe.tsx';
import { paths } from '../../lib/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Component as NotFoundPage } from './not-found.tsx';

/** Target of the link at the end of a mail. Needs no sign-in. */
export function Component() {
  const { t } = useTranslation('notifications');
  const { what: notificationType, key = '' } = useParams();
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
