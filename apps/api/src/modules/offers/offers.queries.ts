import { type SelectQueryBuilder, sql } from 'kysely';
import { createBatchLoader } from '../../platform/db/batch-loader.ts';
import type { Db } from '../../platform/db/database.ts';
import { precompileQuery } from '../../platform/db/precompiled-query.ts';
import { preparedStatementHint } from '../../platform/db/prepared-statements.ts';
import { cubeText } from './distance.rules.ts';
import type { Filters, Position } from './offer-filters.ts';

/**
 * What a word finds, as parts of a tsquery: all words of packs that begin with it; for a word that begins none of
 * them, those that are spelt much like it.
 */
export async function neighbours(db: Db, word: string): Promise<string[]> {
  const words = db.selectFrom('search_words').select('word');
  if (await words.where('word', 'like', `${word}%`).limit(1).executeTakeFirst()) return [`${word}:*`];
  const near = await words
    .where(sql<boolean>`word % ${word}`)
    .orderBy(sql`similarity(word, ${word})`, 'desc')
    .limit(40)
    .execute();
  return near.map((row) => row.word);
}

/** `here` is a position as the index holds them: calculated once, not by the database at every row. */
export const distanceFrom = (here: string | null) =>
  here === null ? sql<number>`0::float8` : sql<number>`p.earth <-> ${here}::cube`;

/** Packs with the one slot of each that is on sale: the next whose window has not ended. */
export const onSale = (db: Db, now: Date) =>
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

type OnSale =
  ReturnType<typeof onSale> extends SelectQueryBuilder<infer DB, infer TB, infer O> ? [DB, TB, O] : never;
type Builder = SelectQueryBuilder<OnSale[0], OnSale[1], OnSale[2]>;

export const filtered = (
  query: Builder,
  { origin, radius, typeId, diet, favouritesOnly, search, day, sellerId, userId }: Filters,
  now: Date,
) =>
  query
    .$if(typeId !== null, (q) => q.where(sql<boolean>`p.category_ids @> array[${typeId}::int]`))
    .$if(diet !== null, (q) => q.where(sql<boolean>`p.diet @> array[${diet}::text]`))
    .$if(search !== null, (q) => q.where(sql<boolean>`p.search @@ ${search}::tsquery`))
    .$if(day !== null, (q) =>
      q.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('sale_places as z')
            .select('z.id')
            .whereRef('z.id', '=', 'p.sale_place_id')
            .where(sql<boolean>`(slot.starts_at at time zone z.time_zone)::date
              = (${now}::timestamptz at time zone z.time_zone)::date + ${day === 'tomorrow' ? 1 : 0}::int`),
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
        sub.selectFrom('sale_places').select('id').where('owner_id', '=', sellerId!),
      ),
    )
    .$if(radius !== null && origin !== null, (q) => {
      const here = sql`${cubeText(origin!)}::cube`;
      return q
        .where(sql<boolean>`earth_box(${here}, ${radius}) @> p.earth`)
        .where(sql<boolean>`p.earth <-> ${here} <= gc_to_sec(${radius})`);
    });

const heartsOf = precompileQuery((db, userIds: number[], productIds: number[]) =>
  db
    .selectFrom('favourites')
    .select(['user_id', 'product_id'])
    .where('user_id', '=', sql<number>`any(${userIds}::int[])`)
    .where('product_id', '=', sql<number>`any(${productIds}::int[])`)
    .modifyEnd(preparedStatementHint),
);

/** Which of these packs this person has a heart at. */
export const heartsAmong = createBatchLoader(
  async (db, asked: readonly { userId: number; productIds: number[] }[]) => {
    const [users, products] = [
      asked.map(({ userId }) => userId),
      asked.flatMap(({ productIds }) => productIds),
    ];
    const hearts = await heartsOf(db, [...new Set(users)], [...new Set(products)]);
    return users.map(
      (userId) =>
        new Set(hearts.filter(({ user_id }) => user_id === userId).map((heart) => heart.product_id)),
    );
  },
);

/** One pack for its page, with its slot on sale, if any. Drafts only for their owner. */
export const findOffer = (db: Db, id: number, userId: number | null, origin: Position | null, now: Date) =>
  db
    .selectFrom('products as p')
    .innerJoin('sale_places as place', 'place.id', 'p.sale_place_id')
    .innerJoin('users as owner', 'owner.id', 'place.owner_id')
    .leftJoin('businesses as business', (join) =>
      join.onRef('business.user_id', '=', 'owner.id').on('owner.deleted_at', 'is', null),
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
    .select(['p.id', 'p.sale_place_id', 'p.name', 'p.description', 'p.photos', 'p.state', 'p.category_ids'])
    .select(['p.price_cents', 'p.old_price_cents', 'p.rating_sum', 'p.rating_count', 'p.allergens', 'p.diet'])
    .select(['slot.id as slot_id', 'slot.left', 'slot.starts_at', 'slot.ends_at'])
    .select(['place.name as place_name', 'place.address', 'place.phone', 'place.latitude', 'place.longitude'])
    .select(['place.time_zone', 'place.owner_id', 'owner.name as owner_name', 'owner.sname as owner_sname'])
    .select(['business.legal_name', 'business.address as legal_address', 'business.country'])
    .select(distanceFrom(origin && cubeText(origin)).as('key'))
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
    .where((or) => or.or([or('p.state', '!=', 'draft'), or('place.owner_id', '=', userId ?? 0)]))
    .executeTakeFirst();

/** Sets a favourite, or turns it over; answers what it is now, undefined when there is no such pack. */
export async function setFavourite(
  db: Db,
  userId: number,
  productId: number,
  wanted: boolean | undefined,
  now: Date,
) {
  return db.transaction().execute(async (trx) => {
    const known = await trx
      .selectFrom('products')
      .select('id')
      .where('id', '=', productId)
      .where('state', 'not in', ['draft', 'removed'])
      .executeTakeFirst();
    if (!known) return undefined;
    if (wanted !== true) {
      const removed = await trx
        .deleteFrom('favourites')
        .where('user_id', '=', userId)
        .where('product_id', '=', productId)
        .executeTakeFirst();
      if (wanted === false || removed.numDeletedRows > 0n) return false;
    }
    await trx
      .insertInto('favourites')
      .values({ user_id: userId, product_id: productId, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return true;
  });
}
