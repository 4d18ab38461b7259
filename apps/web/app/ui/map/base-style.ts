import type { GeoJSONSourceSpecification, StyleSpecification } from 'maplibre-gl';
import baseMap from '../../assets/base-map.json';
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

/** The map without network: land and water (Natural Earth) in the colours of the theme. */
export const buildBuiltInStyle = ({ land, water, border }: MapColours): StyleSpecification => ({
  version: 8,
  name: 'WoPack',
  sources: {
    land: {
      type: 'geojson',
      data: buildFeatureCollection('Polygon', baseMap.land),
      attribution:
        '<a href="https://www.naturalearthdata.com" target="_blank" rel="noreferrer">Natural Earth</a>',
    },
    borders: { type: 'geojson', data: buildFeatureCollection('LineString', baseMap.borders) },
  },
  layers: [
    { id: 'water', type: 'background', paint: { 'background-color': water } },
    { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': land, 'fill-antialias': true } },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: { 'line-color': border, 'line-width': 1, 'line-dasharray': [4, 3] },
    },
  ],
});

/** For the built-in map, the largest first. */
export const cities = baseMap.cities;
