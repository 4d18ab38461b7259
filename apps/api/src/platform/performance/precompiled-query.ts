import type { Compilable, CompiledQuery } from 'kysely';
import type { Db, DbOrTrx } from '../db/database.ts';

/**
 * Compiles a query on first use; later calls only bind values. For queries that every request makes. The
 * arguments must appear in the query in their order, each once, and must not change its text.
 */
export function precompileQuery<Args extends unknown[], Row>(
  build: (db: Db, ...args: Args) => Compilable<Row>,
): (db: DbOrTrx, ...args: Args) => Promise<Row[]> {
  let query: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    query ??= assertParameterOrder(build(db as Db, ...args).compile(), args);
    const { rows } = await db.executeQuery<Row>({ ...query, parameters: args });
    return rows;
  };
}

function assertParameterOrder<Row>(query: CompiledQuery<Row>, args: unknown[]): CompiledQuery<Row> {
  const isSameOrder =
    query.parameters.length === args.length && args.every((arg, i) => query.parameters[i] === arg);
  if (!isSameOrder)
    throw new Error(`The values of this query are not in the order of its text: ${query.sql}`);
  return query;
}
