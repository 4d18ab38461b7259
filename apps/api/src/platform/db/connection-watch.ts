import { Client, type ClientConfig } from 'pg';

/** The database does not answer, or a table is locked: callers may try again. */
export class DatabaseUnavailableError extends Error {
  /** PostgreSQL's connection_failure, as if it had said so. */
  readonly code = '08006';
}

const TICK_MS = 250;
/** A query that takes longer than this is reason to ask whether the database answers at all. */
const SUSPICIOUS_AFTER_MS = 2000;
const PROBE_TIMEOUT_MS = 3000;
/** While the database is down. */
const PROBE_INTERVAL_MS = 500;

/** A query that was sent, or waits for a connection. */
interface Pending {
  /** Ends it with an error, and its connection. */
  abort(error: Error): void;
  /** Null while it waits for a connection. */
  client: Client | null;
  /** Ticks of the watch; null: it may take any time while the database answers. */
  limit: number | null;
  since: number;
}

/** `processID` is in no type of pg: PostgreSQL's process for the connection. */
const getPid = (client: Client | null): number | null =>
  (client as unknown as { processID?: number | null } | null)?.processID ?? null;

/**
 * Watches the queries of a pool. A host that vanished, a NAT that forgot a connection or a frozen database closes no
 * connection, so nothing but time tells. What exceeds its limit is aborted with its connection. When a query takes
 * suspiciously long, a new connection asks the database. If it does not answer, all queries are aborted, and new ones are
 * refused at once until it does. If it answers, those that it knows nothing of are aborted: their connections are lost.
 */
export class ConnectionWatch {
  readonly #config: ClientConfig;
  readonly #onChange: (isAnswering: boolean) => void;
  readonly #onLoss: () => void;
  /** In the order of their beginning. */
  readonly #pending = new Set<Pending>();
  readonly #timer: NodeJS.Timeout;
  /**
   * Counted, not read from a clock: while the event loop is blocked or the process is stopped, answers wait in the socket,
   * and nothing has been late.
   */
  #ticks = 0;
  #isAnswering = true;
  #isProbing = false;
  #probedAt = 0;
  #isEnded = false;

  constructor(
    config: ClientConfig,
    {
      onChange = () => {},
      onLoss,
    }: {
      onChange?: ((isAnswering: boolean) => void) | undefined;
      /** A connection was lost: others may be too. */
      onLoss: () => void;
    },
  ) {
    this.#config = config;
    this.#onChange = onChange;
    this.#onLoss = onLoss;
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  assertAnswering(): void {
    if (!this.#isAnswering) throw new DatabaseUnavailableError('The database does not answer.');
  }

  /** Returns what `finish` is called with. */
  begin(abort: Pending['abort'], limitMs: number | null, client: Client | null = null): Pending {
    const limit = limitMs === null ? null : limitMs / TICK_MS;
    const pending = { abort, client, limit, since: this.#ticks };
    this.#pending.add(pending);
    return pending;
  }

  finish(pending: Pending): void {
    this.#pending.delete(pending);
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
  }

  #tick(): void {
    this.#ticks++;
    let isSuspicious = false;
    for (const pending of this.#pending) {
      const age = this.#ticks - pending.since;
      if (age < SUSPICIOUS_AFTER_MS / TICK_MS) break;
      isSuspicious = true;
      if (pending.limit !== null && age >= pending.limit)
        this.#abort(pending, 'Connection terminated: no answer in time.');
    }
    const wasProbedLately = this.#ticks - this.#probedAt < SUSPICIOUS_AFTER_MS / TICK_MS;
    if (isSuspicious && !this.#isProbing && !wasProbedLately) void this.#probe();
  }

  #abort(pending: Pending, message: string): void {
    this.#pending.delete(pending);
    this.#onLoss();
    pending.abort(new DatabaseUnavailableError(message));
  }

  async #probe(): Promise<void> {
    this.#isProbing = true;
    for (;;) {
      const suspects = [...this.#pending].filter(({ client }) => getPid(client) !== null);
      const answer = await this.#ask(suspects.map(({ client }) => getPid(client)!));
      if (this.#isEnded) return;
      this.#setAnswering(answer !== null);
      if (answer) {
        await this.#wait(TICK_MS);
        // Its answer had time to arrive.
        for (const pending of suspects)
          if (answer.idlePids.has(getPid(pending.client)!) && this.#pending.has(pending))
            this.#abort(pending, 'Connection terminated: it was lost.');
        break;
      }
      for (const pending of [...this.#pending]) this.#abort(pending, 'The database does not answer.');
      await this.#wait(PROBE_INTERVAL_MS);
      if (this.#isEnded) return;
    }
    this.#probedAt = this.#ticks;
    this.#isProbing = false;
  }

  #setAnswering(isAnswering: boolean): void {
    if (isAnswering === this.#isAnswering) return;
    this.#isAnswering = isAnswering;
    this.#onChange(isAnswering);
  }

  readonly #wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

  /**
   * Those of these processes of PostgreSQL that have nothing to do, or are gone; null without an answer. That it has no
   * connection free is an answer too.
   */
  #ask(pids: number[]): Promise<{ idlePids: Set<number> } | null> {
    const client = new Client(this.#config);
    client.on('error', () => {});
    const limit = this.#ticks + PROBE_TIMEOUT_MS / TICK_MS;
    return new Promise((resolve) => {
      const timer = setInterval(() => {
        if (this.#ticks >= limit || this.#isEnded) settle(null);
      }, TICK_MS).unref();
      const settle = (answer: { idlePids: Set<number> } | null) => {
        clearInterval(timer);
        // Without a goodbye, which would wait for the database.
        client.connection.stream.destroy();
        resolve(answer);
      };
      client
        .connect()
        .then(() => client.query<{ pid: number; idle: number[] }>(IDLE_PROCESSES_SQL, [pids]))
        .then(
          ({ rows: [row] }) =>
            // Behind a pooler connections have other processes than it says.
            settle({ idlePids: new Set(row!.pid === getPid(client) ? row!.idle : []) }),
          ({ code }: { code?: string }) =>
            settle(/^(?!57P)[0-9A-Z]{5}$/.test(code ?? '') ? { idlePids: new Set() } : null),
        );
    });
  }
}

const IDLE_PROCESSES_SQL = `
  SELECT pg_backend_pid() AS pid, ARRAY(
    SELECT asked FROM unnest($1::int[]) AS asked WHERE NOT EXISTS (
      SELECT FROM pg_stat_activity WHERE pid = asked AND state NOT LIKE 'idle%')) AS idle`;
