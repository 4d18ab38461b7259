import type { Position } from '@wopack/domain';
import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/db/batches.ts';
import type { Db, DbOrTrx, Trx } from '../../../platform/db/database.ts';
import type { PersonalDataHandler } from '../../../platform/personal-data.ts';
import { formatEarthCube } from '../geometry.rules.ts';
import type { Food } from '../offer-filters.ts';

/** Whether the user may be told of `search`: once a day, a little less, because what is on sale comes at the same hours. */
export const isSearchDue = (now: Date) =>
  sql<boolean>`(search.notified_at is null or search.notified_at <= ${now}::timestamptz - interval '20 hours')`;

const selectSavedSearches = (db: DbOrTrx, userId: number) =>
  db
    .selectFrom('saved_searches')
    .select(['id', 'text', 'type_id', 'created_at', 'notified_at'])
    .select(['diets', 'avoided_allergens', 'has_unnamed'])
    .$narrowType<{ diets: Food['diets']; avoided_allergens: Food['freeOf'] }>()
    .select([sql<number>`latitude(earth)`.as('latitude'), sql<number>`longitude(earth)`.as('longitude')])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

export const listSavedSearches = (db: Db, userId: number) => selectSavedSearches(db, userId).execute();

interface NewSearch {
  userId: number;
  text: string;
  typeId: number | null;
  /** With diets and allergens. */
  query: string | null;
  food: Food;
  position: Position;
  now: Date;
}

/** Inserts a search or renews the same one, with the diets and allergens it has now; undefined when the user has `max` others. The user is locked. */
export async function saveSearch(
  trx: Trx,
  { userId, text, typeId, query, food, position, now }: NewSearch,
  max: number,
): Promise<number | undefined> {
  const earth = sql<unknown>`${formatEarthCube(position)}::cube`;
  const others = trx
    .selectFrom('saved_searches')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`(text, type_id) is distinct from (${text}::text, ${typeId}::int)`);
  const row = await trx
    .insertInto('saved_searches')
    .columns([
      'user_id',
      'text',
      'type_id',
      'query',
      'earth',
      'created_at',
      'diets',
      'avoided_allergens',
      'has_unnamed',
    ])
    .expression(
      trx
        .selectNoFrom([
          sql<number>`${userId}::int`.as('user_id'),
          sql<string>`${text}::text`.as('text'),
          sql<number | null>`${typeId}::int`.as('type_id'),
          sql<string | null>`${query}::tsquery`.as('query'),
          earth.as('earth'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
          sql<string[]>`${food.diets}::text[]`.as('diets'),
          sql<string[]>`${food.freeOf}::text[]`.as('avoided_allergens'),
          sql<boolean>`${food.hasUnnamed && food.freeOf.length > 0}::boolean`.as('has_unnamed'),
        ])
        .where(others, '<', max),
    )
    .onConflict((conflict) =>
      conflict.constraint('saved_searches_user_id_text_type_id_key').doUpdateSet((row) => ({
        query: row.ref('excluded.query'),
        earth: row.ref('excluded.earth'),
        created_at: row.ref('excluded.created_at'),
        diets: row.ref('excluded.diets'),
        avoided_allergens: row.ref('excluded.avoided_allergens'),
        has_unnamed: row.ref('excluded.has_unnamed'),
      })),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns whether the user had it. */
export const deleteSavedSearch = async (db: Db, userId: number, id: number): Promise<boolean> =>
  (
    await db
      .deleteFrom('saved_searches')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  ).numDeletedRows > 0n;

export const markSearchesNotified = (trx: Trx, ids: readonly number[], now: Date) =>
  trx
    .updateTable('saved_searches')
    .set({ notified_at: now })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute();

export const deleteOldSearches = (db: DbOrTrx, before: Date) =>
  deleteInBatches(db, 'saved_searches', { by: 'created_at', isDue: sql`created_at < ${before}` });

export const savedSearchPersonalData: PersonalDataHandler = {
  async export(db, { id: userId }) {
    const searches = await selectSavedSearches(db, userId).execute();
    return {
      saved_searches: searches.map(({ id: _, created_at, notified_at, ...search }) => ({
        ...search,
        created_at: created_at.toISOString(),
        notified_at: notified_at?.toISOString() ?? null,
      })),
    };
  },
  async unpublish(trx, { id: userId }) {
    await trx.deleteFrom('saved_searches').where('user_id', '=', userId).execute();
  },
};
