import type { Language } from '@wopack/domain';
import type { GeoJSONSourceSpecification, StyleSpecification } from 'maplibre-gl';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import baseMap from '../../assets/base-map.json';
import waterTopology from '../../assets/base-map-water.json';
import { resolveColour } from '../../lib/browser/theme.ts';

export interface MapColours {
  land: string;
  water: string;
  border: string;
}

export const getMapColours = (): MapColours => ({
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
