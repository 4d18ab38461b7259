import { sql } from 'kysely';
import { cubeText } from './distance.rules.ts';
import type { Box } from './map-cells.rules.ts';

/** Venues in a part of the map. */
export const inBox = ({ west, south, east, north }: Box) =>
  sql<boolean>`point(place.longitude, place.latitude) <@ box(point(${west}, ${south}), point(${east}, ${north}))`;

/** Wider frames hold most there is: a walk along the index of positions skips little. */
const WIDEST = 20;

/** Packs in a part of the map: what the index of positions can skip is skipped, the rest looked at. */
export function inFrame(box: Box) {
  const { west, south, east, north } = box;
  // A value, not a condition with `exists`: it would be turned into a join that reads all venues of the frame.
  const exact = sql<boolean>`(select ${inBox(box)} from sale_places place where place.id = p.sale_place_id)`;
  if (Math.max(east - west, north - south) > WIDEST) return exact;
  const corners = [west, east].flatMap((longitude) => [
    { longitude, latitude: south },
    { longitude, latitude: north },
  ]);
  const around = corners.map((corner) => sql`${cubeText(corner)}::cube`);
  return sql<boolean>`cube_enlarge(
    cube_union(cube_union(${around[0]}, ${around[1]}), cube_union(${around[2]}, ${around[3]})), ${bulge(east - west, north - south)}::float8, 3
  ) @> p.earth and ${exact}`;
}

/** Metres; how far the globe stands out between the corners of a frame. */
const bulge = (width: number, height: number): number =>
  1 + 6_378_168 * (1 - Math.cos((Math.hypot(width, height) * Math.PI) / 360));
