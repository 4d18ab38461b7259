import { IconButton } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { IconChevronDown, IconCurrentLocation, IconMapPinFilled } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { call } from '../../../lib/api/api.ts';
import { type Position, useDevicePosition, useStoredPosition } from '../../../lib/browser/position.ts';
import { useCityName, useMe } from '../../../lib/data/shared-queries.ts';
import { paths, withNextPath } from '../../../lib/paths.ts';
import { useStored } from '../../../lib/storage/storage.ts';

/**
 * Locates the user on a press; `error` is the reason of a failure. With `fallbackToIp` the city of the IP address is
 * used instead, when there is one.
 */
export function useUserLocation({ fallbackToIp = false }: { fallbackToIp?: boolean } = {}) {
  const { position, city, savePosition, clearPosition } = useStoredPosition();
  const { locate, isLocating, error } = useDevicePosition<Position>({
    onPosition: (devicePosition) => {
      savePosition(devicePosition);
      return devicePosition;
    },
    onFailure: async () => {
      const ipCity = fallbackToIp && !position ? await findCityByIp() : null;
      if (ipCity) savePosition(ipCity);
    },
  });
  return {
    position,
    city,
    locating: isLocating,
    error,
    /** The device's position; null when it is not to be had. */
    requestLocation: async () => {
      const result = await locate();
      return typeof result === 'string' ? null : result;
    },
    clearPosition,
  };
}

export type UserLocation = ReturnType<typeof useUserLocation>;

/** Null for addresses without a location, such as those of a home network. */
const findCityByIp = () =>
  call('findCityByIp').then(
    ({ city, lat, lon }) => ({ city, latitude: lat, longitude: lon }),
    () => null,
  );

export function LocateButton({
  userLocation,
  className,
}: {
  userLocation: UserLocation;
  className?: string;
}) {
  const { t } = useTranslation('offers');
  const { position, locating, requestLocation } = userLocation;
  return (
    <IconButton
      variant="flat"
      label={t('useMyLocation')}
      aria-pressed={position !== null}
      aria-busy={locating || undefined}
      onClick={() => {
        if (!locating) void requestLocation();
      }}
      className={cn(position && 'text-info!', locating && '[&_svg]:animate-pulse', className)}
    >
      <IconCurrentLocation />
    </IconButton>
  );
}

/** Why 'use my location' failed, and which location the list uses instead. Source: docs/specification.md, Errors. */
export function LocateNote({ userLocation: { error, position, city } }: { userLocation: UserLocation }) {
  const { t } = useTranslation('offers');
  return (
    <p role="status" className={error ? 'mt-2 text-sm text-muted' : undefined}>
      {error ? t(error === 'denied' ? 'account.geoNeedAccess' : 'account.geoNotWorking') : null}{' '}
      {error && !position ? t('stillCenter') : null}
      {error && city ? (
        <>
          {t('byIpInstead', { city })} {/* Link and wording are required by the licence of the database. */}
          <a href="https://db-ip.com" target="_blank" rel="noreferrer" className="link">
            IP Geolocation by DB-IP
          </a>
        </>
      ) : null}
    </p>
  );
}

interface Props {
  /** City of the account or of a guest, empty when there is none; undefined while loading. */
  city: string | undefined;
  userLocation: UserLocation;
  variant: 'head' | 'pill';
}

/** The list's location; links to changing the city. */
export function LocationLink({ city, userLocation, variant }: Props) {
  const { t } = useTranslation('offers');
  const { pathname, search } = useLocation();
  const [storedCity] = useStored('selectedCity');
  const isFromPosition = userLocation.position !== null;
  const { data: me } = useMe();
  const storedCityName = useCityName(storedCity);
  const currentCity = me?.city || storedCityName || city;
  const isUnknown = city === undefined && !userLocation.city && !isFromPosition && !currentCity;
  const name = userLocation.city ?? (isFromPosition ? t('nearYou') : currentCity || t('chooseCity'));
  const originKey = userLocation.city ? 'byIp' : isFromPosition ? 'fromMe' : 'fromCenter';
  const isPill = variant === 'pill';
  return (
    <Link
      to={withNextPath(paths.changeCity, pathname + search)}
      className={cn(
        'flex min-w-0 items-center',
        isPill
          ? 'min-h-12 gap-2 rounded-full bg-brand-soft px-4 text-[.9375rem] font-semibold'
          : 'min-h-11 gap-2.5 rounded-full pr-2',
      )}
    >
      {isPill ? (
        <IconMapPinFilled className="size-5 shrink-0" />
      ) : (
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand text-on-brand">
          <IconMapPinFilled className="size-5" />
        </span>
      )}
      <span className="sr-only">{t('changeCity')}</span>
      <span className="grid min-w-0 leading-5">
        <span className="flex min-w-0 items-center gap-1 font-bold">
          {isUnknown ? (
            <span aria-hidden="true" className="skeleton h-4 w-20" />
          ) : (
            <span className="truncate">{name}</span>
          )}
          <IconChevronDown className="size-4 shrink-0" />
        </span>
        {!isPill && (currentCity || isFromPosition) ? (
          <span className="text-[.8125rem] leading-[1.1] text-muted">{t(originKey)}</span>
        ) : null}
      </span>
    </Link>
  );
}
