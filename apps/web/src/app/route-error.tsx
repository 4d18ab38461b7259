import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { checkConnection, useOffline } from '../lib/connection.ts';
import { paths } from '../lib/paths.ts';
import { mayReload, reloadOnce } from '../lib/reload-once.ts';
import { signedIn } from '../lib/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FullPageMessage } from '../ui/full-page-message.tsx';
import { Splash } from './splash.tsx';

/** A page that failed, or whose code did not arrive, where nothing stands around it. */
export const RouteError = () => <Failure />;

/** The same inside a layout, whose menus stay. */
export const PageError = () => <Failure inLayout />;

function Failure(props: { inLayout?: boolean }) {
  const error = useRouteError();
  return <FailureOf key={String(error)} error={error} {...props} />;
}

interface Props {
  error: unknown;
  inLayout?: boolean;
}

/** Missing code is looked for once by loading the page anew. All ways out of the message do the same. */
function FailureOf({ error, inLayout }: Props) {
  const { t } = useTranslation('errors');
  const offline = useOffline();
  const [reloads, setReloads] = useState(() => mayReload(error));
  useEffect(() => {
    console.error(error);
    void checkConnection().then((connected) => {
      // Without a connection the browser would show a page of its own.
      if (!(connected && mayReload(error) && reloadOnce(error))) setReloads(false);
    });
  }, [error]);
  if (reloads) return inLayout ? null : <Splash />;
  if (offline) return <OfflinePage inLayout={inLayout} />;
  return (
    <FullPageMessage
      inLayout={inLayout}
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
function OfflinePage({ inLayout }: Pick<Props, 'inLayout'>) {
  const { t } = useTranslation(['errors', 'common']);
  const member = signedIn();
  return (
    <FullPageMessage
      inLayout={inLayout}
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
