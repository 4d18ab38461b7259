import { eurosFromCents } from '@wopack/domain';
import type { ProductOnMap } from './map.queries.ts';
import { averagePosition } from './map-cells.rules.ts';

type ProductTypes = readonly { id: number; slug: string }[];

/** Venues of a square, counted. */
export interface MapCell {
  sale_place_count: number;
  sale_place_id: number;
  min_price_cents: number;
  latitude: number;
  longitude: number;
}

interface MapSalePlace {
  latitude: number;
  longitude: number;
  products: ProductOnMap[];
}

/** By venue, in the order of the rows. */
export const groupBySalePlace = (rows: ProductOnMap[]): MapSalePlace[] =>
  [...Map.groupBy(rows, (row) => row.place_id).values()].map((products) => ({
    latitude: products[0]!.latitude,
    longitude: products[0]!.longitude,
    products,
  }));

export function buildMapSalePlaceView({ products }: MapSalePlace, types: ProductTypes) {
  const { place_id, place_name, description, logo, address, phone, latitude, longitude } = products[0]!;
  return {
    ...{ id: place_id, name: place_name, description, logo, address, phone, latitude, longitude },
    products: products.slice(0, 3).map((product) => ({
      id: product.id,
      name: product.name,
      price: eurosFromCents(product.price_cents),
      quantity: product.left,
      photo: product.photos[0]?.path ?? null,
      type: types.find(({ id }) => id === product.type_ids[0])?.slug ?? null,
    })),
    products_count: products.length,
  };
}

export const buildClusterFromCell = ({
  sale_place_count,
  min_price_cents,
  latitude,
  longitude,
}: MapCell) => ({
  latitude: roundDegrees(latitude),
  longitude: roundDegrees(longitude),
  count: sale_place_count,
  price_from: eurosFromCents(min_price_cents),
});

export const buildClusterFromSalePlaces = (salePlaces: MapSalePlace[]) => ({
  latitude: roundDegrees(averagePosition(salePlaces).latitude),
  longitude: roundDegrees(averagePosition(salePlaces).longitude),
  count: salePlaces.length,
  price_from: eurosFromCents(
    Math.min(...salePlaces.flatMap(({ products }) => products.map(({ price_cents }) => price_cents))),
  ),
});

/** A metre is near enough for the middle of many venues, and short on the wire. */
const roundDegrees = (value: number): number => Math.round(value * 1e5) / 1e5;
