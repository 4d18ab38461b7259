import type { endpoints } from '@wopack/contract';
import type { Context } from '../../../platform/context.ts';
import type { Call, PartiallyValidCall } from '../../../platform/http/route.ts';
import { getCachedProductTypes } from '../../products/index.ts';
import { findBboxError, resolveFilters } from '../resolve-filters.ts';
import { decodeCursor, encodeCursor } from './cursor.rules.ts';
import { selectOfferPage } from './list.queries.ts';
import { buildOfferView } from './offer-view.ts';

export const validateListQuery = ({
  query: { bbox, cursor },
}: PartiallyValidCall<typeof endpoints.listOffers>) => ({
  bbox: findBboxError(bbox),
  cursor: cursor && decodeCursor(cursor) === null && 'offers.cursor',
});

/** Packs on sale nearest first; when they run out, the sold out ones, nearest first. */
export async function loadOfferPage(
  { db }: Pick<Context, 'db'>,
  { query, actor, language }: Call<typeof endpoints.listOffers>,
  now: Date,
) {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const filters = await resolveFilters(db, query, actor);
  if (!filters) return { offers: [], next_cursor: null };

  const firstPageAt = after ? new Date(after.firstPageAt) : null;
  const limit = query.limit ?? 20;
  // One row more than asked for tells whether there is another page.
  const rowLimit = limit + 1;
  const onSaleRows =
    after?.phase === 1
      ? []
      : await selectOfferPage(db, filters, { phase: 0, after, firstPageAt, limit: rowLimit, now });
  const soldOutRows =
    onSaleRows.length === rowLimit
      ? []
      : await selectOfferPage(db, filters, {
          phase: 1,
          after: after?.phase === 1 ? after : null,
          firstPageAt,
          limit: rowLimit - onSaleRows.length,
          now,
        });
  const rows = [
    ...onSaleRows.map((row) => ({ row, phase: 0 as const })),
    ...soldOutRows.map((row) => ({ row, phase: 1 as const })),
  ];
  const page = rows.slice(0, limit);
  const lastEntry = rows.length > limit ? page.at(-1) : undefined;
  const types = await getCachedProductTypes(db);
  return {
    offers: page.map(({ row }) => buildOfferView(row, { origin: filters.origin, types, language })),
    next_cursor: lastEntry
      ? encodeCursor({
          phase: lastEntry.phase,
          key: lastEntry.row.key,
          id: lastEntry.row.id,
          firstPageAt: (firstPageAt ?? now).getTime(),
        })
      : null,
  };
}
