import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { getCachedProductTypes } from '../products/index.ts';
import { bboxError, readFilters } from './filters.ts';
import { clustersInBox, MAX_OFFERS_IN_BOX, offersAt, offersInBox } from './map.queries.ts';
import { around } from './map-box.ts';
import { cellsInBox } from './map-cells.queries.ts';
import { type Box, cellSize, FINEST_TYPE_LEVEL, gather, levelOf } from './map-cells.rules.ts';
import { type Cell, clusterOf, clusterView, placesOf, placeView } from './map-view.ts';
import type { Filters } from './offer-filters.ts';

/** More venues than this are gathered in clusters: pins would cover one another. */
const MOST_PINS = 40;
/** In a street one has come to look at the venues one by one. */
const STREET_ZOOM = 16;
const MOST_PINS_IN_STREET = 120;
/** Looking at a whole region one compares towns, not venues. */
const CLUSTERS_BELOW_ZOOM = 11;
/** More venues than this are not read one by one; their squares are counted already. */
const MOST_READ = 300;

interface View {
  filters: Filters;
  box: Box;
  zoom: number;
  level: number;
  now: Date;
}

export const validateMap = ({ query }: PartiallyValidCall<typeof endpoints.listMapOffers>) => ({
  bbox: bboxError(query.bbox),
});

export async function mapProducts(
  { db, clock }: Context,
  { query, actor }: Call<typeof endpoints.listMapOffers>,
) {
  const filters = await readFilters(db, query, actor);
  if (!filters) return { data: [], clusters: [] };
  const zoom = query.zoom ?? 12;
  const box = filters.box ?? around(filters.origin);
  const view: View = { filters, box, zoom, level: levelOf(zoom, box), now: clock.now() };
  return (await fromCells(db, view)) ?? (await fromPacks(db, view)) ?? (await fromCounting(db, view));
}

/** Where there is much, the squares counted beforehand; null where there is little or the filters are others. */
async function fromCells(db: Context['db'], { filters, box, zoom, level, now }: View) {
  const { typeId, diet, favouritesOnly, search, day, radius } = filters;
  if (diet || favouritesOnly || search || day || radius) return null;
  // Those of one type are counted less finely, and stand less closely: near enough they are read.
  if (typeId && zoom > STREET_ZOOM) return null;
  const fine = typeId ? Math.min(level, FINEST_TYPE_LEVEL) : level;
  const cells = await cellsInBox(db, box, fine, typeId ?? 0);
  const places = cells.reduce((sum, cell) => sum + cell.places, 0);
  return places > MOST_READ ? withSingles(db, filters, cells, now) : null;
}

/** What is on sale this moment, venue by venue; null when it is too much. */
async function fromPacks(db: Context['db'], { filters, box, zoom, level, now }: View) {
  const rows = await offersInBox(db, filters, box, now);
  if (rows.length === MAX_OFFERS_IN_BOX) return null;
  const places = placesOf(rows);
  const types = await getCachedProductTypes(db);
  if (
    zoom >= CLUSTERS_BELOW_ZOOM &&
    places.length <= (zoom < STREET_ZOOM ? MOST_PINS : MOST_PINS_IN_STREET)
  ) {
    return { data: places.map((place) => placeView(place, types)), clusters: [] };
  }
  const squares = gather(places, level);
  return {
    data: squares.filter(({ length }) => length === 1).map(([place]) => placeView(place!, types)),
    clusters: squares.filter(({ length }) => length > 1).map(clusterOf),
  };
}

async function fromCounting(db: Context['db'], { filters, box, level, now }: View) {
  const cells = await clustersInBox(db, filters, box, cellSize(level), now);
  return withSingles(db, filters, cells, now);
}

/** A square with a single venue shows that venue. */
async function withSingles(db: Context['db'], filters: Filters, cells: Cell[], now: Date) {
  const singles = cells.filter(({ places }) => places === 1).slice(0, MOST_PINS * 2);
  const rows = singles.length
    ? await offersAt(
        db,
        filters,
        singles.map(({ place_id }) => place_id),
        now,
      )
    : [];
  const types = await getCachedProductTypes(db);
  return {
    data: placesOf(rows).map((place) => placeView(place, types)),
    clusters: cells.filter(({ places }) => places > 1).map(clusterView),
  };
}
