import { useTranslation } from 'react-i18next';
import type { UserLocation } from './use-user-location.ts';

/**
 * Why 'use my location' did not work in the list, and where it looks instead.
 * Source: docs/specification.md, Errors.
 */
export function LocateNote({ userLocation: { error, position, city } }: { userLocation: UserLocation }) {
  const { t } = useTranslation('offers');
  return (
    <p role="status" className={error ? 'mt-2 text-sm text-muted' : undefined}>
      {error ? t(error === 'denied' ? 'account.geoNeedAccess' : 'account.geoNotWorking') : null}{' '}
      {error && !position ? t('stillCenter') : null}
      {error && city ? (
        <>
          {t('byIpInstead', { city })} {/* Asked for by whoever makes the database, word by word. */}
          <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="link">
            IP Geolocation by DB-IP
          </a>
        </>
      ) : null}
    </p>
  );
}
