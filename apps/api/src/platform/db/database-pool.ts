import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { type Client, DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryResult } from 'pg';
import { PreparingClient, SHARED_READ_MARK } from '../performance/prepared-statements.ts';
import { ConnectionWatch, DatabaseUnavailableError } from './connection-watch.ts';

/** Reads on the shared connection keep others waiting: none waits for a lock longer than this. */
const SHARED_LOCK_TIMEOUT_MS = 300;
/** They are short by rule. Counted from the answer before it: those that queue are not late. */
const SHARED_READ_LIMIT_MS = 3000;
/** Marked reads that wait for locked tables on connections of their own. */
const MAX_WAITING_READS = 4;
export const LOCK_NOT_AVAILABLE = '55P03';

interface ViewOptions {
  max: number;
  queryLimitMs: number | null;
  connectionTimeoutMillis?: number;
}

/**
 * Pools of preparing clients for Kysely. Reads with `sharedReadHint` outside transactions share one connection beside
 * those of the pool: they are sent at once, one behind the other, and answered in this order (pg's pipeline mode). So
 * PostgreSQL wakes one process for all of them instead of one for each. They are short, and none keeps the others
 * waiting: one whose table is locked is sent again on a connection of its own, as are those with its text until the lock
 * is gone. Everything else has a connection of its own.
 */
export class DatabasePool {
  readonly #config: PoolConfig;
  readonly #pools: Pool[] = [];
  readonly #watch: ConnectionWatch;
  #sharedClient: { client: Client; connected: Promise<Client> } | null = null;
  /** Texts of marked reads whose table was locked at the last try. */
  readonly #lockedTexts = new Set<string>();
  #waitingReadCount = 0;
  /** Raised with each lost connection; those opened before are replaced when their turn comes. */
  #trustedSince = 0;
  readonly #openedAt = new WeakMap<PoolClient, number>();
  #isEnded = false;

  /** `max` of the config is left to the views. */
  constructor(config: PoolConfig, onChange?: (isAnswering: boolean) => void) {
    this.#config = config;
    this.#watch = new ConnectionWatch(config, {
      onChange,
      onLoss: () => {
        this.#trustedSince++;
      },
    });
  }

  /**
   * For Kysely, with up to `max` connections of its own. A query that takes longer than the limit is aborted with its
   * connection; without one it may take any time while the database answers.
   */
  openView({ max, queryLimitMs, ...config }: ViewOptions): PostgresPool {
    const pool = new Pool({ ...this.#config, ...config, max, Client: PreparingClient });
    this.#pools.push(pool);
    // The pool replaces lost connections and rejects their queries. Without error listeners, on the pool for
    // idle clients and on the clients in use, a lost connection would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => {
      client.on('error', () => {});
      this.#openedAt.set(client, this.#trustedSince);
    });
    return {
      options: pool.options,
      connect: () => this.#connect(pool, queryLimitMs),
      end: () => this.#end(),
    };
  }

  /** The first query decides whether a connection of the pool is needed. */
  async #connect(pool: Pool, limitMs: number | null): Promise<PostgresPoolClient> {
    const isPatient = limitMs === null;
    let client: Promise<PoolClient> | null = null;
    const queryOwnConnection = async (text: string, values?: unknown[]) => {
      client ??= this.#takeClient(pool, isPatient);
      const ownClient = (await client) as unknown as Client;
      return this.#queryWatched(ownClient, { limitMs, isPatient }, () => ownClient.query(text, values));
    };
    const query = async (text: string, values?: unknown[]) => {
      if (client === null || !isPatient) this.#watch.assertAnswering();
      if (client !== null || !text.endsWith(SHARED_READ_MARK)) return queryOwnConnection(text, values);
      if (!this.#lockedTexts.has(text)) {
        try {
          return await this.#queryShared(text, values);
        } catch (error) {
          if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
          this.#lockedTexts.add(text);
        }
      }
      if (this.#waitingReadCount >= MAX_WAITING_READS)
        throw new DatabaseUnavailableError('A table is locked, and enough reads wait for it.');
      this.#waitingReadCount++;
      try {
        const result = await queryOwnConnection(text, values);
        this.#lockedTexts.delete(text);
        return result;
      } finally {
        this.#waitingReadCount--;
      }
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

  async #queryWatched(
    client: Client,
    options: { limitMs: number | null; isPatient?: boolean },
    query: () => Promise<QueryResult>,
  ): Promise<QueryResult> {
    const pending = this.#watch.begin((error) => client.connection.stream.destroy(error), {
      client,
      ...options,
    });
    try {
      const result = await query();
      this.#watch.answered(client);
      return result;
    } catch (error) {
      if (error instanceof DatabaseError) this.#watch.answered(client);
      throw error;
    } finally {
      this.#watch.finish(pending);
    }
  }

  /** Rejects as soon as the database is seen not to answer, not only when the pool gives up. */
  #takeClient(pool: Pool, isPatient: boolean): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      let isAborted = false;
      const abort = (error: Error) => {
        isAborted = true;
        reject(error);
      };
      const pending = this.#watch.begin(abort, { isPatient });
      void this.#takeTrustedClient(pool)
        .then(
          (client) => (isAborted ? client.release() : resolve(client)),
          (error) => reject(error),
        )
        .finally(() => this.#watch.finish(pending));
    });
  }

  async #takeTrustedClient(pool: Pool): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (this.#openedAt.get(client) === this.#trustedSince) return client;
      client.release(true);
    }
  }

  async #queryShared(text: string, values?: unknown[]) {
    const { client, connected } = this.#shareClient();
    return this.#queryWatched(client, { limitMs: SHARED_READ_LIMIT_MS }, async () =>
      (await connected).query(text, values),
    );
  }

  /** Opened by the first read, and again by the next one after it was lost. */
  #shareClient() {
    if (this.#sharedClient) return this.#sharedClient;
    if (this.#isEnded) throw new Error('The pool has ended.');
    const client = new PreparingClient({ ...this.#config, pipeline: true });
    const connected = client.connect().then(() => {
      this.#watch.answered(client);
      // Sent before the first read, which need not wait for the answer.
      client.query(`SET lock_timeout = ${SHARED_LOCK_TIMEOUT_MS}`).catch(() => {});
      // Each is planned once, also where PostgreSQL expects plans for single values to be better.
      client.query('SET plan_cache_mode = force_generic_plan').catch(() => {});
      return client;
    });
    const sharedClient = { client, connected };
    const forget = () => {
      if (this.#sharedClient === sharedClient) this.#sharedClient = null;
    };
    client.on('error', forget).on('end', forget);
    connected.catch(forget);
    this.#sharedClient = sharedClient;
    return sharedClient;
  }

  async #end(): Promise<void> {
    this.#isEnded = true;
    const sharedClient = await this.#sharedClient?.connected.catch(() => null);
    await Promise.all([...this.#pools.map((pool) => pool.end()), sharedClient?.end()]);
    this.#watch.end();
  }
}
