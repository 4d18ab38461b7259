import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import {
  createBatchLoader,
  precompileQuery,
} from '../../platform/performance/batched-and-compiled-queries.ts';
import { createTtlCache } from '../../platform/performance/caches.ts';
import { sharedReadHint } from '../../platform/performance/prepared-statements.ts';

const selectSearchWords = (db: Db) => db.selectFrom('search_words').select('word');

/** So many words of products are named in a query instead of their beginning. */
export const MAX_COMPLETIONS = 40;

/**
 * Not with `like`, which needs its pattern in the text of the query to use an index. A lateral join looks each beginning up in
 * it, whatever the planner expects of the others.
 */
const selectCompletions = precompileQuery((db, beginnings: readonly string[]) =>
  db
    .selectFrom(sql<{ beginning: string }>`unnest(${beginnings}::text[])`.as<'typed'>(sql`typed(beginning)`))
    .innerJoinLateral(
      selectSearchWords(db)
        .where('word', '>=', sql.ref<string>('typed.beginning'))
        // Words consist of lower-case letters and digits, which come before it.
        .where('word', '<', sql<string>`typed.beginning || '~'`)
        .orderBy('word')
        .limit(sql.lit(MAX_COMPLETIONS + 1))
        .as('completion'),
      (join) => join.onTrue(),
    )
    .select(['typed.beginning', 'completion.word'])
    .modifyEnd(sharedReadHint),
);

/** Words of products that begin so, one more than `MAX_COMPLETIONS` at most; in one query for concurrent requests. */
export const listCompletions = createBatchLoader(async (db, beginnings: readonly string[]) => {
  const rows = await selectCompletions(db, [...new Set(beginnings)]);
  const byBeginning = Map.groupBy(rows, ({ beginning }) => beginning);
  return beginnings.map((beginning) => byBeginning.get(beginning) ?? []);
});

export const listSimilarSearchWords = (db: Db, word: string, limit: number) =>
  selectSearchWords(db)
    .where(sql<boolean>`word % ${word}`)
    .orderBy(sql`similarity(word, ${word})`, 'desc')
    .limit(limit)
    .execute();

/** Share of all products, between 0 and 1, by term: words and synonym groups. */
export type TermShares = ReadonlyMap<string, number>;

/** By the planner: of the most frequent terms, and of how many products. */
export interface TermStatistics {
  shares: TermShares;
  productCount: number;
}

export const NO_STATISTICS: TermStatistics = { shares: new Map(), productCount: Number.POSITIVE_INFINITY };

/** No shares before the table is analysed for the first time. */
async function loadTermStatistics(db: Db): Promise<TermStatistics> {
  // The list of shares ends with three that belong to no term.
  const { rows } = await sql<{ term: string; share: number; product_count: number }>`
    select term, share, (select reltuples from pg_class where oid = 'products'::regclass)::int as product_count
    from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as terms (term, share)
    where schemaname = current_schema() and tablename = 'products' and attname = 'search' and term is not null`.execute(
    db,
  );
  return {
    shares: new Map(rows.map(({ term, share }) => [term, share])),
    productCount: rows[0]?.product_count ?? NO_STATISTICS.productCount,
  };
}

/** About how often the statistics change. */
const STATISTICS_TTL_MS = 600_000;

const statisticsCaches = new WeakMap<Db, ReturnType<typeof createTtlCache<TermStatistics>>>();

export const getTermStatistics = (db: Db): Promise<TermStatistics> =>
  statisticsCaches.getOrInsertComputed(db, () =>
    createTtlCache<TermStatistics>(STATISTICS_TTL_MS, 1, ({ shares }) => shares.size > 0),
  )('statistics', () => loadTermStatistics(db));
