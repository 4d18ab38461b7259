import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { getCachedProductTypes } from '../../products/index.ts';
import { buildDefaultBoundingBox } from '../bounding-box.ts';
import type { OfferFilters } from '../offer-filters.ts';
import { findBboxError, resolveFilters } from '../resolve-filters.ts';
import {
  listClustersInBox,
  listOffersAtSalePlaces,
  listOffersInBox,
  MAX_OFFERS_IN_BOX,
} from './map.queries.ts';
import { listCellsInBox } from './map-cells.queries.ts';
import {
  type BoundingBox,
  cellSize,
  FINEST_TYPE_LEVEL,
  groupByCell,
  levelForZoom,
} from './map-cells.rules.ts';
import {
  buildClusterFromCell,
  buildClusterFromSalePlaces,
  buildMapSalePlaceView,
  groupBySalePlace,
  type MapCell,
} from './map-view.ts';

/** More venues than this are gathered in clusters: pins would cover one another. */
const MAX_PINS = 40;
/** In a street one has come to look at the venues one by one. */
const STREET_ZOOM = 16;
const MAX_PINS_IN_STREET = 120;
/** Looking at a whole region one compares towns, not venues. */
const CLUSTERS_BELOW_ZOOM = 11;
/** More venues than this are not read one by one; their squares are counted already. */
const MAX_SALE_PLACES_READ = 300;

interface MapView {
  filters: OfferFilters;
  box: BoundingBox;
  zoom: number;
  level: number;
  now: Date;
}

export const validateMapQuery = ({ query }: PartiallyValidCall<typeof endpoints.listMapOffers>) => ({
  bbox: findBboxError(query.bbox),
});

export async function listMapOffers(
  { db, clock }: Context,
  { query, actor }: Call<typeof endpoints.listMapOffers>,
) {
  const filters = await resolveFilters(db, query, actor);
  if (!filters) return { data: [], clusters: [] };
  const zoom = query.zoom ?? 12;
  const box = filters.box ?? buildDefaultBoundingBox(filters.origin);
  const mapView: MapView = { filters, box, zoom, level: levelForZoom(zoom, box), now: clock.now() };
  return (
    (await loadFromCells(db, mapView)) ??
    (await loadFromProducts(db, mapView)) ??
    (await loadFromClusterQuery(db, mapView))
  );
}

/** Where there is much, the squares counted beforehand; null where there is little or the filters are others. */
async function loadFromCells(db: Context['db'], { filters, box, zoom, level, now }: MapView) {
  const { typeId, diet, favouritesOnly, search, day, radius } = filters;
  if (diet || favouritesOnly || search || day || radius) return null;
  // Those of one type are counted less finely, and stand less closely: near enough they are read.
  if (typeId && zoom > STREET_ZOOM) return null;
  const cellLevel = typeId ? Math.min(level, FINEST_TYPE_LEVEL) : level;
  const cells = await listCellsInBox(db, box, cellLevel, typeId ?? 0);
  const salePlaceCount = cells.reduce((sum, cell) => sum + cell.sale_place_count, 0);
  return salePlaceCount > MAX_SALE_PLACES_READ ? expandSingleCells(db, filters, cells, now) : null;
}

/** What is on sale this moment, venue by venue; null when it is too much. */
async function loadFromProducts(db: Context['db'], { filters, box, zoom, level, now }: MapView) {
  const rows = await listOffersInBox(db, filters, box, now);
  if (rows.length === MAX_OFFERS_IN_BOX) return null;
  const salePlaces = groupBySalePlace(rows);
  const types = await getCachedProductTypes(db);
  if (
    zoom >= CLUSTERS_BELOW_ZOOM &&
    salePlaces.length <= (zoom < STREET_ZOOM ? MAX_PINS : MAX_PINS_IN_STREET)
  ) {
    return { data: salePlaces.map((salePlace) => buildMapSalePlaceView(salePlace, types)), clusters: [] };
  }
  const cellGroups = groupByCell(salePlaces, level);
  return {
    data: cellGroups
      .filter(({ length }) => length === 1)
      .map(([salePlace]) => buildMapSalePlaceView(salePlace!, types)),
    clusters: cellGroups.filter(({ length }) => length > 1).map(buildClusterFromSalePlaces),
  };
}

async function loadFromClusterQuery(db: Context['db'], { filters, box, level, now }: MapView) {
  const cells = await listClustersInBox(db, filters, box, cellSize(level), now);
  return expandSingleCells(db, filters, cells, now);
}

/** A square with a single venue shows that venue. */
async function expandSingleCells(db: Context['db'], filters: OfferFilters, cells: MapCell[], now: Date) {
  const singleCells = cells.filter(({ sale_place_count }) => sale_place_count === 1).slice(0, MAX_PINS * 2);
  const rows = singleCells.length
    ? await listOffersAtSalePlaces(
        db,
        filters,
        singleCells.map(({ sale_place_id }) => sale_place_id),
        now,
      )
    : [];
  const types = await getCachedProductTypes(db);
  return {
    data: groupBySalePlace(rows).map((salePlace) => buildMapSalePlaceView(salePlace, types)),
    clusters: cells.filter(({ sale_place_count }) => sale_place_count > 1).map(buildClusterFromCell),
  };
}
