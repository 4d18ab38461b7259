/** A part of the map, in degrees. */
export interface BoundingBox {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The finest squares that are counted, some 75 m wide; those of one type of pack are not counted quite as finely. */
export const FINEST_LEVEL = 17;
export const FINEST_TYPE_LEVEL = 14;
export const COARSEST_LEVEL = 1;

/** How many squares a view may be cut into along each side. */
const MAX_CELLS_PER_SIDE = 64;

/** Degrees; about 128 pixels of the map at the zoom of the same number. */
export const cellSize = (level: number): number => 90 / 2 ** level;

/** The squares that suit a zoom; coarser ones when the frame is wider than any screen. */
export function levelForZoom(zoom: number, { west, south, east, north }: BoundingBox): number {
  const maxSpan = Math.max(east - west, north - south);
  const finestFittingLevel = Math.floor(Math.log2((MAX_CELLS_PER_SIDE * 90) / maxSpan));
  return Math.max(COARSEST_LEVEL, Math.min(Math.round(zoom), finestFittingLevel, FINEST_LEVEL));
}

export const columnOf = (longitude: number, level: number): number =>
  Math.floor((longitude + 180) / cellSize(level));

export const rowOf = (latitude: number, level: number): number =>
  Math.floor((latitude + 90) / cellSize(level));

interface Point {
  latitude: number;
  longitude: number;
}

/** What lies together, square by square. */
export const groupByCell = <T extends Point>(points: T[], level: number): T[][] => [
  ...Map.groupBy(
    points,
    ({ latitude, longitude }) => `${columnOf(longitude, level)} ${rowOf(latitude, level)}`,
  ).values(),
];

/** The middle of some points. */
export const averagePosition = (points: Point[]): Point => ({
  latitude: points.reduce((sum, { latitude }) => sum + latitude, 0) / points.length,
  longitude: points.reduce((sum, { longitude }) => sum + longitude, 0) / points.length,
});
