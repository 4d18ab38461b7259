import { listRuledOut, NEARBY_METRES, restrictedDiets } from '@wopack/domain';
import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/db/batches.ts';
import type { Db, DbOrTrx, Trx } from '../../platform/db/database.ts';
import {
  createBatchLoader,
  precompileQuery,
} from '../../platform/performance/batched-and-compiled-queries.ts';
import { anyOf, sharedReadHint } from '../../platform/performance/prepared-statements.ts';
import type { PersonalDataHandler } from '../../platform/personal-data.ts';
import { settingsColumns } from '../notifications/index.ts';
import { isOnSale, selectSlotOnSale } from '../products/index.ts';
import { isSearchDue } from './saved-searches/saved-searches.queries.ts';

const selectFavourites = precompileQuery((db, userIds: number[], productIds: number[]) =>
  db
    .selectFrom('favourites')
    .select(['user_id', 'product_id'])
    .where('user_id', '=', anyOf(userIds, 'int[]'))
    .where('product_id', '=', anyOf(productIds, 'int[]'))
    .modifyEnd(sharedReadHint),
);

/** Ids of a user's favourites among products, in one query for concurrent requests. */
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

/** Sets a favourite, or toggles it if `isFavourite` is undefined. Returns the new value; undefined for no such product. */
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

/** Who follows packs of a sale place is to follow the first one of the place that takes over from it. */
export const copyFollowers = (
  trx: Trx,
  { fromPlaceId, toPlaceId }: { fromPlaceId: number; toPlaceId: number },
) =>
  trx
    .insertInto('place_followers')
    .columns(['sale_place_id', 'user_id', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('favourites')
        .innerJoin('products', 'products.id', 'favourites.product_id')
        .select(sql<number>`${toPlaceId}::int`.as('sale_place_id'))
        .select(['favourites.user_id', sql<Date>`min(favourites.created_at)`.as('created_at')])
        .where('products.sale_place_id', '=', fromPlaceId)
        .where('products.state', '<>', 'removed')
        .where('favourites.user_id', 'not in', (sellers) =>
          sellers.selectFrom('sale_places').select('seller_id').where('id', '=', toPlaceId),
        )
        .groupBy('favourites.user_id'),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Followers of a place that was handed over follow the first pack that is on sale there, and are to be told of it. */
export const adoptFollowers = (trx: Trx) =>
  trx
    .with('first_product', (cte) =>
      cte
        .selectFrom('products')
        .distinctOn('sale_place_id')
        .select(['id', 'sale_place_id'])
        .where('sale_place_id', 'in', (followers) =>
          followers.selectFrom('place_followers').select('sale_place_id'),
        )
        .where('state', '=', 'active')
        .orderBy('sale_place_id')
        .orderBy('id'),
    )
    .with('adopted', (cte) =>
      cte
        .deleteFrom('place_followers')
        .using('first_product')
        .whereRef('place_followers.sale_place_id', '=', 'first_product.sale_place_id')
        .returning([
          'place_followers.user_id',
          'first_product.id as product_id',
          'place_followers.created_at',
        ]),
    )
    .with('followed', (cte) =>
      cte
        .insertInto('favourites')
        .columns(['user_id', 'product_id', 'created_at'])
        .expression((eb) => eb.selectFrom('adopted').select(['user_id', 'product_id', 'created_at']))
        .onConflict((conflict) => conflict.doNothing())
        .returning('product_id'),
    )
    .insertInto('back_on_sale_checks')
    .columns(['product_id'])
    .expression((eb) => eb.selectFrom('followed').select('product_id').distinct())
    .onConflict((conflict) =>
      conflict.columns(['product_id', 'slot_id']).doUpdateSet({ is_first_sale: false }),
    )
    .execute();

interface BackOnSaleCheck {
  product_id: number;
  slot_id: number | null;
  is_first_sale: boolean;
}

/** Deletes due checks and returns them. One of a sold-out slot is not due before its window is over. */
export async function takeDueChecks(trx: Trx, now: Date, limit: number): Promise<BackOnSaleCheck[]> {
  const { rows } = await sql<BackOnSaleCheck>`
    DELETE FROM back_on_sale_checks WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM back_on_sale_checks WHERE NOT EXISTS (SELECT FROM pickup_slots
        WHERE id = back_on_sale_checks.slot_id AND units_left = 0 AND ends_at > ${now})
      LIMIT ${limit} FOR UPDATE SKIP LOCKED))
    RETURNING product_id, slot_id, is_first_sale`.execute(trx);
  return rows;
}

/** Whether product `p` is what the saved search `search` asks for. */
const isOfSearch = sql<boolean>`((search.type_id is null or p.type_ids @> array[search.type_id])
  and (search.query is null or p.search @@ search.query))`;

/**
 * Who follows product `p` of the check `due`: it is a favourite and back on sale, or matches what they searched for near it
 * and were not told of lately.
 */
const selectFollowers = (now: Date) => sql<{ user_id: number; saved_search_id: number | null }>`(
  select user_id, null::int as saved_search_id from favourites where product_id = p.id and not due.is_first_sale
  union all
  select user_id, id from saved_searches as search
  where search.earth <@ earth_box(p.earth, ${sql.lit(NEARBY_METRES)})
    and search.earth <-> p.earth <= gc_to_sec(${sql.lit(NEARBY_METRES)})
    and search.user_id <> p.seller_id
    and ${isSearchDue(now)}
    and ${isOfSearch})`;

/** Diets that product `p` suits; the same rule as `listSuitingDiets`. */
const withImpliedDiets = sql`(p.diet || case when 'vegan' = any(p.diet) then array['vegetarian'] else '{}'::text[] end)`;

/** Whether product `p` suits what a user keeps of diets and allergens, as lists decide it (`listFoodConditions`). */
export const suitsFoodOf = (table: string) => {
  const [diets, avoided] = [sql.ref(`${table}.diets`), sql.ref(`${table}.avoided_allergens`)];
  return sql<boolean>`(${withImpliedDiets} @> ${diets} and (${avoided} = '{}' or (not p.allergens && ${avoided}
    and (p.is_free_of_allergens or p.allergens <> '{}')))
    and ${sql.join(
      restrictedDiets.map(
        (diet) =>
          sql`not (${sql.lit(diet)} = any(${diets}) and p.allergens && array[${sql.join(listRuledOut(diet).map((name) => sql.lit(name)))}]::text[])`,
      ),
      sql` and `,
    )})`;
};

/** Units were added to a slot that is on sale: who follows it and was not told of it is to be told. */
export const addFollowerCheck = (trx: Trx, { productId, slotId }: { productId: number; slotId: number }) =>
  trx
    .insertInto('back_on_sale_checks')
    .values({ product_id: productId, slot_id: slotId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** How many would be told when units were added to slots that are on sale, by slot id. */
export async function countFollowersToNotify(
  db: DbOrTrx,
  slots: readonly { productId: number; slotId: number }[],
  now: Date,
): Promise<Map<number, number>> {
  if (slots.length === 0) return new Map();
  const checks = slots.map(({ productId, slotId }) => ({
    product_id: productId,
    slot_id: slotId,
    is_first_sale: false,
  }));
  const followers = await selectFollowersOfSlots(db, checks, now)
    .whereRef('slot.id', '=', 'due.slot_id')
    .execute();
  return new Map(
    [...Map.groupBy(followers, ({ slot_id }) => slot_id)].map(([slotId, rows]) => [slotId, rows.length]),
  );
}

/**
 * Followers of the products that checks put on sale: for the first time or again, the slot has units again and is the one on
 * sale, or it sold out and its window is over. Skips followers already notified of the slot or with an order of it.
 */
export const listFollowersToNotify = (db: DbOrTrx, checks: readonly BackOnSaleCheck[], now: Date) =>
  selectFollowersOfSlots(db, checks, now)
    // What came back for those who wait is not on sale.
    .where('slot.units_left', '>', 0)
    .where('slot.allocation', '<>', 'line')
    .where(
      sql<boolean>`(due.slot_id is null or (changed_slot.units_left > 0 and changed_slot.id = slot.id)
        or (changed_slot.units_left = 0 and changed_slot.ends_at <= ${now}))`,
    )
    .execute();

/** Whom a slot on sale of the products concerns, and who was not told of it. */
const selectFollowersOfSlots = (db: DbOrTrx, checks: readonly BackOnSaleCheck[], now: Date) =>
  db
    .selectFrom(
      sql<BackOnSaleCheck>`(SELECT product_id, slot_id, is_first_sale
        FROM unnest(${checks.map((check) => check.product_id)}::int[], ${checks.map((check) => check.slot_id)}::bigint[],
          ${checks.map((check) => check.is_first_sale)}::bool[]) AS due (product_id, slot_id, is_first_sale))`.as(
        'due',
      ),
    )
    .innerJoin('products as p', (join) =>
      join.onRef('p.id', '=', 'due.product_id').on('p.state', '=', 'active'),
    )
    .leftJoin('pickup_slots as changed_slot', 'changed_slot.id', 'due.slot_id')
    .innerJoinLateral(selectSlotOnSale(sql.ref('p.id'), now).as('slot'), (join) => join.onTrue())
    .innerJoinLateral(selectFollowers(now).as('follower'), (join) => join.onTrue())
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'follower.user_id').on('users.deleted_at', 'is', null),
    )
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.id as user_id', 'users.latitude', 'users.longitude'])
    .select((row) => row.ref('slot.id').$notNull().as('slot_id'))
    .select(['follower.saved_search_id', settingsColumns.quietFrom, settingsColumns.quietTo])
    // A favourite comes before a search.
    .distinctOn(['users.id', 'slot.id'])
    .orderBy('users.id')
    .orderBy('slot.id')
    .orderBy(sql`follower.saved_search_id nulls first`)
    .where(sql<boolean>`settings.channel is distinct from 'none'`)
    // Nobody is told of what they never want to see.
    .where(suitsFoodOf('users'))
    .where(sql<boolean>`not exists (select from back_on_sale_notifications as earlier
      where earlier.user_id = users.id and earlier.slot_id = slot.id)`)
    .where(sql<boolean>`not exists (select from orders
      where orders.slot_id = slot.id and orders.user_id = users.id)`);

export async function insertNotifications(
  trx: Trx,
  rows: { user_id: number; slot_id: number; saved_search_id: number | null; due_at: Date }[],
): Promise<void> {
  const column = <K extends keyof (typeof rows)[number]>(name: K) => rows.map((row) => row[name]);
  await sql`INSERT INTO back_on_sale_notifications (user_id, slot_id, saved_search_id, due_at)
    SELECT user_id, slot_id, saved_search_id, due_at
    FROM unnest(${column('user_id')}::int[], ${column('slot_id')}::bigint[], ${column('saved_search_id')}::int[],
      ${column('due_at')}::timestamptz[]) AS new_notifications (user_id, slot_id, saved_search_id, due_at)
    ON CONFLICT DO NOTHING`.execute(trx);
}

/**
 * Due notifications, with whether they still concern the user: the slot is on sale, not bought of since, and suits what they
 * eat and searched for, of which both sides may have changed it since. Locked, so that each worker takes its own batch.
 */
export const lockDueNotifications = (trx: Trx, now: Date, limit: number) =>
  trx
    .selectFrom('back_on_sale_notifications as notification')
    .innerJoin('users', 'users.id', 'notification.user_id')
    .innerJoin('pickup_slots as slot', 'slot.id', 'notification.slot_id')
    .innerJoin('products as p', 'p.id', 'slot.product_id')
    .innerJoin('sale_places as place', 'place.id', 'p.sale_place_id')
    .leftJoin('notification_settings as settings', 'settings.user_id', 'users.id')
    .leftJoin('favourites', (join) =>
      join.onRef('favourites.user_id', '=', 'users.id').onRef('favourites.product_id', '=', 'p.id'),
    )
    .leftJoin('saved_searches as search', 'search.id', 'notification.saved_search_id')
    .select(['search.id as search_id', 'search.text as search_text', 'search.type_id as search_type_id'])
    .select([
      'notification.user_id',
      'notification.slot_id',
      'users.email',
      'users.language',
      settingsColumns.channel,
    ])
    .select(sql<boolean>`users.email_verified_at is not null`.as('is_verified'))
    .leftJoin('product_texts as text', (join) =>
      join.onRef('text.product_id', '=', 'p.id').onRef('text.language', '=', 'users.language'),
    )
    .select(['p.id as product_id', 'place.name as place', 'place.address', 'place.time_zone'])
    .select(({ fn }) => fn.coalesce('text.name', 'p.name').as('name'))
    .select(['slot.starts_at', 'slot.ends_at'])
    .select(
      sql<boolean>`slot.units_left > 0 and slot.allocation <> 'line' and ${isOnSale(now, 'slot')} and p.state = 'active'
        and users.deleted_at is null and ${suitsFoodOf('users')}
        and not exists (select from orders where orders.slot_id = slot.id and orders.user_id = users.id)
        and (favourites.user_id is not null or (search.id is not null and ${isSearchDue(now)} and ${isOfSearch}))`.as(
        'is_current',
      ),
    )
    // Its seller said that there are more today, and it had not sold out before.
    .select(
      sql<boolean>`slot.taken_at is null and exists (select from stock_questions as question
        where question.slot_id = slot.id and question.answer > question.promised)`.as('has_more'),
    )
    .where('notification.notified_at', 'is', null)
    .where('notification.due_at', '<=', now)
    .orderBy('notification.due_at')
    .limit(limit)
    .forUpdate('notification')
    .skipLocked()
    .execute();

interface NotificationKey {
  user_id: number;
  slot_id: number;
}

const isOneOf = (keys: readonly NotificationKey[]) =>
  sql<boolean>`(user_id, slot_id) in (select user_id, slot_id from
    unnest(${keys.map((key) => key.user_id)}::int[], ${keys.map((key) => key.slot_id)}::bigint[])
    as keys (user_id, slot_id))`;

export const markNotified = (trx: Trx, keys: readonly NotificationKey[], now: Date) =>
  trx.updateTable('back_on_sale_notifications').set({ notified_at: now }).where(isOneOf(keys)).execute();

/** Deleted, so that the follower can be notified the next time the slot is back on sale. */
export const deleteNotifications = (trx: Trx, keys: readonly NotificationKey[]) =>
  trx.deleteFrom('back_on_sale_notifications').where(isOneOf(keys)).execute();

/**
 * Notifications that were due before. A follower is notified once of a slot, whose window is over `DAYS_AHEAD` days and
 * two later at the latest.
 */
export const deleteOldNotifications = (db: DbOrTrx, before: Date) =>
  deleteInBatches(db, 'back_on_sale_notifications', {
    by: 'due_at',
    isDue: sql`notified_at IS NOT NULL AND due_at < ${before}`,
  });

export const favouritePersonalData: PersonalDataHandler = {
  async export(db, { id: userId }) {
    const rows = await db
      .selectFrom('favourites')
      .innerJoin('products', 'products.id', 'favourites.product_id')
      .select(['products.id', 'products.name', 'favourites.created_at'])
      .where('favourites.user_id', '=', userId)
      .orderBy('favourites.created_at')
      .execute();
    return {
      favourites: rows.map(({ created_at, ...product }) => ({
        product,
        created_at: created_at.toISOString(),
      })),
    };
  },
  async unpublish(trx, { id: userId }) {
    await trx.deleteFrom('favourites').where('user_id', '=', userId).execute();
    await trx.deleteFrom('place_followers').where('user_id', '=', userId).execute();
    await trx.deleteFrom('back_on_sale_notifications').where('user_id', '=', userId).execute();
  },
};
