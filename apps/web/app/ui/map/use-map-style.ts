import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '@wopack/domain';
import { useMediaQuery } from '@wopack/ui/use-media-query.ts';
import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import baseMap from '../../assets/base-map.json';
import waterTopology from '../../assets/base-map-water.json';
import { getMediaUrl } from '../../lib/api/api.ts';
import { resolveColour } from '../../lib/browser/theme.ts';
import { useStored } from '../../lib/storage/storage.ts';

const publicStyleQuery = (isDark: boolean) =>
  queryOptions({
    queryKey: ['map-style', isDark],
    queryFn: ({ signal }) => fetchPublicStyle(isDark, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  });

/**
 * The public style when it is reachable, else the built-in one. Pass `onError` and `onData` to the map: a style whose
 * tiles do not load is replaced too.
 */
export function useMapStyle() {
  const [theme] = useStored('theme');
  const prefersDark = useMediaQuery('(prefers-color-scheme: dark)');
  const isDark = theme === 'dark' || (theme === null && prefersDark);
  const [hasFailed, setHasFailed] = useState(false);
  const hasTileLoaded = useRef(false);
  const { data, isPending } = useQuery(publicStyleQuery(isDark));
  const { language } = useTranslation().i18n;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours depend on the theme
  const fallbackStyle = useMemo(
    () => buildBuiltInStyle(language as Language, getMapColours()),
    [language, isDark],
  );
  const isPublicStyleShown = data !== undefined && !hasFailed;
  return {
    style: isPublicStyleShown ? data : fallbackStyle,
    isBuiltIn: !isPublicStyleShown,
    /** The built-in style stays: it has no streets. */
    hasNoStreets: !isPending && !isPublicStyleShown,
    /** It is not known yet whether there is a public style. */
    isPending,
    /** Whether the current style will not be replaced any more. */
    isFinal: () => !isPending && (!isPublicStyleShown || hasTileLoaded.current),
    onError: () => {
      if (isPublicStyleShown && !hasTileLoaded.current) setHasFailed(true);
    },
    onData: (event: { dataType: string; tile?: unknown }) => {
      if (isPublicStyleShown && event.dataType === 'source' && event.tile) hasTileLoaded.current = true;
    },
  };
}

/** Milliseconds; after this the built-in map, which is shown already, stays. */
const FETCH_TIMEOUT_MS = 4000;

/** The style of the public map configured on the server. Rejects when there is none or it is unreachable. */
export async function fetchPublicStyle(isDark: boolean, signal?: AbortSignal): Promise<StyleSpecification> {
  const timeoutSignal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  const response = await fetch(getMediaUrl(isDark ? '/map-style?dark' : '/map-style'), {
    signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    headers: { accept: 'application/json' },
  });
  // 204: none is configured, or the server cannot reach it either.
  if (response.status !== 200) throw new Error(`no map style: ${response.status}`);
  const style: unknown = await response.json();
  if (!isStyleSpecification(style)) throw new Error('no map style');
  return style;
}

const isStyleSpecification = (value: unknown): value is StyleSpecification =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 8 &&
  'layers' in value &&
  Array.isArray(value.layers) &&
  value.layers.length > 0;

const COLOUR_TOKENS = {
  land: '--map-land',
  water: '--map-water',
  border: '--color-line-strong',
  label: '--map-label',
  waterLabel: '--map-water-label',
  parkLabel: '--map-park-label',
};

type MapColours = Record<keyof typeof COLOUR_TOKENS, string>;

const getMapColours = () =>
  Object.fromEntries(
    Object.entries(COLOUR_TOKENS).map(([name, token]) => [name, resolveColour(token)]),
  ) as MapColours;

type GeoJsonData = Exclude<GeoJSONSourceSpecification['data'], string>;

const buildFeatureCollection = (type: 'Polygon' | 'LineString', shapes: unknown[]) =>
  ({
    type: 'FeatureCollection',
    features: shapes.map((coordinates) => ({
      type: 'Feature',
      properties: {},
      geometry: { type, coordinates },
    })),
  }) as GeoJsonData;

const topology = waterTopology as unknown as Topology<Record<'water' | 'land', GeometryCollection>>;

const buildDetail = (name: 'water' | 'land') => feature(topology, topology.objects[name]) as GeoJsonData;

const link = (href: string, text: string) => `<a href="${href}" target="_blank" rel="noreferrer">${text}</a>`;

/**
 * The map without network, in the colours of the theme: the world's land (Natural Earth) on water; over it, where the
 * detailed data are, boxes of land with sea, rivers and lakes (OpenStreetMap). Labels are GeoNames'.
 */
export const buildBuiltInStyle = (language: Language, colours: MapColours): StyleSpecification => ({
  version: 8,
  name: 'WoPack',
  sources: {
    land: {
      type: 'geojson',
      data: buildFeatureCollection('Polygon', baseMap.land),
      attribution: link('https://www.naturalearthdata.com', 'Natural Earth'),
    },
    detailedLand: { type: 'geojson', data: buildDetail('land'), tolerance: 0 },
    detailedWater: {
      type: 'geojson',
      data: buildDetail('water'),
      attribution: link('https://www.openstreetmap.org/copyright', '© OpenStreetMap'),
    },
    borders: {
      type: 'geojson',
      data: buildFeatureCollection('LineString', baseMap.borders),
    },
    labels: {
      type: 'geojson',
      data: buildLabels(),
      attribution: link('https://www.geonames.org', 'GeoNames'),
    },
  },
  layers: [
    { id: 'water', type: 'background', paint: { 'background-color': colours.water } },
    {
      id: 'land',
      type: 'fill',
      source: 'land',
      paint: { 'fill-color': colours.land, 'fill-antialias': true },
    },
    { id: 'detailed-land', type: 'fill', source: 'detailedLand', paint: { 'fill-color': colours.land } },
    { id: 'detailed-water', type: 'fill', source: 'detailedWater', paint: { 'fill-color': colours.water } },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: { 'line-color': colours.border, 'line-width': 1, 'line-dasharray': [4, 3] },
    },
    ...buildLabelLayers(language, colours),
  ],
});

/** Population from which a city is labelled below a zoom; from the last one on all are. */
const MIN_POPULATIONS = [
  [5, 1_500_000],
  [6.5, 450_000],
  [8, 90_000],
  [9.5, 45_000],
  [10.5, 20_000],
  [11.5, 8_000],
] as const;
const LARGE_CITY_POPULATION = 400_000;
const CITY_POPULATION = 20_000;
/** Names of whole cities are not shown in their streets. */
const LARGE_CITY_MAX_ZOOM = 13.5;
const MAX_ZOOM = 24;

/** Names of cities, waters, districts and parks, the most important first. */
function buildLabels(): GeoJsonData {
  const cities = baseMap.cities.map(({ names, population, position }) => ({
    names,
    position,
    kind:
      population > LARGE_CITY_POPULATION ? 'largeCity' : population > CITY_POPULATION ? 'city' : 'village',
    minZoom: MIN_POPULATIONS.findLast(([, least]) => population <= least)?.[0] ?? 0,
    maxZoom: population < LARGE_CITY_POPULATION ? MAX_ZOOM : LARGE_CITY_MAX_ZOOM,
  }));
  const places = baseMap.labels.map((label) => ({ ...label, maxZoom: MAX_ZOOM }));
  return {
    type: 'FeatureCollection',
    features: [...cities, ...places].map(({ names, position, ...properties }, rank) => ({
      type: 'Feature',
      properties: { ...names, ...properties, rank },
      geometry: { type: 'Point', coordinates: position },
    })),
  };
}

/** MapLibre takes weight and style from the first name; the browser skips the fonts it does not have. */
const getFonts = (style: string) => ['literal', [`Onest ${style}`, 'Onest Variable']];

const ofKind = (values: Record<string, unknown>, otherwise: unknown) =>
  [
    'match',
    ['get', 'kind'],
    ...Object.entries(values).flat(),
    otherwise,
  ] as unknown as ExpressionSpecification;

/** Drawn with the fonts of the page: the style has no glyphs of its own. */
function buildLabelLayers(language: Language, colours: MapColours): SymbolLayerSpecification[] {
  const isWater: ExpressionSpecification = ['==', ['get', 'kind'], 'water'];
  const isInZoom: ExpressionSpecification = [
    'all',
    ['>=', ['zoom'], ['get', 'minZoom']],
    ['<', ['zoom'], ['get', 'maxZoom']],
  ];
  const text = {
    'text-field': ['coalesce', ['get', language], ['get', 'pt']] as ExpressionSpecification,
    'symbol-sort-key': ['get', 'rank'] as ExpressionSpecification,
  };
  return [
    {
      id: 'water-labels',
      type: 'symbol',
      source: 'labels',
      filter: ['all', isWater, isInZoom],
      layout: {
        ...text,
        'text-font': ['Onest Medium Italic', 'Onest Variable'],
        'text-size': 15,
        'text-letter-spacing': 0.12,
      },
      paint: { 'text-color': colours.waterLabel },
    },
    {
      id: 'labels',
      type: 'symbol',
      source: 'labels',
      filter: ['all', ['!', isWater], isInZoom],
      layout: {
        ...text,
        'text-font': ofKind({ village: getFonts('Regular'), park: getFonts('Medium') }, getFonts('SemiBold')),
        'text-size': ofKind({ largeCity: 17, village: 13, park: 13 }, 14),
        'text-variable-anchor': ['center', 'bottom', 'top', 'right', 'left'],
        'text-radial-offset': 0.8,
      },
      paint: {
        'text-color': ofKind({ park: colours.parkLabel }, colours.label),
        'text-halo-color': colours.land,
        'text-halo-width': 1.5,
      },
    },
  ];
}
