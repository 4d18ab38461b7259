import { IconButton } from '@wopack/ui/button.tsx';
import { IconMinus, IconPlus } from '@wopack/ui/icons';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapRef } from 'react-map-gl/maplibre';
import { MapCanvas } from '../../../ui/map/map-canvas.tsx';
import { CentredSalePlacePin } from '../../../ui/map/map-overlays.tsx';
import { type Coordinates, isSamePosition } from './coordinates.ts';

/** Source: docs/specification.md, Layout. */
const SALE_PLACE_ZOOM = 18;
const CITY_ZOOM = 13;

export interface PositionPickerMapProps {
  /** Null: not chosen yet. */
  position: Coordinates | null;
  /** Centre while nothing is chosen. */
  fallbackPosition: Coordinates;
  name: string;
  /** Slug of the sale place's first type. */
  type: string;
  /** The map moves under the pin, by pointer or arrow keys. */
  onMove: (position: Coordinates) => void;
  /** Focuses the map once it is loaded, if the user opened it. */
  focusOnLoad?: boolean;
}

/** The position of a sale place, with its pin in the centre of the map. */
export default function PositionPickerMap({
  position,
  fallbackPosition,
  name,
  type,
  onMove,
  focusOnLoad = false,
}: PositionPickerMapProps) {
  const { t } = useTranslation('map');
  const mapRef = useRef<MapRef>(null);
  const centre = position ?? fallbackPosition;
  const { latitude, longitude } = centre;
  const zoom = position ? SALE_PLACE_ZOOM : CITY_ZOOM;
  const shownCentre = useRef(centre);
  useEffect(() => {
    const nextCentre = { latitude, longitude };
    // A position reported by this map is shown already.
    if (!mapRef.current || isSamePosition(nextCentre, shownCentre.current)) return;
    shownCentre.current = nextCentre;
    mapRef.current.jumpTo({ center: [longitude, latitude], zoom });
  }, [latitude, longitude, zoom]);
  return (
    <div className="relative h-full">
      <MapCanvas
        ref={mapRef}
        isCentred
        view={{ ...centre, zoom }}
        onLoad={(loadedMap) => {
          // The centre may have changed while the map loaded.
          loadedMap.jumpTo({ center: [longitude, latitude], zoom });
          if (focusOnLoad) loadedMap.getCanvas().focus();
        }}
        onMove={({ target, originalEvent }) => {
          // Only moves by the user change the position; zooming alone does not.
          if (!originalEvent) return;
          const { lat, lng } = target.getCenter();
          const nextPosition = { latitude: lat, longitude: lng };
          if (isSamePosition(nextPosition, shownCentre.current)) return;
          shownCentre.current = nextPosition;
          onMove(nextPosition);
        }}
      />
      <CentredSalePlacePin name={name} type={type} isFaint={position === null} />
      <div className="absolute top-3 right-3 grid gap-2">
        <IconButton label={t('closer')} onClick={() => mapRef.current?.zoomIn()} className="shadow-floating">
          <IconPlus />
        </IconButton>
        <IconButton
          label={t('farther')}
          onClick={() => mapRef.current?.zoomOut()}
          className="shadow-floating"
        >
          <IconMinus />
        </IconButton>
      </div>
    </div>
  );
}
