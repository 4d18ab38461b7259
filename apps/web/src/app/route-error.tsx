import { IconRefresh } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { checkConnection, useOffline } from '../lib/connection.ts';
import { paths } from '../lib/paths.ts';
import { signedIn } from '../lib/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FullPageMessage } from '../ui/full-page-message.tsx';

/** A page that failed, or whose code did not arrive. All ways out load everything anew. */
export function RouteError() {
  const { t } = useTranslation('errors');
  const error = useRouteError();
  const offline = useOffline();
  useEffect(() => {
    console.error(error);
    void checkConnection();
  }, [error]);
  if (offline) return <OfflinePage />;
  return (
    <FullPageMessage
      overline="500"
      title={t('crashTitle')}
      text={t('crashText')}
      mood="frown"
      actions={
        <>
          <a className={buttonClass({})} href={paths.landing}>
            {t('goHome')}
          </a>
          <Reload />
        </>
      }
    />
  );
}

/** Not every page is kept on the device; who is signed in finds the way to those that are. */
function OfflinePage() {
  const { t } = useTranslation(['errors', 'common']);
  const member = signedIn();
  return (
    <FullPageMessage
      overline="WoPack"
      title={t('offlineTitle')}
      text={member ? t('offlineKept') : t('network')}
      mood="frown"
      actions={
        <>
          {member ? (
            <a className={buttonClass({})} href={paths.history}>
              {t('common:nav.history')}
            </a>
          ) : null}
          <Reload />
        </>
      }
    />
  );
}

function Reload() {
  const { t } = useTranslation('errors');
  return (
    <Button look="ghost" icon={<IconRefresh aria-hidden="true" />} onClick={() => location.reload()}>
      {t('reload')}
    </Button>
  );
}
