import type { endpoints } from '@wopack/contract';
import type { Context } from '../../platform/context.ts';
import type { Call, PartiallyValidCall } from '../../platform/http/route.ts';
import { getCachedProductTypes } from '../products/index.ts';
import { decodeCursor, encodeCursor } from './cursor.rules.ts';
import { bboxError, readFilters } from './filters.ts';
import { listOffers } from './list.queries.ts';
import { offerView } from './offer-view.ts';

export const validateList = ({
  query: { bbox, cursor },
}: PartiallyValidCall<typeof endpoints.listOffers>) => ({
  bbox: bboxError(bbox),
  cursor: cursor && decodeCursor(cursor) === null && 'offers.cursor',
});

/** Packs on sale nearest first; when they run out, the sold out ones, nearest first. */
export async function readPage(
  { db }: Pick<Context, 'db'>,
  { query, actor, language }: Call<typeof endpoints.listOffers>,
  now: Date,
) {
  const after = query.cursor ? decodeCursor(query.cursor) : null;
  const filters = await readFilters(db, query, actor);
  if (!filters) return { offers: [], next_cursor: null };

  const since = after ? new Date(after.since) : null;
  const limit = query.limit ?? 20;
  // One row more than asked for tells whether there is another page.
  const wanted = limit + 1;
  const onSale =
    after?.phase === 1 ? [] : await listOffers(db, filters, { phase: 0, after, since, limit: wanted, now });
  const soldOut =
    onSale.length === wanted
      ? []
      : await listOffers(db, filters, {
          phase: 1,
          after: after?.phase === 1 ? after : null,
          since,
          limit: wanted - onSale.length,
          now,
        });
  const rows = [
    ...onSale.map((row) => ({ row, phase: 0 as const })),
    ...soldOut.map((row) => ({ row, phase: 1 as const })),
  ];
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const types = await getCachedProductTypes(db);
  return {
    offers: page.map(({ row }) => offerView(row, { origin: filters.origin, types, language })),
    next_cursor: last
      ? encodeCursor({
          phase: last.phase,
          key: last.row.key,
          id: last.row.id,
          since: (since ?? now).getTime(),
        })
      : null,
  };
}
