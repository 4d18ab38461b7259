import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Language } from '@wopack/domain';
import type { GeoJSONSourceSpecification, StyleSpecification } from 'maplibre-gl';
import { useMemo, useRef, useState } from 'react';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import baseMap from '../../assets/base-map.json';
import waterTopology from '../../assets/base-map-water.json';
import { getMediaUrl } from '../../lib/api/api.ts';
import { resolveColour } from '../../lib/browser/theme.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours depend on the theme
  const fallbackStyle = useMemo(() => buildBuiltInStyle(getMapColours()), [isDark]);
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

interface MapColours {
  land: string;
  water: string;
  border: string;
}

const getMapColours = (): MapColours => ({
  land: resolveColour('--map-land'),
  water: resolveColour('--map-water'),
  border: resolveColour('--color-line-strong'),
});

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
export const buildBuiltInStyle = ({ land, water, border }: MapColours): StyleSpecification => ({
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
      attribution: link('https://www.geonames.org', 'GeoNames'),
    },
  },
  layers: [
    { id: 'water', type: 'background', paint: { 'background-color': water } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land, 'fill-antialias': true } },
    { id: 'detailed-land', type: 'fill', source: 'detailedLand', paint: { 'fill-color': land } },
    { id: 'detailed-water', type: 'fill', source: 'detailedWater', paint: { 'fill-color': water } },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: { 'line-color': border, 'line-width': 1, 'line-dasharray': [4, 3] },
    },
  ],
});

/** In three languages; a name that is absent is the Portuguese one. */
type LabelNames = { pt: string } & Partial<Record<Language, string>>;

interface City {
  names: LabelNames;
  population: number;
  position: number[];
}

interface PlaceLabel {
  kind: 'water' | 'district' | 'park';
  names: LabelNames;
  minZoom: number;
  position: number[];
}

/** For the built-in map, the largest first. */
export const cities: City[] = baseMap.cities;

/** Waters, districts and parks, the most important first. */
export const placeLabels = baseMap.labels as PlaceLabel[];
