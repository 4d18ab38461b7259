import type { Language } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { useTranslation } from 'react-i18next';
import { Marker } from 'react-map-gl/maplibre';
import { findLabelOffset, isOverlapping, type PixelBox, toPixel } from './pixels.ts';
import { cities, placeLabels } from './use-map-style.ts';

interface Props {
  zoom: number;
  bounds: { west: number; south: number; east: number; north: number };
  /** Boxes of markers at this zoom, which labels must not overlap. */
  occupiedBoxes: readonly PixelBox[];
}

type LabelStyle = 'largeCity' | 'city' | 'village' | 'water' | 'district' | 'park';

/** Text size, and the approximate size of a letter in pixels. */
const LABEL_STYLES: Record<LabelStyle, { className: string; letter: number; height: number }> = {
  largeCity: { className: 'text-[1.0625rem] font-semibold text-(--map-label)', letter: 10, height: 24 },
  city: { className: 'text-sm font-semibold text-(--map-label)', letter: 8, height: 20 },
  village: { className: 'text-[.8125rem] text-(--map-label)', letter: 7.5, height: 19 },
  water: {
    className: 'text-[.9375rem] font-medium tracking-[.12em] text-(--map-water-label) italic',
    letter: 10,
    height: 22,
  },
  district: { className: 'text-sm font-semibold text-(--map-label)', letter: 8, height: 20 },
  park: { className: 'text-[.8125rem] font-medium text-(--map-park-label)', letter: 7.5, height: 19 },
};

const LARGE_CITY_POPULATION = 400_000;
const CITY_POPULATION = 20_000;
/** Names of whole cities are not shown in their streets. */
const LARGE_CITY_MAX_ZOOM = 13.5;
const MAX_LABELS = 40;

/** Population from which a city is labelled at a zoom. */
const getMinPopulation = (zoom: number): number =>
  [
    [5, 1_500_000],
    [6.5, 450_000],
    [8, 90_000],
    [9.5, 45_000],
    [10.5, 20_000],
    [11.5, 8_000],
  ].find(([belowZoom]) => zoom < belowZoom!)?.[1] ?? 0;

function listLabels(zoom: number) {
  const minPopulation = getMinPopulation(zoom);
  const cityLabels = cities
    .filter(({ population }) => population > minPopulation)
    .filter(({ population }) => population < LARGE_CITY_POPULATION || zoom < LARGE_CITY_MAX_ZOOM)
    .map(({ names, population, position }) => ({ names, position, style: getCityStyle(population) }));
  const otherLabels = placeLabels
    .filter(({ minZoom }) => zoom >= minZoom)
    .map(({ names, position, kind }) => ({ names, position, style: kind }));
  return [...cityLabels, ...otherLabels];
}

const getCityStyle = (population: number): LabelStyle =>
  population > LARGE_CITY_POPULATION ? 'largeCity' : population > CITY_POPULATION ? 'city' : 'village';

/** Names of cities, waters, districts and parks on the built-in map, which has no glyphs. */
export function CityLabels({ zoom, bounds, occupiedBoxes }: Props) {
  const { i18n } = useTranslation();
  const { west, south, east, north } = bounds;
  const coveredBoxes = [...occupiedBoxes];
  return listLabels(zoom)
    .filter(({ position: [x = 0, y = 0] }) => x > west && x < east && y > south && y < north)
    .slice(0, MAX_LABELS)
    .map(({ names, position: [longitude = 0, latitude = 0], style }) => {
      const name = names[i18n.language as Language] ?? names.pt;
      const { className, letter, height } = LABEL_STYLES[style];
      const size = { width: name.length * letter, height };
      const pixel = toPixel({ latitude, longitude }, zoom);
      const box = { ...pixel, ...size };
      // Moved, the name of a river stands on its bank.
      const isCovered = style === 'water' && coveredBoxes.some((other) => isOverlapping(other, box));
      const offset = isCovered ? null : findLabelOffset(box, coveredBoxes);
      if (!offset) return null;
      coveredBoxes.push({ ...size, x: pixel.x + offset[0], y: pixel.y + offset[1] });
      return (
        <Marker
          key={`${names.pt} ${latitude}`}
          longitude={longitude}
          latitude={latitude}
          offset={offset}
          style={{ pointerEvents: 'none', zIndex: 0 }}
        >
          <span
            aria-hidden="true"
            className={cn(
              'font-text whitespace-nowrap',
              style !== 'water' &&
                '[text-shadow:0_0_3px_var(--map-land),0_0_3px_var(--map-land),0_0_3px_var(--map-land)]',
              className,
            )}
          >
            {name}
          </span>
        </Marker>
      );
    });
}
