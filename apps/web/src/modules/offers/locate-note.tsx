import { useTranslation } from 'react-i18next';
import type { Place } from './use-locate.ts';

/** Why 'use my location' did not work in the list, and where it looks instead. Source: specification, section 8. */
export function LocateNote({ place: { problem, position, city } }: { place: Place }) {
  const { t } = useTranslation('offers');
  return (
    <p role="status" className={problem ? 'mt-2 text-sm text-2' : undefined}>
      {problem ? t(problem === 'denied' ? 'account.geoNeedAccess' : 'account.geoNotWorking') : null}{' '}
      {problem && !position ? t('stillCenter') : null}
      {problem && city ? (
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
