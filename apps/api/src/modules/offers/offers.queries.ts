import { type SelectQueryBuilder, sql } from 'kysely';
import { createBatchLoader } from '../../platform/db/batch-loader.ts';
import type { Db } from '../../platform/db/database.ts';
import { precompileQuery } from '../../platform/db/precompiled-query.ts';
import { preparedStatementHint } from '../../platform/db/prepared-statements.ts';
import { formatEarthCube } from './distance.rules.ts';
import type { OfferFilters, Position } from './offer-filters.ts';

/**
 * What a word finds, as parts of a tsquery: all words of packs that begin with it; for a word that begins none of
 * them, those that are spelt much like it.
 */
export async function listMatchingTerms(db: Db, word: string): Promise<string[]> {
  const words = db.selectFrom('search_words').select('word');
  if (await words.where('word', 'like', `${word}%`).limit(1).executeTakeFirst()) return [`${word}:*`];
  const similarRows = await words
    .where(sql<boolean>`word % ${word}`)
    .orderBy(sql`similarity(word, ${word})`, 'desc')
    .limit(40)
    .execute();
  return similarRows.map((row) => row.word);
}

/** `here` is a position as the index holds them: calculated once, not by the database at every row. */
export const selectDistance = (originCube: string | null) =>
  originCube === null ? sql<number>`0::float8` : sql<number>`p.earth <-> ${originCube}::cube`;

/** Packs with the one slot of each that is on sale: the next whose window has not ended. */
export const selectOnSale = (db: Db, now: Date) =>
  db
    .selectFrom('products as p')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('pickup_slots')
          .select(['id', 'starts_at', 'ends_at', 'left'])
          .whereRef('product_id', '=', 'p.id')
          .where('ends_at', '>', now)
          .where(sql<boolean>`not closed`)
          .orderBy('ends_at')
          .limit(sql.lit(1))
          .as('slot'),
      (join) => join.onTrue(),
    )
    .where('p.state', '=', sql.lit('active'));

type OnSaleQuery =
  ReturnType<typeof selectOnSale> extends SelectQueryBuilder<infer DB, infer TB, infer O>
    ? [DB, TB, O]
    : never;
type OnSaleBuilder = SelectQueryBuilder<OnSaleQuery[0], OnSaleQuery[1], OnSaleQuery[2]>;

export const applyFilters = (
  query: OnSaleBuilder,
  { origin, radius, typeId, diet, favouritesOnly, search, day, sellerId, userId }: OfferFilters,
  now: Date,
) =>
  query
    .$if(typeId !== null, (q) => q.where(sql<boolean>`p.type_ids @> array[${typeId}::int]`))
    .$if(diet !== null, (q) => q.where(sql<boolean>`p.diet @> array[${diet}::text]`))
    .$if(search !== null, (q) => q.where(sql<boolean>`p.search @@ ${search}::tsquery`))
    .$if(day !== null, (q) =>
      q.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('sale_places as place')
            .select('place.id')
            .whereRef('place.id', '=', 'p.sale_place_id')
            .where(sql<boolean>`(slot.starts_at at time zone place.time_zone)::date
              = (${now}::timestamptz at time zone place.time_zone)::date + ${day === 'tomorrow' ? 1 : 0}::int`),
        ),
      ),
    )
    .$if(favouritesOnly, (q) =>
      q.where('p.id', 'in', (sub) =>
        sub.selectFrom('favourites').select('product_id').where('user_id', '=', userId),
      ),
    )
    .$if(sellerId !== null, (q) =>
      q.where('p.sale_place_id', 'in', (sub) =>
        sub.selectFrom('sale_places').select('id').where('seller_id', '=', sellerId!),
      ),
    )
    .$if(radius !== null && origin !== null, (q) => {
      const originCube = sql`${formatEarthCube(origin!)}::cube`;
      return q
        .where(sql<boolean>`earth_box(${originCube}, ${radius}) @> p.earth`)
        .where(sql<boolean>`p.earth <-> ${originCube} <= gc_to_sec(${radius})`);
    });

const selectFavourites = precompileQuery((db, userIds: number[], productIds: number[]) =>
  db
    .selectFrom('favourites')
    .select(['user_id', 'product_id'])
    .where('user_id', '=', sql<number>`any(${userIds}::int[])`)
    .where('product_id', '=', sql<number>`any(${productIds}::int[])`)
    .modifyEnd(preparedStatementHint),
);

/** Which of these packs this person has a heart at. */
export const loadFavouriteIds = createBatchLoader(
  async (db, requests: readonly { userId: number; productIds: number[] }[]) => {
    const [requestedUserIds, requestedProductIds] = [
      requests.map(({ userId }) => userId),
      requests.flatMap(({ productIds }) => productIds),
    ];
    const favourites = await selectFavourites(
      db,
      [...new Set(requestedUserIds)],
      [...new Set(requestedProductIds)],
    );
    return requestedUserIds.map(
      (userId) =>
        new Set(
          favourites.filter(({ user_id }) => user_id === userId).map((favourite) => favourite.product_id),
        ),
    );
  },
);

/** One pack for its page, with its slot on sale, if any. Drafts only for their seller. */
export const findOffer = (db: Db, id: number, userId: number | null, origin: Position | null, now: Date) =>
  db
    .selectFrom('products as p')
    .innerJoin('sale_places as place', 'place.id', 'p.sale_place_id')
    .innerJoin('users as seller', 'seller.id', 'place.seller_id')
    .leftJoin('businesses as business', (join) =>
      join.onRef('business.user_id', '=', 'seller.id').on('seller.deleted_at', 'is', null),
    )
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('pickup_slots')
          .select(['id', 'starts_at', 'ends_at', 'left'])
          .whereRef('product_id', '=', 'p.id')
          .where('ends_at', '>', now)
          .where(sql<boolean>`not closed`)
          .orderBy('ends_at')
          .limit(1)
          .as('slot'),
      (join) => join.on('p.state', '=', 'active'),
    )
    .select(['p.id', 'p.sale_place_id', 'p.name', 'p.description', 'p.photos', 'p.state', 'p.type_ids'])
    .select(['p.price_cents', 'p.old_price_cents', 'p.rating_sum', 'p.rating_count', 'p.allergens', 'p.diet'])
    .select(['slot.id as slot_id', 'slot.left', 'slot.starts_at', 'slot.ends_at'])
    .select(['place.name as place_name', 'place.address', 'place.phone', 'place.latitude', 'place.longitude'])
    .select([
      'place.time_zone',
      'place.seller_id',
      'seller.name as seller_name',
      'seller.surname as seller_surname',
    ])
    .select(['business.legal_name', 'business.address as legal_address', 'business.country'])
    .select(selectDistance(origin && formatEarthCube(origin)).as('key'))
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('favourites')
            .select('product_id')
            .where('user_id', '=', userId ?? 0)
            .whereRef('product_id', '=', 'p.id'),
        )
        .as('is_favourite'),
    )
    .where('p.id', '=', id)
    .where('p.state', '!=', 'removed')
    .where((or) => or.or([or('p.state', '!=', 'draft'), or('place.seller_id', '=', userId ?? 0)]))
    .executeTakeFirst();

/** Sets a favourite, or turns it over; answers what it is now, undefined when there is no such pack. */
export async function setFavourite(
  db: Db,
  userId: number,
  productId: number,
  isFavourite: boolean | undefined,
  now: Date,
) {
  return db.transaction().execute(async (trx) => {
    const product = await trx
      .selectFrom('products')
      .select('id')
      .where('id', '=', productId)
      .where('state', 'not in', ['draft', 'removed'])
      .executeTakeFirst();
    if (!product) return undefined;
    if (isFavourite !== true) {
      const deletion = await trx
        .deleteFrom('favourites')
        .where('user_id', '=', userId)
        .where('product_id', '=', productId)
        .executeTakeFirst();
      if (isFavourite === false || deletion.numDeletedRows > 0n) return false;
    }
    await trx
      .insertInto('favourites')
      .values({ user_id: userId, product_id: productId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}
