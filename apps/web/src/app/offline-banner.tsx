import { IconCloudOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffline } from '../lib/connection.ts';

const TRY_AGAIN_MS = 15_000;

/** While the server is out of reach: what still works. */
export function OfflineBanner({ member }: { member: boolean }) {
  const { t } = useTranslation('errors');
  const client = useQueryClient();
  const offline = useOffline();
  useEffect(() => {
    if (!offline) return;
    const timer = setInterval(() => void client.invalidateQueries(), TRY_AGAIN_MS);
    return () => clearInterval(timer);
  }, [offline, client]);
  return (
    <div role="status">
      {offline ? (
        <p className="gutter flex items-center gap-3 bg-figo pt-[calc(10px+env(safe-area-inset-top))] pb-2.5 text-sm text-cream">
          <IconCloudOff className="size-5 shrink-0" aria-hidden="true" />
          <span>
            <b>{t('offlineTitle')}</b> {member ? t('offlineKept') : t('network')}
          </span>
        </p>
      ) : null}
    </div>
  );
}
