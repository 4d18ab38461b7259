import { type Language, NEARBY_METRES, type Position } from '@wopack/domain';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { formatEarthCube } from '../geometry.rules.ts';
import { hasText, type SearchQuery } from '../offers.queries.ts';

/** How many products with the words anywhere, such as in the description, are looked at. */
const MAX_CANDIDATES = 1000;
const MAX_ROWS = 150;

/** Names of the nearest products that have words in their name, or in that of their sale place or its address. */
export const listNamesNearby = (
  db: Db,
  { namesQuery, ...search }: Pick<SearchQuery, 'query' | 'isRare'> & { namesQuery: string },
  origin: Position,
  language: Language,
) => {
  const originCube = sql`${formatEarthCube(origin)}::cube`;
  const nearest = db
    .selectFrom('products as p')
    .select(['p.id', 'p.sale_place_id', 'p.name', 'p.search'])
    .select(sql<number>`p.earth <-> ${originCube}`.as('key'))
    .where('p.state', '=', sql.lit('active'))
    .where(sql<boolean>`earth_box(${originCube}, ${sql.lit(NEARBY_METRES)}) @> p.earth`)
    .where(hasText(search))
    .orderBy('key')
    .limit(sql.lit(MAX_CANDIDATES));
  return (
    db
      .selectFrom(nearest.as('nearest'))
      .innerJoin('sale_places as place', 'place.id', 'nearest.sale_place_id')
      .leftJoin('product_texts as text', (join) =>
        join.onRef('text.product_id', '=', 'nearest.id').on('text.language', '=', language),
      )
      .select(['nearest.name', 'text.name as translated_name', 'place.name as place'])
      // Weights are not in the index: with them, all products would be read where none has the words there.
      .where(sql<boolean>`nearest.search @@ ${namesQuery}::tsquery`)
      .orderBy('nearest.key')
      .orderBy('nearest.id')
      .limit(sql.lit(MAX_ROWS))
      .execute()
  );
};
