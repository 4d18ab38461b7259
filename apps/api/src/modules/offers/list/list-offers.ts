import { type endpoints, MAX_ID } from '@wopack/contract';
import { eurosFromCents, type Language, type Position, pickupDateText } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import type { PageCache } from '../../../platform/performance/caches.ts';
import { getCachedProductTypes, getShownQuantity } from '../../products/index.ts';
import { meanRating, translateTypes } from '../../sale-places/index.ts';
import { loadFavouriteIds } from '../favourites.queries.ts';
import { chordToMetres } from '../geometry.rules.ts';
import { type AllocationView, loadAllocations, loadMyAllocations } from '../offer-allocations.queries.ts';
import { findBboxError, findFirst, planSearch } from '../offer-filters.ts';
import type { OfferFilters } from '../offers.queries.ts';
import { type Cursor, type SortOrder, selectOfferPage } from './list.queries.ts';

type ListCall = Call<typeof endpoints.listOffers>;
export type OfferPage = Awaited<ReturnType<typeof loadOfferPage>>;

/** A shared, cached page with the caller's own favourites. */
export async function listOffers(
  { db, clock, pageCache }: Context & { pageCache: PageCache<OfferPage> },
  call: ListCall,
) {
  const now = clock.now();
  const { offers, allocatedSlotIds, search, next_cursor } = await pageCache(
    db,
    buildCacheKey(call, now),
    () => loadOfferPage({ db }, call, now),
  );
  const favouriteIds = call.actor
    ? await loadFavouriteIds(db, { userId: call.actor.id, productIds: offers.map(({ id }) => id) })
    : new Set<number>();
  // Mostly nothing of a page is drawn or waited for, and nothing more is read.
  const mine = call.actor ? await loadMyAllocations(db, call.actor.id, allocatedSlotIds) : null;
  return {
    data: offers.map((offer) => ({
      ...offer,
      is_favourite: favouriteIds.has(offer.id),
      allocation: offer.allocation && { ...offer.allocation, mine: mine?.get(offer.slot_id) ?? null },
    })),
    search,
    next_cursor,
  };
}

/**
 * All inputs of a page. The caller is one of them only when filtering by favourites. Guests share the pages of their
 * position with users who send the same one.
 */
const buildCacheKey = ({ query, actor, language }: ListCall, now: Date): string =>
  JSON.stringify([
    query,
    language,
    actor?.latitude,
    actor?.longitude,
    query.needFavourite === 'yes' && (actor?.id ?? 0),
    Math.floor(now.getTime() / 1000),
  ]);

export const validateListQuery = ({
  query: { bbox, cursor },
}: PartiallyValidCall<typeof endpoints.listOffers>) => ({
  bbox: findBboxError(bbox),
  cursor: cursor && decodeCursor(cursor) === null && 'offers.cursor',
});

/** Available products in the requested order, followed by sold-out ones. */
export async function loadOfferPage(
  { db }: Pick<Context, 'db'>,
  { query, actor, language }: Call<typeof endpoints.listOffers>,
  now: Date,
) {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const attempts = await planSearch(db, query, actor);
  const firstPageAt = after ? new Date(after.firstPageAt) : null;
  const limit = query.limit ?? 20;
  // One row more than requested, to detect a next page.
  const rowLimit = limit + 1;
  // Later pages are of what the first one has found.
  const {
    page: loadedRows,
    search,
    index,
    filters,
  } = await findFirst(db, after ? attempts.slice(0, after.attempt + 1) : attempts, {
    index: after?.attempt ?? 0,
    now,
    getBox: ({ box }) => box,
    load: async (filters, searchOrder) => {
      const order = resolveOrder(query.order ?? searchOrder, filters);
      const rows: { row: OfferRow; phase: 0 | 1 }[] = [];
      for (const phase of [0, 1] as const) {
        if (rows.length === rowLimit || phase < (after?.phase ?? 0)) continue;
        const phaseRows = await selectOfferPage(db, filters, {
          phase,
          after: after?.phase === phase ? after : null,
          firstPageAt,
          limit: rowLimit - rows.length,
          order,
          language,
          now,
        });
        rows.push(...phaseRows.map((row) => ({ row, phase })));
      }
      return rows;
    },
    isEmpty: (rows) => rows.length === 0,
    listTexts: (rows) =>
      rows.flatMap(({ row: { card } }) => [card.name, card.place_name, card.address, card.description]),
  });
  const rows = loadedRows ?? [];
  const page = rows.slice(0, limit);
  const lastEntry = rows.length > limit ? page.at(-1) : undefined;
  const types = await getCachedProductTypes(db);
  const allocations = await loadAllocations(
    db,
    page.map(({ row }) => row),
    now,
  );
  return {
    offers: page.map(({ row }) =>
      buildOfferView(row, { origin: filters?.origin ?? null, types, language, now, allocations }),
    ),
    allocatedSlotIds: page.flatMap(({ row }) =>
      row.allocation !== 'public' && allocations.has(row.slot_id) ? [row.slot_id] : [],
    ),
    next_cursor: lastEntry
      ? encodeCursor({
          phase: lastEntry.phase,
          key: lastEntry.row.key,
          id: lastEntry.row.id,
          firstPageAt: (firstPageAt ?? now).getTime(),
          window: lastEntry.row.window,
          distance: lastEntry.row.window === null ? null : lastEntry.row.distance,
          attempt: index,
        })
      : null,
    search,
  };
}

/** A text is sorted by where it was found, unless another order is requested. */
const resolveOrder = (
  order: Call<typeof endpoints.listOffers>['query']['order'] | null,
  { search }: OfferFilters,
): SortOrder | null => {
  if (order && order !== 'distance') return order;
  return search?.hasWords && !order ? 'relevance' : null;
};

type OfferRow = Awaited<ReturnType<typeof selectOfferPage>>[number];
type ProductTypes = Parameters<typeof translateTypes>[1];

interface OfferViewOptions {
  origin: Position | null;
  types: ProductTypes;
  language: Language;
  now: Date;
  /** By slot. */
  allocations: ReadonlyMap<number, AllocationView>;
}

/** A row of the list, without the caller's favourites. */
export const buildOfferView = (
  row: OfferRow,
  { origin, types, language, now, allocations }: OfferViewOptions,
) => ({
  id: row.id,
  name: row.card.name,
  description: row.card.description,
  language: row.card.language,
  translated: row.card.is_translated,
  photos: row.card.photos,
  quantity: getShownQuantity(row, now),
  price: eurosFromCents(row.card.price_cents),
  old_price:
    row.card.old_price_cents > row.card.price_cents ? eurosFromCents(row.card.old_price_cents) : null,
  rating: meanRating(row.card.rating_sum, row.card.rating_count),
  rating_count: row.card.rating_count,
  pickup: pickupDateText(row.starts_at, row.ends_at, row.card.time_zone, language),
  pickup_start: row.starts_at.toISOString(),
  pickup_end: row.ends_at.toISOString(),
  slot_id: row.slot_id,
  distance: origin ? chordToMetres(row.distance) : null,
  types: translateTypes(row.card.type_ids, types, language),
  sale_place: {
    id: row.card.place_id,
    name: row.card.place_name,
    address: row.card.address,
    time_zone: row.card.time_zone,
  },
  allocation: allocations.get(row.slot_id) ?? null,
});

const encodeCursor = ({ phase, key, id, firstPageAt, window, distance, attempt }: Cursor): string =>
  Buffer.from(JSON.stringify([phase, key, id, firstPageAt, window, distance, attempt])).toString('base64url');

const isId = (id: unknown): id is number => Number.isInteger(id) && Math.abs(id as number) <= MAX_ID;

/** An earlier page, or a reading of the text; no list is so long that more of them exist. */
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 100_000;

/** Within the range of Date. */
const isTimestamp = (firstPageAt: unknown): firstPageAt is number =>
  Number.isInteger(firstPageAt) && (firstPageAt as number) >= 0 && (firstPageAt as number) <= 8.64e15;

/** Null for a malformed cursor. */
function decodeCursor(text: string): Cursor | null {
  try {
    const [phase, key, id, firstPageAt, window = null, distance = null, attempt = 0] = JSON.parse(
      Buffer.from(text, 'base64url').toString(),
    ) as unknown[];
    if ((phase !== 0 && phase !== 1) || typeof key !== 'number' || !isId(id) || !isTimestamp(firstPageAt))
      return null;
    if (!isCount(attempt)) return null;
    if (window === null) return { phase, key, id, firstPageAt, window, distance: null, attempt };
    if (!isCount(window) || typeof distance !== 'number') return null;
    return { phase, key, id, firstPageAt, window, distance, attempt };
  } catch {
    return null;
  }
}
