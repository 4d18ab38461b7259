import { sql } from 'kysely';
import { formatEarthCube } from './distance.rules.ts';
import type { BoundingBox } from './map/map-cells.rules.ts';

/** Venues in a part of the map. */
export const isSalePlaceInBox = ({ west, south, east, north }: BoundingBox) =>
  sql<boolean>`point(place.longitude, place.latitude) <@ box(point(${west}, ${south}), point(${east}, ${north}))`;

/** Wider frames hold most there is: a walk along the index of positions skips little. */
const MAX_INDEXED_DEGREES = 20;

/** Packs in a part of the map: what the index of positions can skip is skipped, the rest looked at. */
export function isProductInBox(box: BoundingBox) {
  const { west, south, east, north } = box;
  // A value, not a condition with `exists`: it would be turned into a join that reads all venues of the frame.
  const exactCondition = sql<boolean>`(select ${isSalePlaceInBox(box)} from sale_places place where place.id = p.sale_place_id)`;
  if (Math.max(east - west, north - south) > MAX_INDEXED_DEGREES) return exactCondition;
  const corners = [west, east].flatMap((longitude) => [
    { longitude, latitude: south },
    { longitude, latitude: north },
  ]);
  const cornerCubes = corners.map((corner) => sql`${formatEarthCube(corner)}::cube`);
  return sql<boolean>`cube_enlarge(
    cube_union(cube_union(${cornerCubes[0]}, ${cornerCubes[1]}), cube_union(${cornerCubes[2]}, ${cornerCubes[3]})), ${calculateBulgeMetres(east - west, north - south)}::float8, 3
  ) @> p.earth and ${exactCondition}`;
}

/** Metres; how far the globe stands out between the corners of a frame. */
const calculateBulgeMetres = (width: number, height: number): number =>
  1 + 6_378_168 * (1 - Math.cos((Math.hypot(width, height) * Math.PI) / 360));
