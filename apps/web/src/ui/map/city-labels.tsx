import type { Language } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { Marker } from 'react-map-gl/maplibre';
import { cx } from '../../lib/cx.ts';
import { cities } from './base-style.ts';
import { labelSpot } from './label-spot.ts';
import { type Box, pixelOf } from './pixels.ts';

/** People in a city whose name is written larger. */
const LARGE = 400_000;

interface Props {
  zoom: number;
  bounds: { west: number; south: number; east: number; north: number };
  /** What else stands on the map at this zoom: names give way to it. */
  taken: readonly Box[];
}

/** People a city must have for its name to show; smaller ones as one comes nearer. */
const sizeFor = (zoom: number): number =>
  zoom < 5 ? 1_500_000 : zoom < 6.5 ? 450_000 : zoom < 8 ? 90_000 : zoom < 9.5 ? 45_000 : 0;

/** Names of cities on the built-in map, which has no letters of its own. */
export function CityLabels({ zoom, bounds, taken }: Props) {
  const { i18n } = useTranslation();
  const { west, south, east, north } = bounds;
  const covered = [...taken];
  return cities
    .filter(({ population }) => population > sizeFor(zoom))
    .filter(({ position: [x = 0, y = 0] }) => x > west && x < east && y > south && y < north)
    .slice(0, 30)
    .map(({ names, position: [longitude = 0, latitude = 0], population }) => {
      const name = names[i18n.language as Language] ?? names.en;
      const large = population > LARGE;
      const size = { width: name.length * (large ? 10 : 8), height: large ? 24 : 20 };
      const place = pixelOf({ latitude, longitude }, zoom);
      const spot = labelSpot({ ...place, ...size }, covered);
      if (!spot) return null;
      covered.push({ ...size, x: place.x + spot[0], y: place.y + spot[1] });
      return (
        <Marker
          key={names.en}
          longitude={longitude}
          latitude={latitude}
          offset={spot}
          style={{ pointerEvents: 'none', zIndex: 0 }}
        >
          <span
            aria-hidden="true"
            className={cx(
              'font-text font-semibold text-(--map-label) [text-shadow:0_0_3px_var(--map-land),0_0_3px_var(--map-land),0_0_3px_var(--map-land)]',
              large ? 'text-[1.0625rem]' : 'text-sm',
            )}
          >
            {name}
          </span>
        </Marker>
      );
    });
}
