import type { endpoints } from '@wopack/contract';
import { eurosFromCents } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import { invalid } from '../../platform/http/error.ts';
import type { Call } from '../../platform/http/route.ts';
import { readFilters } from './filters.ts';
import type { Filters } from './offer-filters.ts';
import { type Box, clustersInBox, offersInBox } from './offers.queries.ts';

/** Above this many packs in view pins would cover one another: squares are counted instead. */
const MOST_PACKS = 600;
const CLUSTERS_BELOW_ZOOM = 11;

export async function mapProducts(
  { db, clock }: Context,
  { query, actor }: Call<typeof endpoints.mapProducts>,
) {
  const filters = await readFilters(db, query, actor);
  if (!filters) return { data: [], clusters: [] };
  const box = query.bbox === undefined ? around(filters) : readBox(query.bbox);
  const zoom = query.zoom ?? 12;
  const now = clock.now();
  const rows = zoom < CLUSTERS_BELOW_ZOOM ? null : await offersInBox(db, filters, box, MOST_PACKS + 1, now);
  if (rows === null || rows.length > MOST_PACKS) {
    const clusters = await clustersInBox(db, filters, box, 45 / 2 ** zoom, now);
    return {
      data: [],
      clusters: clusters.map(({ price_from_cents, ...cluster }) => ({
        ...cluster,
        price_from: eurosFromCents(price_from_cents),
      })),
    };
  }
  return { data: byPlace(rows), clusters: [] };
}

type Row = Awaited<ReturnType<typeof offersInBox>>[number];

function byPlace(rows: Row[]) {
  const places = Map.groupBy(rows, (row) => row.place_id);
  return [...places.values()].map((packs) => {
    const { place_id, place_name, description, logo, address, phone, latitude, longitude } = packs[0]!;
    return {
      id: place_id,
      name: place_name,
      description,
      logo,
      address,
      phone,
      latitude,
      longitude,
      products: packs.slice(0, 3).map((pack) => ({
        id: pack.id,
        name: pack.name,
        price: eurosFromCents(pack.price_cents),
        quantity: pack.left,
        photo: pack.photos[0]?.path ?? null,
      })),
      products_count: packs.length,
    };
  });
}

function readBox(text: string): Box {
  const parts = text.split(',').map(Number);
  const [west, south, east, north] = parts;
  const good =
    parts.length === 4 &&
    parts.every(Number.isFinite) &&
    Math.abs(south!) <= 90 &&
    Math.abs(north!) <= 90 &&
    south! < north! &&
    west! < east!;
  if (!good) throw invalid('bbox', 'offers.bbox');
  return { west: west!, south: south!, east: east!, north: north! };
}

/** What a screen shows at the first zoom around the person's city; all there is when nobody knows where they are. */
function around({ origin }: Filters): Box {
  if (!origin) return { west: -180, south: -85, east: 180, north: 85 };
  const { latitude, longitude } = origin;
  return { west: longitude - 0.2, south: latitude - 0.15, east: longitude + 0.2, north: latitude + 0.15 };
}
