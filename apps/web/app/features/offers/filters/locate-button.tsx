import { IconCurrentLocation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../../lib/cn.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { UserLocation } from './use-user-location.ts';

/** Use my location. */
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
      <IconCurrentLocation aria-hidden="true" />
    </IconButton>
  );
}
