import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';

/** The end of the text of a marked query. */
export const PREPARED_STATEMENT_MARK = '/* prepared */';

/**
 * Marks a query on a hot path with `.modifyEnd(preparedStatementHint)`, or `sharedReadHint`, so that PostgreSQL plans it
 * once per connection instead of at every call. Only for queries whose best plan does not depend on their values; values
 * that a partial index or a LIMIT needs at planning time must be in the text (`sql.lit`). A marked query must have few
 * texts, because every connection stores each of them: pass what varies as parameters, or leave the query unmarked.
 */
export const preparedStatementHint = sql.raw(PREPARED_STATEMENT_MARK);

export const SHARED_READ_MARK = `/* shared */ ${PREPARED_STATEMENT_MARK}`;

/**
 * Marks a prepared read that is also short and locks nothing: outside transactions it is sent on the connection that such
 * reads share.
 */
export const sharedReadHint = sql.raw(SHARED_READ_MARK);

/**
 * `any` of a list in a marked query. Through a sub-select, so that its length does not count in the plan: with the list
 * itself PostgreSQL expects a shorter list to be cheaper than its plan for any length, and plans at every call.
 */
export const anyOf = <T>(values: readonly T[], arrayType: 'int[]' | 'bigint[]' | 'text[]' | 'bytea[]') =>
  sql<T>`any(array(select unnest(${values}::${sql.raw(arrayType)})))`;

/** Per connection. More than the number of texts of all marked queries. */
export const MAX_PREPARED_STATEMENTS = 150;

/** A connection that sends marked queries as prepared statements. */
export class PreparingClient extends Client {
  readonly #statementNames = new Map<string, string>();

  /**
   * `any`, because an override has to be assignable to each of pg's overloads (text, config, submittable; promise
   * or callback), which no narrower signature is. Only the first form, text with values, is changed.
   */
  // biome-ignore lint/suspicious/noExplicitAny: see above
  override query(...args: any[]): any {
    const [text, values] = args;
    const isMarked = typeof text === 'string' && text.endsWith(PREPARED_STATEMENT_MARK);
    const query = super.query as (...args: unknown[]) => unknown;
    return isMarked
      ? query.call(this, { name: this.#getStatementName(text), text, values })
      : query.apply(this, args);
  }

  /** Undefined once the limit is reached: further texts are planned at every call, like unmarked queries. */
  #getStatementName(text: string): string | undefined {
    let name = this.#statementNames.get(text);
    if (!name && this.#statementNames.size < MAX_PREPARED_STATEMENTS) {
      name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
      this.#statementNames.set(text, name);
    }
    return name;
  }
}
