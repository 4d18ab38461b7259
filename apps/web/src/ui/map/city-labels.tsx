import type { Language } from '@wopack/rules';
import { useTranslation } from 'react-i18next';
import { Marker } from 'react-map-gl/maplibre';
import { cities } from './base-style.ts';

interface Props {
  zoom: number;
  bounds: { west: number; south: number; east: number; north: number };
}

/** People a city must have for its name to show; smaller ones as one comes nearer. */
const sizeFor = (zoom: number): number =>
  zoom < 5 ? 1_500_000 : zoom < 6.5 ? 450_000 : zoom < 8 ? 90_000 : zoom < 9.5 ? 45_000 : 0;

/** Names of cities on the built-in map, which has no letters of its own. */
export function CityLabels({ zoom, bounds }: Props) {
  const { i18n } = useTranslation();
  const { west, south, east, north } = bounds;
  return cities
    .filter(({ population }) => population > sizeFor(zoom))
    .filter(({ position: [x = 0, y = 0] }) => x > west && x < east && y > south && y < north)
    .slice(0, 30)
    .map(({ names, position: [longitude = 0, latitude = 0], population }) => (
      <Marker
        key={names.en}
        longitude={longitude}
        latitude={latitude}
        style={{ pointerEvents: 'none', zIndex: 0 }}
      >
        <span
          aria-hidden="true"
          className={
            population > 400_000
              ? 'text-[1.0625rem] font-text font-semibold text-(--map-label) [text-shadow:0_0_3px_var(--map-land),0_0_3px_var(--map-land),0_0_3px_var(--map-land)]'
              : 'text-sm font-text font-semibold text-(--map-label) [text-shadow:0_0_3px_var(--map-land),0_0_3px_var(--map-land),0_0_3px_var(--map-land)]'
          }
        >
          {names[i18n.language as Language] ?? names.en}
        </span>
      </Marker>
    ));
}
