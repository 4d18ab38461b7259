import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffline } from '../lib/connection.ts';
import { locale } from '../lib/language.ts';
import { useCopiesSince, useCopyShown } from '../lib/shown-copies.ts';

const FIRST_TRY_MS = 1000;
const LATER_TRIES_MS = 15_000;

const sinceFormat = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;

/** While the server is out of reach: what still works. */
export function OfflineBanner({ member }: { member: boolean }) {
  const { t, i18n } = useTranslation('errors');
  const since = useCopiesSince();
  // A device may think that it is connected while no answer arrives.
  const offline = [useOffline(), useCopyShown()].includes(true);
  useTryAgain(offline);
  return (
    <div role="status">
      {offline ? (
        <p className="gutter flex items-center gap-3 bg-figo pt-[calc(10px+env(safe-area-inset-top))] pb-2.5 text-sm text-cream">
          <IconCloudOff className="size-5 shrink-0" aria-hidden="true" />
          <span>
            <b>{t('offlineTitle')}</b> {member ? t('offlineKept') : t('network')}{' '}
            {since === null
              ? null
              : t('offlineSince', {
                  time: new Intl.DateTimeFormat(locale(i18n.language), sinceFormat).format(since),
                })}
          </span>
        </p>
      ) : null}
    </div>
  );
}

/**
 * Asks for everything on show anew, soon at first. A device says that it is connected a moment before anything gets
 * through: what is asked for at that moment fails once more, so it is asked for again a second later.
 */
function useTryAgain(offline: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!offline) return;
    let timer: ReturnType<typeof setTimeout>;
    const tryIn = (wait: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        void client.invalidateQueries();
        tryIn(Math.min(wait * 2, LATER_TRIES_MS));
      }, wait);
    };
    const soon = () => tryIn(FIRST_TRY_MS);
    soon();
    addEventListener('online', soon);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', soon);
    };
  }, [offline, client]);
}
