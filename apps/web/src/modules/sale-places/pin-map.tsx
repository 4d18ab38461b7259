import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapRef } from 'react-map-gl/maplibre';
import { IconButton } from '../../ui/icon-button.tsx';
import { MapCanvas } from '../../ui/map/map-canvas.tsx';
import type { Coordinates } from './coordinates.ts';
import { PlacePin } from './place-pin.tsx';

/** Source: specification, section 9. */
const PLACE_ZOOM = 18;
const CITY_ZOOM = 13;

export interface PinMapProps {
  /** Null: not chosen yet. */
  point: Coordinates | null;
  /** What to show while nothing is chosen. */
  start: Coordinates;
  name: string;
  /** Slug of the kind of venue. */
  type: string;
  /** The map moves under the pin, by finger, mouse or arrow keys. Missing: a picture of one place. */
  onMove?: (point: Coordinates) => void;
}

/** Where a venue is, with its pin in the middle. */
export default function PinMap({ point, start, name, type, onMove }: PinMapProps) {
  const { t } = useTranslation('map');
  const map = useRef<MapRef>(null);
  const shown = useRef(point);
  useEffect(() => {
    // What the map itself told is on show already.
    if (!map.current || samePoint(point, shown.current)) return;
    shown.current = point;
    const { latitude, longitude } = point ?? start;
    map.current.jumpTo({ center: [longitude, latitude], zoom: point ? PLACE_ZOOM : CITY_ZOOM });
  }, [point, start]);
  return (
    <div className="relative h-full">
      <MapCanvas
        ref={map}
        centred
        still={!onMove}
        view={{ ...(point ?? start), zoom: point ? PLACE_ZOOM : CITY_ZOOM }}
        onMove={({ target, originalEvent }) => {
          // Only what a person does moves the pin, and zooming alone leaves it.
          if (!originalEvent) return;
          const { lat: latitude, lng: longitude } = target.getCenter();
          const moved = { latitude, longitude };
          if (samePoint(moved, shown.current)) return;
          shown.current = moved;
          onMove?.(moved);
        }}
      />
      <PlacePin name={name} type={type} faint={point === null} />
      {onMove ? (
        <div className="absolute top-3 right-3 grid gap-2">
          <IconButton label={t('closer')} onClick={() => map.current?.zoomIn()} className="shadow-2">
            <IconPlus aria-hidden="true" />
          </IconButton>
          <IconButton label={t('farther')} onClick={() => map.current?.zoomOut()} className="shadow-2">
            <IconMinus aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
    </div>
  );
}

/** About a metre. */
const CLOSE = 1e-5;
const samePoint = (a: Coordinates | null, b: Coordinates | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    Math.abs(a.latitude - b.latitude) < CLOSE &&
    Math.abs(a.longitude - b.longitude) < CLOSE);
