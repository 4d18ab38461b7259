import { useTranslation } from 'react-i18next';
import { Marker } from 'react-map-gl/maplibre';
import type { Position } from '../../../../lib/browser/position.ts';

/** Where the person is. */
export function UserMarker({ position }: { position: Position }) {
  const { t } = useTranslation('map');
  return (
    <Marker longitude={position.longitude} latitude={position.latitude} style={{ zIndex: 1 }}>
      <span className="grid size-12 place-items-center rounded-full bg-info/25">
        <span
          role="img"
          aria-label={t('me')}
          className="size-[22px] rounded-full border-4 border-paper bg-info shadow-1"
        />
      </span>
    </Marker>
  );
}
