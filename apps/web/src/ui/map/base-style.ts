import type { GeoJSONSourceSpecification, StyleSpecification } from 'maplibre-gl';
import baseMap from '../../assets/base-map.json';

export interface MapColours {
  land: string;
  water: string;
  border: string;
}

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The colours of the theme on show. */
export const mapColours = (): MapColours => ({
  land: token('--map-land'),
  water: token('--map-water'),
  border: token('--line-strong'),
});

type Shapes = Exclude<GeoJSONSourceSpecification['data'], string>;

const features = (type: 'Polygon' | 'LineString', shapes: unknown[]) =>
  ({
    type: 'FeatureCollection',
    features: shapes.map((coordinates) => ({
      type: 'Feature',
      properties: {},
      geometry: { type, coordinates },
    })),
  }) as Shapes;

/** The map that is there without any network: land and water (Natural Earth) in the colours of the theme. */
export const builtInStyle = ({ land, water, border }: MapColours): StyleSpecification => ({
  version: 8,
  name: 'WoPack',
  sources: {
    land: {
      type: 'geojson',
      data: features('Polygon', baseMap.land),
      attribution:
        '<a href="https://www.naturalearthdata.com" target="_blank" rel="noreferrer">Natural Earth</a>',
    },
    borders: { type: 'geojson', data: features('LineString', baseMap.borders) },
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

/** Names of cities for the built-in map, the largest first. */
export const cities = baseMap.cities;
