import { type Position, toRadians } from '@wopack/domain';

/** A part of the map, in degrees. */
export interface BoundingBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The finest cells are about 75 m wide; those of a single type are coarser. */
export const FINEST_LEVEL = 17;
export const FINEST_TYPE_LEVEL = 14;
export const COARSEST_LEVEL = 1;

/** Maximum number of cells along each side of a view. */
const MAX_CELLS_PER_SIDE = 64;

/** Degrees; about 128 pixels of the map at the zoom of the same number. */
export const cellSize = (level: number): number => 90 / 2 ** level;

/** The cell level for a zoom; coarser for a box wider than any screen. */
export function levelForZoom(zoom: number, { west, south, east, north }: BoundingBox): number {
  const maxSpan = Math.max(east - west, north - south);
  const finestFittingLevel = Math.floor(Math.log2((MAX_CELLS_PER_SIDE * 90) / maxSpan));
  return Math.max(COARSEST_LEVEL, Math.min(Math.round(zoom), finestFittingLevel, FINEST_LEVEL));
}

export const columnOf = (longitude: number, level: number): number =>
  Math.floor((longitude + 180) / cellSize(level));

export const rowOf = (latitude: number, level: number): number =>
  Math.floor((latitude + 90) / cellSize(level));

export const groupByCell = <T extends Position>(points: T[], level: number): T[][] => [
  ...Map.groupBy(
    points,
    ({ latitude, longitude }) => `${columnOf(longitude, level)} ${rowOf(latitude, level)}`,
  ).values(),
];

/** Mean of the coordinates. */
export const averagePosition = (points: Position[]): Position => ({
  latitude: points.reduce((sum, { latitude }) => sum + latitude, 0) / points.length,
  longitude: points.reduce((sum, { longitude }) => sum + longitude, 0) / points.length,
});

/** Metres; the radius that PostgreSQL's earthdistance uses. */
const EARTH_RADIUS_METRES = 6_378_168;

/** A position as earthdistance's `ll_to_earth` gives it: coordinates from the centre of the globe, in metres. */
export function formatEarthCube({ latitude, longitude }: Position): string {
  const parallelRadius = EARTH_RADIUS_METRES * Math.cos(toRadians(latitude));
  const x = parallelRadius * Math.cos(toRadians(longitude));
  const y = parallelRadius * Math.sin(toRadians(longitude));
  return `(${x}, ${y}, ${EARTH_RADIUS_METRES * Math.sin(toRadians(latitude))})`;
}

/** Converts a distance through the globe, by which the database sorts, to whole metres along its surface. */
export const chordToMetres = (chord: number): number =>
  Math.round(2 * EARTH_RADIUS_METRES * Math.asin(Math.min(1, chord / (2 * EARTH_RADIUS_METRES))));
