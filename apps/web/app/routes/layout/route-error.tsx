import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { useLayoutOptions } from '../../lib/layout-options.tsx';
import { checkConnection, useIsOffline } from '../../lib/offline/connection.ts';
import { canReload, reloadOnce } from '../../lib/offline/reload-once.ts';
import { paths } from '../../lib/paths.ts';
import { hasSession } from '../../lib/session/session.ts';
import { Button, buttonVariants } from '../../ui/button.tsx';
import { FullPageMessage } from '../../ui/feedback/full-page-message.tsx';
import { Splash } from './splash.tsx';

/** A page that failed, or whose code did not arrive, where nothing stands around it. */
export const RouteError = () => <KeyedRouteError />;

/** The same inside a layout, whose menus stay, whatever the page asked for. */
export function PageError() {
  useLayoutOptions({ hideTabBar: false, sunken: false });
  return <KeyedRouteError inLayout />;
}

function KeyedRouteError(props: { inLayout?: boolean }) {
  const error = useRouteError();
  return <RouteErrorView key={String(error)} error={error} {...props} />;
}

interface Props {
  error: unknown;
  inLayout?: boolean;
}

/** Missing code is looked for once by loading the page anew. All ways out of the message do the same. */
function RouteErrorView({ error, inLayout }: Props) {
  const { t } = useTranslation('errors');
  const isOffline = useIsOffline();
  const [isReloading, setIsReloading] = useState(() => canReload(error));
  useEffect(() => {
    console.error(error);
    void checkConnection().then((isConnected) => {
      // Without a connection the browser would show a page of its own.
      if (!(isConnected && canReload(error) && reloadOnce(error))) setIsReloading(false);
    });
  }, [error]);
  if (isReloading) return inLayout ? null : <Splash />;
  if (isOffline) return <OfflinePage inLayout={inLayout} />;
  return (
    <FullPageMessage
      inLayout={inLayout}
      overline="500"
      title={t('crashTitle')}
      text={t('crashText')}
      mood="frown"
      actions={
        <>
          <a className={buttonVariants()} href={paths.landing}>
            {t('goHome')}
          </a>
          <ReloadButton />
        </>
      }
    />
  );
}

/** Not every page is kept on the device; who is signed in finds the way to those that are. */
function OfflinePage({ inLayout }: Pick<Props, 'inLayout'>) {
  const { t } = useTranslation(['errors', 'common']);
  const isSignedIn = hasSession();
  return (
    <FullPageMessage
      inLayout={inLayout}
      overline="WoPack"
      title={t('offlineTitle')}
      text={isSignedIn ? t('offlineKept') : t('network')}
      mood="frown"
      actions={
        <>
          {isSignedIn ? (
            <a className={buttonVariants()} href={paths.orderHistory}>
              {t('common:nav.history')}
            </a>
          ) : null}
          <ReloadButton />
        </>
      }
    />
  );
}

function ReloadButton() {
  const { t } = useTranslation('errors');
  return (
    <Button variant="ghost" icon={<IconRefresh aria-hidden="true" />} onClick={() => location.reload()}>
      {t('reload')}
    </Button>
  );
}
