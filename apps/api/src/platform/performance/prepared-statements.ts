import { createHash } from 'node:crypto';
import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';

/** The end of the text of a marked query. */
export const PREPARED_STATEMENT_MARK = '/* prepared */';

/**
 * Marks a query on a hot path with `.modifyEnd(preparedStatementHint)`, so that PostgreSQL plans it once per connection
 * instead of at every call. Only for queries whose best plan does not depend on their values; values that a partial
 * index or a LIMIT needs at planning time must be in the text (`sql.lit`). A marked query must have few texts, because
 * every connection stores each of them: pass what varies as parameters, or leave the query unmarked.
 */
export const preparedStatementHint = sql.raw(PREPARED_STATEMENT_MARK);

/**
 * `any` of a list in a marked query. Through a sub-select, so that its length does not count in the plan: with the list
 * itself PostgreSQL expects a shorter list to be cheaper than its plan for any length, and plans at every call.
 */
export const anyOf = <T>(values: readonly T[], arrayType: 'int[]' | 'text[]' | 'bytea[]') =>
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

const isMarkedRead = (text: string) => text.startsWith('select ') && text.endsWith(PREPARED_STATEMENT_MARK);

/**
 * A pool of preparing clients for Kysely. Marked reads outside transactions share one connection beside those of the pool:
 * they are sent at once, one behind the other, and answered in this order (pg's pipeline mode). So PostgreSQL wakes one
 * process for all of them instead of one for each. They are short and wait for no lock, so none keeps the others waiting;
 * writes, and reads of unknown length, have connections of their own.
 */
export class PreparingPool implements PostgresPool {
  readonly #config: PoolConfig;
  readonly #pool: Pool;
  #sharedClient: Promise<Client> | null = null;
  #isEnded = false;

  constructor(config: PoolConfig) {
    this.#config = config;
    this.#pool = new Pool({ ...config, Client: PreparingClient });
    // The pool replaces lost connections and rejects their queries. Without error listeners, on the pool for
    // idle clients and on the clients in use, a lost connection would end the process.
    this.#pool.on('error', () => {});
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  get options(): object {
    return this.#pool.options;
  }

  /** The first query decides whether a connection of the pool is needed. */
  async connect(): Promise<PostgresPoolClient> {
    let client: Promise<PoolClient> | null = null;
    const query = async (text: string, values?: unknown[]) => {
      if (client === null && isMarkedRead(text)) return (await this.#shareClient()).query(text, values);
      client ??= this.#pool.connect();
      return (await client).query(text, values);
    };
    return {
      // Kysely passes a cursor instead of a text only where the dialect has one.
      query: query as unknown as PostgresPoolClient['query'],
      release: (isDiscarded) =>
        void client?.then(
          (connected) => connected.release(isDiscarded),
          () => {},
        ),
    };
  }

  /** Opened by the first read, and again by the next one after it was lost. */
  #shareClient(): Promise<Client> {
    if (this.#sharedClient) return this.#sharedClient;
    if (this.#isEnded) return Promise.reject(new Error('The pool has ended.'));
    const client = new PreparingClient({ ...this.#config, pipeline: true });
    const sharedClient = client.connect().then(() => client);
    const forget = () => {
      if (this.#sharedClient === sharedClient) this.#sharedClient = null;
    };
    client.on('error', forget).on('end', forget);
    sharedClient.catch(forget);
    this.#sharedClient = sharedClient;
    return sharedClient;
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    const sharedClient = await this.#sharedClient?.catch(() => null);
    await Promise.all([this.#pool.end(), sharedClient?.end()]);
  }
}
