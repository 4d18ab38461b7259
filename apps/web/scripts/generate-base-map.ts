/**
 * Generates the built-in map; run by hand after a change. `app/assets/base-map.json`: land of the world from Natural
 * Earth (world-atlas), detailed around Portugal, with borders and labels. `app/assets/base-map-water.json`: sea, rivers
 * and lakes of Portugal to 100 m from OpenStreetMap (@geo-maps/earth-waterbodies-100m), as quantised TopoJSON.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { fetchPackage } from '../../../scripts/data/fetch-package.ts';
import { douroOutline, mapLabels } from './map-labels.ts';

/** From the Azores to the Balearics, from Madeira to Brittany. */
const DETAIL_BOX: Box = [-32, 27.5, 5, 48.5];
/** The rest of the world in four boxes around it. */
const SURROUNDING_BOXES: Box[] = [
  [-180, -90, DETAIL_BOX[0], 90],
  [DETAIL_BOX[2], -90, 180, 90],
  [DETAIL_BOX[0], -90, DETAIL_BOX[2], DETAIL_BOX[1]],
  [DETAIL_BOX[0], DETAIL_BOX[3], DETAIL_BOX[2], 90],
];

/** Detailed water: the mainland, the Azores, Madeira. */
const WATER_BOXES: Box[] = [
  [-9.7, 36.8, -6.1, 42.3],
  [-31.5, 36.7, -24.7, 39.9],
  [-17.5, 32.2, -16, 33.3],
];
/** Land is drawn in boxes this much smaller, so that their edges lie under water. Degrees. */
const LAND_BOX_INSET = 0.02;
/** Steps of coordinates: about 11 m, a ninth of the resolution of the data. */
const WATER_STEPS_PER_DEGREE = 10_000;
/**
 * Narrow rivers and ponds are torn into triangles and boxes in the source, at any of its resolutions. Only bodies of
 * water with so many points have a shape.
 */
const MIN_WATER_POINTS = 12;

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

/** A topology of one MultiPolygon; a ring is an arc of its own, since bodies of water share no edges. */
async function buildWaterTopology() {
  const file = join(fetchPackage('@geo-maps/earth-waterbodies-100m', '0.6.0'), 'map.geo.json');
  const world = JSON.parse(await readFile(file, 'utf8')) as { geometries: { coordinates: Point[][][] }[] };
  const polygons = [...world.geometries.flatMap(({ coordinates }) => coordinates), [douroOutline]]
    .flatMap((rings) => WATER_BOXES.map((box) => rings.map((ring) => clipRing(ring, box))))
    .map((rings) => rings.map(quantiseRing).filter(({ length }) => length > 3))
    .filter(([outline]) => outline !== undefined && outline.length >= MIN_WATER_POINTS);
  const arcs: Point[][] = [];
  const addArc = (ring: Point[]) => [arcs.push(ring.map((point, i) => subtract(point, ring[i - 1]))) - 1];
  return {
    type: 'Topology',
    transform: {
      scale: [1 / WATER_STEPS_PER_DEGREE, 1 / WATER_STEPS_PER_DEGREE],
      translate: [0, 0],
    },
    objects: {
      water: { type: 'MultiPolygon', arcs: polygons.map((rings) => rings.map(addArc)) },
      land: { type: 'MultiPolygon', arcs: WATER_BOXES.map((box) => [addArc(buildBoxRing(box))]) },
    },
    arcs,
  };
}

function buildBoxRing([west, south, east, north]: Box): Point[] {
  const [x1, y1, x2, y2] = [
    west + LAND_BOX_INSET,
    south + LAND_BOX_INSET,
    east - LAND_BOX_INSET,
    north - LAND_BOX_INSET,
  ];
  return quantiseRing([
    [x1, y1],
    [x1, y2],
    [x2, y2],
    [x2, y1],
    [x1, y1],
  ]);
}

/** In steps; points on a line between their neighbours are dropped. */
function quantiseRing(ring: Point[]): Point[] {
  const points = ring
    .map(([x, y]): Point => [Math.round(x * WATER_STEPS_PER_DEGREE), Math.round(y * WATER_STEPS_PER_DEGREE)])
    .filter(([x, y], i, all) => i === 0 || x !== all[i - 1]![0] || y !== all[i - 1]![1]);
  return points.filter((point, i) => {
    const previous = points[i - 1];
    const next = points[i + 1];
    if (!previous || !next) return true;
    const [ax, ay] = subtract(point, previous);
    const [bx, by] = subtract(next, point);
    return ax * by !== ay * bx || ax * bx + ay * by < 0;
  });
}

const subtract = ([x, y]: Point, [x0, y0]: Point = [0, 0]): Point => [x - x0, y - y0];

/** Names in three languages, the largest first: all places of Portugal and the large cities of the region. */
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
    .filter(({ country, population }) => population > (country === 'PT' ? 0 : 400_000))
    .map(({ names: { pt, en, ru }, population, position }) => ({
      names: { pt, ...(en !== pt && { en }), ...(ru !== pt && { ru }) },
      population,
      position,
    }));
}

const [fine, coarse, countries] = await Promise.all(
  ['land-10m', 'land-110m', 'countries-10m'].map(loadAtlas),
);
await writeAsset('base-map', {
  land: [...getLand(coarse!, SURROUNDING_BOXES, 1), ...getLand(fine!, [DETAIL_BOX], 3)],
  borders: getBorders(countries!),
  cities: await readCities(),
  labels: mapLabels,
});
await writeAsset('base-map-water', await buildWaterTopology());

async function writeAsset(name: string, content: unknown): Promise<void> {
  const json = JSON.stringify(content);
  await writeFile(join(import.meta.dirname, `../app/assets/${name}.json`), `${json}\n`);
  const [size, compressedSize] = [json.length, gzipSync(json).length].map((bytes) =>
    Math.round(bytes / 1024),
  );
  process.stdout.write(`${name}.json: ${size} KiB, ${compressedSize} KiB gzip\n`);
}

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
