import { IconChevronDown, IconMapPinFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cn } from '../../../lib/cn.ts';
import { paths } from '../../../lib/paths.ts';
import { useStored } from '../../../lib/storage/storage.ts';
import type { UserLocation } from './use-user-location.ts';

interface Props {
  /** City of the account, empty when it has none; undefined until it is known. */
  city: string | undefined;
  userLocation: UserLocation;
  variant: 'head' | 'pill';
}

/** Where the list looks; leads to choosing another city. */
export function LocationLink({ city, userLocation, variant }: Props) {
  const { t } = useTranslation('offers');
  const [storedCity] = useStored('selectedCity');
  const isFromPosition = userLocation.position !== null;
  const knownCity = storedCity?.label || city;
  const fallbackLabel = city === undefined ? t('nearYou') : t('chooseCity');
  const name = userLocation.city ?? (isFromPosition ? t('nearYou') : knownCity || fallbackLabel);
  const originKey = userLocation.city ? 'byIp' : isFromPosition ? 'fromMe' : 'fromCenter';
  const isPill = variant === 'pill';
  return (
    <Link
      to={paths.changeCity}
      className={cn(
        'flex min-w-0 items-center',
        isPill
          ? 'min-h-12 gap-2 rounded-full bg-brand-soft px-4 text-[.9375rem] font-semibold'
          : 'min-h-11 gap-2.5 rounded-full pr-2',
      )}
    >
      {isPill ? (
        <IconMapPinFilled className="size-5 shrink-0" aria-hidden="true" />
      ) : (
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-brand text-on-brand">
          <IconMapPinFilled className="size-5" aria-hidden="true" />
        </span>
      )}
      <span className="sr-only">{t('changeCity')}</span>
      <span className="grid min-w-0 leading-5">
        <span className="flex min-w-0 items-center gap-1 font-bold">
          <span className="truncate">{name}</span>
          <IconChevronDown className="size-4 shrink-0" aria-hidden="true" />
        </span>
        {!isPill && (knownCity || isFromPosition) ? (
          <span className="text-[.8125rem] leading-[1.1] text-muted">{t(originKey)}</span>
        ) : null}
      </span>
    </Link>
  );
}
