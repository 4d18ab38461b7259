import { sql } from 'kysely';
import type { DbOrTrx, Trx } from '../../platform/db/database.ts';
import type { Town } from '../geo/index.ts';

export interface UnassignedSalePlace {
  id: number;
  latitude: number;
  longitude: number;
}

/** Sale places, by id, that are new or have moved since their town was worked out. */
export const listSalePlacesWithoutTown = async (
  db: DbOrTrx,
  { after, limit }: { after: number; limit: number },
): Promise<UnassignedSalePlace[]> =>
  (
    await sql<UnassignedSalePlace>`
      select place.id, place.latitude, place.longitude
      from sale_places place left join sale_place_towns town on town.sale_place_id = place.id
      where place.id > ${after}
        and (town.latitude, town.longitude) is distinct from (place.latitude, place.longitude)
      order by place.id limit ${limit}`.execute(db)
  ).rows;

export async function saveTown(trx: Trx, place: UnassignedSalePlace, town: Town | null): Promise<void> {
  if (town)
    await trx
      .insertInto('towns')
      .values({ key: town.key, name: JSON.stringify(town.name) })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet((eb) => ({ name: eb.ref('excluded.name') }))
          .where(sql<boolean>`towns.name is distinct from excluded.name`),
      )
      .execute();
  const position = {
    town_key: town?.key ?? null,
    latitude: place.latitude,
    longitude: place.longitude,
  };
  await trx
    .insertInto('sale_place_towns')
    .values({ sale_place_id: place.id, ...position })
    .onConflict((conflict) => conflict.column('sale_place_id').doUpdateSet(position))
    .execute();
}

/** Keys of all towns with a sale place now. */
export const listTownKeys = async (db: DbOrTrx): Promise<string[]> =>
  (
    await db
      .selectFrom('towns')
      .select('key')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('sale_place_towns')
            .select('sale_place_id')
            .whereRef('sale_place_towns.town_key', '=', 'towns.key'),
        ),
      )
      .orderBy('key')
      .execute()
  ).map(({ key }) => key);

export const findTown = (db: DbOrTrx, key: string) =>
  db.selectFrom('towns').select(['key', 'name']).where('key', '=', key).executeTakeFirst();

export const findTownOfSalePlace = (db: DbOrTrx, salePlaceId: number) =>
  db
    .selectFrom('sale_place_towns')
    .innerJoin('towns', 'towns.key', 'sale_place_towns.town_key')
    .select(['towns.key', 'towns.name'])
    .where('sale_place_towns.sale_place_id', '=', salePlaceId)
    .executeTakeFirst();

/** Finds removed sale places too. */
export const findSalePlaceName = async (db: DbOrTrx, id: number): Promise<string | undefined> =>
  (await db.selectFrom('sale_places').select('name').where('id', '=', id).executeTakeFirst())?.name;
