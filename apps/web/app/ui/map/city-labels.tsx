import type { Language } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { Marker } from 'react-map-gl/maplibre';
import { cn } from '../../lib/cn.ts';
import { cities } from './base-style.ts';
import { findLabelOffset, type PixelBox, toPixel } from './pixels.ts';

/** Population from which a name is written larger. */
const LARGE_CITY_POPULATION = 400_000;

interface Props {
  zoom: number;
  bounds: { west: number; south: number; east: number; north: number };
  /** Boxes of markers at this zoom, which labels must not overlap. */
  occupiedBoxes: readonly PixelBox[];
}

/** Population from which a city is labelled at a zoom. */
const getMinPopulation = (zoom: number): number =>
  zoom < 5 ? 1_500_000 : zoom < 6.5 ? 450_000 : zoom < 8 ? 90_000 : zoom < 9.5 ? 45_000 : 0;

/** Names of cities on the built-in map, which has no glyphs. */
export function CityLabels({ zoom, bounds, occupiedBoxes }: Props) {
  const { i18n } = useTranslation();
  const { west, south, east, north } = bounds;
  const coveredBoxes = [...occupiedBoxes];
  return cities
    .filter(({ population }) => population > getMinPopulation(zoom))
    .filter(({ position: [x = 0, y = 0] }) => x > west && x < east && y > south && y < north)
    .slice(0, 30)
    .map(({ names, position: [longitude = 0, latitude = 0], population }) => {
      const name = names[i18n.language as Language] ?? names.en;
      const isLarge = population > LARGE_CITY_POPULATION;
      const size = { width: name.length * (isLarge ? 10 : 8), height: isLarge ? 24 : 20 };
      const pixel = toPixel({ latitude, longitude }, zoom);
      const offset = findLabelOffset({ ...pixel, ...size }, coveredBoxes);
      if (!offset) return null;
      coveredBoxes.push({ ...size, x: pixel.x + offset[0], y: pixel.y + offset[1] });
      return (
        <Marker
          key={names.en}
          longitude={longitude}
          latitude={latitude}
          offset={offset}
          style={{ pointerEvents: 'none', zIndex: 0 }}
        >
          <span
            aria-hidden="true"
            className={cn(
              'font-text font-semibold text-(--map-label) [text-shadow:0_0_3px_var(--map-land),0_0_3px_var(--map-land),0_0_3px_var(--map-land)]',
              isLarge ? 'text-[1.0625rem]' : 'text-sm',
            )}
          >
            {name}
          </span>
        </Marker>
      );
    });
}
