import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';

/**
 * At the end of a query on a hot path: `.modifyEnd(prepared)`. PostgreSQL then plans it once a connection instead of
 * at every call. Only for queries whose best plan does not hang on their values; what a partial index or a LIMIT needs
 * to be known by the planner has to stand in the text (`sql.lit`). A marked query must have few texts: PostgreSQL keeps
 * the plan of each on every connection, so what a caller may vary is a parameter, or leaves the query unmarked.
 */
export const preparedStatementHint = sql`/* prepared */`;

/** Of a process, and so on each of its connections. More than all marked queries have texts. */
export const MAX_PREPARED_STATEMENTS = 100;

const statementNames = new Map<string, string>();

/** Undefined once there are as many as may be: what comes later is planned at every call, as any other query. */
function getStatementName(text: string): string | undefined {
  let name = statementNames.get(text);
  if (!name && statementNames.size < MAX_PREPARED_STATEMENTS) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    statementNames.set(text, name);
  }
  return name;
}

/** A connection that sends marked queries as prepared statements. */
export class PreparingClient extends Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own signature has a dozen forms; only one is changed
  override query(...args: any[]): any {
    const [text, values] = args;
    const isMarked = typeof text === 'string' && text.endsWith('/* prepared */');
    const query = super.query as (...args: unknown[]) => unknown;
    return isMarked
      ? query.call(this, { name: getStatementName(text), text, values })
      : query.apply(this, args);
  }
}
