export type Point = [longitude: number, latitude: number];
export type Box = [west: number, south: number, east: number, north: number];

/** The part of a ring inside a box, closed (Sutherland–Hodgman); empty when none is. */
export function clipRing(ring: Point[], [west, south, east, north]: Box): Point[] {
  const edges: [axis: 0 | 1, limit: number, side: 1 | -1][] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ];
  let points = ring.slice(0, -1);
  for (const [axis, limit, side] of edges) {
    const isInside = (point: Point) => (point[axis] - limit) * side >= 0;
    points = points.flatMap((point, i) => {
      const previous = points.at(i - 1)!;
      const keptPoints = isInside(point) ? [point] : [];
      return isInside(point) === isInside(previous)
        ? keptPoints
        : [intersect(previous, point, axis, limit), ...keptPoints];
    });
  }
  return points.length ? [...points, points[0]!] : [];
}

/** Intersection of a segment with an edge of the box. */
function intersect(from: Point, to: Point, axis: 0 | 1, limit: number): Point {
  const fraction = (limit - from[axis]) / (to[axis] - from[axis]);
  const interpolate = (i: 0 | 1) => from[i] + fraction * (to[i] - from[i]);
  return axis === 0 ? [limit, interpolate(1)] : [interpolate(0), limit];
}

/** The parts of a line inside a box; each ends at its last point inside. */
export function clipLine(line: Point[], [west, south, east, north]: Box): Point[][] {
  const segments: Point[][] = [[]];
  for (const [x, y] of line) {
    if (x >= west && x <= east && y >= south && y <= north) segments.at(-1)!.push([x, y]);
    else if (segments.at(-1)!.length) segments.push([]);
  }
  return segments.filter(({ length }) => length > 1);
}
