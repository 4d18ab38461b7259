import type { endpoints } from '@wopack/contract';
import { eurosFromCents, type Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import {
  findProductNames,
  getCachedProductTypes,
  getShownQuantity,
  getSlotMode,
} from '../../products/index.ts';
import {
  averagePosition,
  type BoundingBox,
  cellSize,
  FINEST_TYPE_LEVEL,
  groupByCell,
  levelForZoom,
} from '../geometry.rules.ts';
import { buildDefaultBoundingBox, findBboxError, findFirst, planSearch } from '../offer-filters.ts';
import type { OfferFilters } from '../offers.queries.ts';
import {
  listCellsInBox,
  listClustersInBox,
  listOffersAtSalePlaces,
  listOffersInBox,
  MAX_OFFERS_IN_BOX,
  type OfferOnMap,
} from './map.queries.ts';

/** More sale places than this are clustered, because their pins would overlap. */
const MAX_PINS = 40;
/** From this zoom on more pins are shown before clustering. */
const STREET_ZOOM = 16;
const MAX_PINS_IN_STREET = 120;
/** Below this zoom all sale places are clustered. */
const CLUSTERS_BELOW_ZOOM = 11;
/** More sale places than this are not read individually; precomputed cells are used. */
const MAX_SALE_PLACES_READ = 300;

/** How many products a sale place shows on the map. */
const MAX_SHOWN_PRODUCTS = 3;

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
  { query, actor, language }: Call<typeof endpoints.listMapOffers>,
) {
  const attempts = await planSearch(db, query, actor);
  const zoom = query.zoom ?? 12;
  const now = clock.now();
  const getBox = ({ box, origin }: OfferFilters) => box ?? buildDefaultBoundingBox(origin);
  const { page, search } = await findFirst(db, attempts, {
    index: 0,
    now,
    getBox,
    load: async (filters) => {
      const box = getBox(filters);
      const mapView: MapView = { filters, box, zoom, level: levelForZoom(zoom, box), now };
      return (
        (await loadFromCells(db, mapView)) ??
        (await loadFromProducts(db, mapView)) ??
        (await loadFromClusterQuery(db, mapView))
      );
    },
    isEmpty: ({ salePlaces, clusters }) => salePlaces.length === 0 && clusters.length === 0,
    listTexts: ({ salePlaces }) =>
      salePlaces.flatMap(({ salePlace, offers }) => [
        ...offers.map(({ product }) => product.name),
        ...[salePlace.name, salePlace.address, salePlace.description ?? ''],
      ]),
  });
  const { salePlaces, clusters } = page ?? { salePlaces: [], clusters: [] };
  const types = await getCachedProductTypes(db);
  const names = await findProductNames(
    db,
    salePlaces.flatMap(getShownOffers).map(({ product }) => product),
    language,
  );
  return {
    data: salePlaces.map(({ salePlace, latitude, longitude, offers }) => ({
      id: salePlace.id,
      name: salePlace.name,
      description: salePlace.description,
      logo: salePlace.logo,
      address: salePlace.address,
      phone: salePlace.phone,
      latitude,
      longitude,
      products: getShownOffers({ offers }).map((offer) =>
        buildPinProductView(offer, { types, names, language, now }),
      ),
      products_count: offers.length,
    })),
    clusters,
    search,
  };
}

/** From precomputed cells; null for few sale places and for filters that the cells do not cover. */
async function loadFromCells(db: Context['db'], { filters, box, zoom, level, now }: MapView) {
  const { typeId, diet, favouritesOnly, search, day, hours, radius } = filters;
  if (diet || favouritesOnly || search || day || hours || radius) return null;
  // Cells of a single type are coarser: at street level the products are read instead.
  if (typeId && zoom > STREET_ZOOM) return null;
  const cellLevel = typeId ? Math.min(level, FINEST_TYPE_LEVEL) : level;
  const cells = await listCellsInBox(db, box, cellLevel, typeId ?? 0);
  const salePlaceCount = cells.reduce((sum, cell) => sum + cell.sale_place_count, 0);
  return salePlaceCount > MAX_SALE_PLACES_READ ? expandSingleCells(db, filters, cells, now) : null;
}

/** From the products on sale, by sale place; null when there are too many. */
async function loadFromProducts(db: Context['db'], { filters, box, zoom, level, now }: MapView) {
  const offers = await listOffersInBox(db, filters, box, now);
  if (offers.length === MAX_OFFERS_IN_BOX) return null;
  const salePlaces = groupBySalePlace(offers);
  if (
    zoom >= CLUSTERS_BELOW_ZOOM &&
    salePlaces.length <= (zoom < STREET_ZOOM ? MAX_PINS : MAX_PINS_IN_STREET)
  ) {
    return { salePlaces, clusters: [] };
  }
  const cellGroups = groupByCell(salePlaces, level);
  return {
    salePlaces: cellGroups.filter(({ length }) => length === 1).flat(),
    clusters: cellGroups.filter(({ length }) => length > 1).map(buildClusterFromSalePlaces),
  };
}

async function loadFromClusterQuery(db: Context['db'], { filters, box, level, now }: MapView) {
  const cells = await listClustersInBox(db, filters, box, cellSize(level), now);
  return expandSingleCells(db, filters, cells, now);
}

/** A cell with a single sale place shows that sale place. */
async function expandSingleCells(db: Context['db'], filters: OfferFilters, cells: MapCell[], now: Date) {
  const singleCells = cells.filter(({ sale_place_count }) => sale_place_count === 1).slice(0, MAX_PINS * 2);
  const offers = singleCells.length
    ? await listOffersAtSalePlaces(
        db,
        filters,
        singleCells.map(({ sale_place_id }) => sale_place_id),
        now,
      )
    : [];
  return {
    salePlaces: groupBySalePlace(offers),
    clusters: cells.filter(({ sale_place_count }) => sale_place_count > 1).map(buildClusterFromCell),
  };
}

type ProductTypes = readonly { id: number; slug: string }[];

/** Sale places of a cell, counted. */
interface MapCell {
  sale_place_count: number;
  sale_place_id: number;
  min_price_cents: number;
  latitude: number;
  longitude: number;
}

interface MapSalePlace {
  latitude: number;
  longitude: number;
  salePlace: OfferOnMap['salePlace'];
  offers: OfferOnMap[];
}

/** Keeps the order of the offers. */
const groupBySalePlace = (allOffers: OfferOnMap[]): MapSalePlace[] =>
  [...Map.groupBy(allOffers, ({ salePlace }) => salePlace)].map(([salePlace, offers]) => ({
    latitude: salePlace.latitude,
    longitude: salePlace.longitude,
    salePlace,
    offers,
  }));

const getShownOffers = ({ offers }: Pick<MapSalePlace, 'offers'>) => offers.slice(0, MAX_SHOWN_PRODUCTS);

/** `names`: in the caller's language, of products in another one. */
interface MapTexts {
  /** Names by product id, where there is one in the caller's language that is not the product's own. */
  names: ReadonlyMap<number, string>;
  language: Language;
}

function buildPinProductView(
  { product, slot }: OfferOnMap,
  { types, names, language, now }: MapTexts & { types: ProductTypes; now: Date },
) {
  const mode = getSlotMode(slot, now);
  return {
    id: product.id,
    name: names.get(product.id) ?? product.name,
    language: names.has(product.id) ? language : product.language,
    price: eurosFromCents(product.price_cents),
    quantity: getShownQuantity(slot, now),
    photo: product.photo,
    type: types.find(({ id }) => id === product.type_id)?.slug ?? null,
    mode: mode === 'sale' ? null : mode,
  };
}

const buildClusterFromCell = ({ sale_place_count, min_price_cents, latitude, longitude }: MapCell) => ({
  latitude: roundDegrees(latitude),
  longitude: roundDegrees(longitude),
  count: sale_place_count,
  price_from: eurosFromCents(min_price_cents),
});

const buildClusterFromSalePlaces = (salePlaces: MapSalePlace[]) => ({
  latitude: roundDegrees(averagePosition(salePlaces).latitude),
  longitude: roundDegrees(averagePosition(salePlaces).longitude),
  count: salePlaces.length,
  price_from: eurosFromCents(
    Math.min(...salePlaces.flatMap(({ offers }) => offers.map(({ product }) => product.price_cents))),
  ),
});

/** Rounds to about a metre, to keep the response small. */
const roundDegrees = (value: number): number => Math.round(value * 1e5) / 1e5;
