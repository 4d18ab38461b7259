import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapRef } from 'react-map-gl/maplibre';
import { IconButton } from '../../ui/icon-button.tsx';
import { MapCanvas } from '../../ui/map/map-canvas.tsx';
import { type Coordinates, samePoint } from './coordinates.ts';
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
  /** The map moves under the pin, by finger, mouse or arrow keys. */
  onMove: (point: Coordinates) => void;
  /** Takes the focus when it is there: somebody asked for it. */
  focused?: boolean;
}

/** Where a venue is, with its pin in the middle. */
export default function PinMap({ point, start, name, type, onMove, focused = false }: PinMapProps) {
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
        view={{ ...(point ?? start), zoom: point ? PLACE_ZOOM : CITY_ZOOM }}
        onLoad={(drawn) => {
          if (focused) drawn.getCanvas().focus();
        }}
        onMove={({ target, originalEvent }) => {
          // Only what a person does moves the pin, and zooming alone leaves it.
          if (!originalEvent) return;
          const { lat: latitude, lng: longitude } = target.getCenter();
          const moved = { latitude, longitude };
          if (samePoint(moved, shown.current)) return;
          shown.current = moved;
          onMove(moved);
        }}
      />
      <PlacePin name={name} type={type} faint={point === null} />
      <div className="absolute top-3 right-3 grid gap-2">
        <IconButton label={t('closer')} onClick={() => map.current?.zoomIn()} className="shadow-2">
          <IconPlus aria-hidden="true" />
        </IconButton>
        <IconButton label={t('farther')} onClick={() => map.current?.zoomOut()} className="shadow-2">
          <IconMinus aria-hidden="true" />
        </IconButton>
      </div>
    </div>
  );
}
