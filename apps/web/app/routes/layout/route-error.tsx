import { Button, buttonVariants } from '@wopack/ui/button.tsx';
import { Splash } from '@wopack/ui/feedback/skeleton.tsx';
import {
  type FullPageMessageProps,
  FullPageMessage as PlainFullPageMessage,
} from '@wopack/ui/feedback/states.tsx';
import { IconRefresh } from '@wopack/ui/icons';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import cookie from '../../assets/food/large/cookie.webp';
import croissant from '../../assets/food/large/croissant.webp';
import { useLayoutOptions } from '../../lib/layout-options.tsx';
import { checkConnection, useIsOffline, useIsOfflineReady } from '../../lib/offline/connection.ts';
import { paths } from '../../lib/paths.ts';
import { hasSession } from '../../lib/session/session.ts';

/** A page that failed or whose code did not load, outside a layout. */
export const RouteError = () => <KeyedRouteError />;

/** The same inside a layout, whose menus stay, whatever options the page set. */
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

/** Reloads once for missing chunks. All buttons and links of the message do full page loads. */
function RouteErrorView({ error, inLayout }: Props) {
  const { t } = useTranslation('errors');
  const isOffline = useIsOffline();
  const [isReloading, setIsReloading] = useState(() => canReload(error));
  useEffect(() => {
    console.error(error);
    void checkConnection().then((isConnected) => {
      // Offline, the browser would show its own error page.
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

/** Not every page is available offline; signed-in users get links to those that are. */
function OfflinePage({ inLayout }: Pick<Props, 'inLayout'>) {
  const { t } = useTranslation(['errors', 'common']);
  const isReady = useIsOfflineReady();
  const hasOfflinePages = hasSession() && isReady;
  return (
    <FullPageMessage
      inLayout={inLayout}
      overline="WoPack"
      title={t('offlineTitle')}
      text={hasOfflinePages ? t('offlineKept') : t('network')}
      mood="frown"
      actions={
        <>
          {hasOfflinePages ? (
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
    <Button variant="ghost" icon={<IconRefresh />} onClick={() => location.reload()}>
      {t('reload')}
    </Button>
  );
}

const STORAGE_KEY = 'reloaded';

const chunkErrors = new WeakSet<Error>();
// Vite's event for a chunk that did not load: mostly a release has replaced it since the page was opened.
globalThis.addEventListener?.('vite:preloadError', ({ payload }) => chunkErrors.add(payload));

const listReloadedChunks = (): string[] => JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');

/** Whether reloading may bring the missing chunk: it has not been tried for it in this tab. */
export function canReload(error: unknown): error is Error {
  try {
    return error instanceof Error && chunkErrors.has(error) && !listReloadedChunks().includes(error.message);
  } catch {
    return false;
  }
}

/** Reloads the page; false where that cannot be stored, since it might loop. The message names the chunk. */
export function reloadOnce({ message }: Error): boolean {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...listReloadedChunks(), message]));
    if (!listReloadedChunks().includes(message)) return false;
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** 404 and 500, with a cookie and a croissant. */
export const FullPageMessage = (props: Omit<FullPageMessageProps, 'decoration'>) => (
  <PlainFullPageMessage {...props} decoration={<Crumbs />} />
);

const Crumbs = () => (
  <>
    <img
      src={cookie}
      alt=""
      width={256}
      height={256}
      onError={hideBrokenImage}
      className="absolute bottom-0 left-0 h-auto w-[15%]"
    />
    <img
      src={croissant}
      alt=""
      width={256}
      height={256}
      onError={hideBrokenImage}
      className="absolute right-0 bottom-[4%] h-auto w-[21%] rotate-24"
    />
  </>
);

/** Offline, decorative images may be missing. */
const hideBrokenImage = ({ currentTarget }: SyntheticEvent<HTMLImageElement>): void => {
  currentTarget.hidden = true;
};
