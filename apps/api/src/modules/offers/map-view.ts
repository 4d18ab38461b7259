import { eurosFromCents } from '@wopack/rules';
import type { PackOnMap } from './map.queries.ts';
import { middle } from './map-cells.rules.ts';

type Types = readonly { id: number; slug: string }[];

/** Venues of a square, counted. */
export interface Cell {
  places: number;
  place_id: number;
  price_from_cents: number;
  latitude: number;
  longitude: number;
}

interface Place {
  latitude: number;
  longitude: number;
  packs: PackOnMap[];
}

/** By venue, in the order of the rows. */
export const placesOf = (rows: PackOnMap[]): Place[] =>
  [...Map.groupBy(rows, (row) => row.place_id).values()].map((packs) => ({
    latitude: packs[0]!.latitude,
    longitude: packs[0]!.longitude,
    packs,
  }));

export function placeView({ packs }: Place, types: Types) {
  const { place_id, place_name, description, logo, address, phone, latitude, longitude } = packs[0]!;
  return {
    ...{ id: place_id, name: place_name, description, logo, address, phone, latitude, longitude },
    products: packs.slice(0, 3).map((pack) => ({
      id: pack.id,
      name: pack.name,
      price: eurosFromCents(pack.price_cents),
      quantity: pack.left,
      photo: pack.photos[0]?.path ?? null,
      type: types.find(({ id }) => id === pack.category_ids[0])?.slug ?? null,
    })),
    products_count: packs.length,
  };
}

export const clusterView = ({ places, price_from_cents, latitude, longitude }: Cell) => ({
  latitude: degrees(latitude),
  longitude: degrees(longitude),
  count: places,
  price_from: eurosFromCents(price_from_cents),
});

export const clusterOf = (places: Place[]) => ({
  latitude: degrees(middle(places).latitude),
  longitude: degrees(middle(places).longitude),
  count: places.length,
  price_from: eurosFromCents(
    Math.min(...places.flatMap(({ packs }) => packs.map(({ price_cents }) => price_cents))),
  ),
});

/** A metre is near enough for the middle of many venues, and short on the wire. */
const degrees = (value: number): number => Math.round(value * 1e5) / 1e5;
