/**
 * Generates app/assets/base-map.json from Natural Earth (world-atlas): land, detailed around Portugal, with borders
 * there and the names of the largest cities. Run by hand after a change.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { fetchPackage } from '../../../scripts/data/fetch-package.ts';

/** From the Azores to the Balearics, from Madeira to Brittany. */
const DETAIL_BOX: Box = [-32, 27.5, 5, 48.5];
/** The rest of the world in four boxes around it. */
const SURROUNDING_BOXES: Box[] = [
  [-180, -90, DETAIL_BOX[0], 90],
  [DETAIL_BOX[2], -90, 180, 90],
  [DETAIL_BOX[0], -90, DETAIL_BOX[2], DETAIL_BOX[1]],
  [DETAIL_BOX[0], DETAIL_BOX[3], DETAIL_BOX[2], 90],
];

const atlasDir = fetchPackage('world-atlas', '2.0.2');
const loadAtlas = async (name: string) =>
  JSON.parse(await readFile(join(atlasDir, `${name}.json`), 'utf8')) as Topology;

function getLand(atlas: Topology, boxes: Box[], digits: number): Point[][][] {
  const shapes = feature(atlas, atlas.objects.land as GeometryCollection).features;
  const polygons = shapes.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates as Point[][]];
    return geometry.type === 'MultiPolygon' ? (geometry.coordinates as Point[][][]) : [];
  });
  return boxes.flatMap((box) =>
    polygons
      .map((rings) =>
        rings.map((ring) => simplifyLine(clipRing(ring, box), digits)).filter((ring) => ring.length > 3),
      )
      .filter((rings) => rings.length > 0),
  );
}

function getBorders(atlas: Topology): Point[][] {
  const countries = atlas.objects.countries as GeometryCollection;
  const lines = mesh(atlas, countries, (a, b) => a !== b).coordinates as Point[][];
  return lines.flatMap((line) => clipLine(line, DETAIL_BOX)).map((line) => simplifyLine(line, 3));
}

/** Rounds coordinates and drops points that coincide afterwards. */
function simplifyLine(points: Point[], digits: number): Point[] {
  const round = (value: number) => Number(value.toFixed(digits));
  const rounded = points.map(([x, y]): Point => [round(x), round(y)]);
  return rounded.filter(([x, y], i) => i === 0 || x !== rounded[i - 1]![0] || y !== rounded[i - 1]![1]);
}

/** Names in three languages, the largest first: cities nearby and the large ones of the region. */
async function readCities() {
  const compressed = await readFile(join(import.meta.dirname, '../../api/db/gazetteer/cities.tsv.br'));
  const rows = brotliDecompressSync(compressed).toString().split('\n');
  return rows
    .map((row) => row.split('\t'))
    .map(([name, pt, en, ru, country, , , population, lat, lon]) => ({
      names: { pt: pt || name, en: en || name, ru: ru || name },
      country,
      population: Number(population),
      position: [Number(Number(lon).toFixed(3)), Number(Number(lat).toFixed(3))] as Point,
    }))
    .filter(
      ({ position: [x, y] }) =>
        x > DETAIL_BOX[0] && x < DETAIL_BOX[2] && y > DETAIL_BOX[1] && y < DETAIL_BOX[3],
    )
    .filter(({ country, population }) => population > (country === 'PT' ? 25_000 : 400_000))
    .map(({ names, population, position }) => ({ names, population, position }));
}

const [fine, coarse, countries] = await Promise.all(
  ['land-10m', 'land-110m', 'countries-10m'].map(loadAtlas),
);
const baseMap = {
  land: [...getLand(coarse!, SURROUNDING_BOXES, 1), ...getLand(fine!, [DETAIL_BOX], 3)],
  borders: getBorders(countries!),
  cities: await readCities(),
};
const json = JSON.stringify(baseMap);
await writeFile(join(import.meta.dirname, '../app/assets/base-map.json'), `${json}\n`);
process.stdout.write(
  `${baseMap.cities.length} cities, ${(gzipSync(json).length / 1024).toFixed(1)} KiB gzip\n`,
);

type Point = [longitude: number, latitude: number];
type Box = [west: number, south: number, east: number, north: number];

/** The part of a ring inside a box, closed (Sutherland–Hodgman); empty when none is. */
function clipRing(ring: Point[], [west, south, east, north]: Box): Point[] {
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
function clipLine(line: Point[], [west, south, east, north]: Box): Point[][] {
  const segments: Point[][] = [[]];
  for (const [x, y] of line) {
    if (x >= west && x <= east && y >= south && y <= north) segments.at(-1)!.push([x, y]);
    else if (segments.at(-1)!.length) segments.push([]);
  }
  return segments.filter(({ length }) => length > 1);
}
