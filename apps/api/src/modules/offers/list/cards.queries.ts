import type { Language } from '@wopack/domain';
import { type Expression, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { precompileQuery } from '../../../platform/performance/batched-and-compiled-queries.ts';
import { createVersionCache } from '../../../platform/performance/caches.ts';
import { anyOf, preparedStatementHint } from '../../../platform/performance/prepared-statements.ts';
import { selectVersion } from '../offers.queries.ts';

/** Differs whenever anything differs that a card shows. */
export const formatCardVersion = (productVersion: Expression<string>) =>
  sql<string>`concat(${productVersion}, ' ', place.xmin, ' ', text.version)`;

/** The value once, because the order of the values in the text is that of a precompiled query. */
export const selectReader = (db: Db, language: Language) =>
  db.selectNoFrom(sql<Language>`${language}::text`.as('language'));

/** The text of the product `page` in the language of `reader`. No text is looked up for a product in that language. */
export const selectText = (db: Db) =>
  db
    .selectFrom('product_texts')
    .select([
      'name',
      'description',
      'language',
      'is_translated',
      selectVersion('product_texts').as('version'),
    ])
    .where('product_id', '=', sql.ref<number>('page.id'))
    .where('language', '=', sql.ref<Language>('reader.language'))
    .where(sql.ref('page.language'), '!=', sql.ref('reader.language'))
    // Keeps it a look-up by key for each row.
    .limit(sql.lit(1));

/** What a list shows of a product and its sale place, in the reader's language. */
const selectCards = precompileQuery((db, language: Language, ids: readonly number[]) =>
  db
    .selectFrom('products as page')
    .innerJoin('sale_places as place', 'place.id', 'page.sale_place_id')
    .innerJoin(selectReader(db, language).as('reader'), (join) => join.onTrue())
    .leftJoinLateral(selectText(db).as('text'), (join) => join.onTrue())
    .select(({ fn }) => [
      fn.coalesce('text.name', 'page.name').as('name'),
      fn.coalesce('text.description', 'page.description').as('description'),
      fn.coalesce('text.language', 'page.language').as('language'),
      sql<boolean>`text.is_translated is true`.as('is_translated'),
    ])
    .select(['page.id', 'page.photos', 'page.price_cents', 'page.old_price_cents', 'page.type_ids'])
    .select(['place.rating_sum', 'place.rating_count', 'place.id as place_id', 'place.name as place_name'])
    .select(['place.address', 'place.time_zone', formatCardVersion(selectVersion('page')).as('version')])
    .where('page.id', '=', anyOf(ids, 'int[]'))
    .modifyEnd(preparedStatementHint),
);

/** About 1.2 KB each. */
const MAX_CACHED_CARDS = 20_000;

/** By product. */
export const loadCards = createVersionCache(MAX_CACHED_CARDS, (db, ids, language: Language) =>
  selectCards(db, language, ids),
);
