/** A part of the map, in degrees. */
export interface Box {
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
const MOST_ACROSS = 64;

/** Degrees; about 128 pixels of the map at the zoom of the same number. */
export const cellSize = (level: number): number => 90 / 2 ** level;

/** The squares that suit a zoom; coarser ones when the frame is wider than any screen. */
export function levelOf(zoom: number, { west, south, east, north }: Box): number {
  const widest = Math.max(east - west, north - south);
  const fits = Math.floor(Math.log2((MOST_ACROSS * 90) / widest));
  return Math.max(COARSEST_LEVEL, Math.min(Math.round(zoom), fits, FINEST_LEVEL));
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
export const gather = <T extends Point>(points: T[], level: number): T[][] => [
  ...Map.groupBy(
    points,
    ({ latitude, longitude }) => `${columnOf(longitude, level)} ${rowOf(latitude, level)}`,
  ).values(),
];

/** The middle of some points. */
export const middle = (points: Point[]): Point => ({
  latitude: points.reduce((sum, { latitude }) => sum + latitude, 0) / points.length,
  longitude: points.reduce((sum, { longitude }) => sum + longitude, 0) / points.length,
});
