import { Client, type ClientConfig } from 'pg';

/** The database does not answer, or a table is locked: callers may try again. */
export class DatabaseUnavailableError extends Error {
  /** PostgreSQL's connection_failure, as if it had said so. */
  readonly code = '08006';
}

const TICK_MS = 250;
/** A query that waits longer than this without a word is reason to ask whether the database answers at all. */
const SUSPICIOUS_AFTER_MS = 2000;
const PROBE_TIMEOUT_MS = 2000;
/** One may be late by itself: a new connection takes long where processors are busy. */
const SILENT_PROBES = 2;
/** While the database is down. */
const PROBE_INTERVAL_MS = 500;
/** What has no limit, as a migration or a job, outlasts a database that is silent for less. */
const PATIENT_TIMEOUT_MS = 30_000;

const toTicks = (ms: number) => ms / TICK_MS;

/** A query that was sent, or waits for a connection. */
interface Pending {
  /** Ends it with an error, and its connection. */
  abort(error: Error): void;
  /** Null while it waits for a connection. */
  client: Client | null;
  /** Ticks without an answer on its connection. */
  limit: number | null;
  /** It may take any time while the database answers. */
  isPatient: boolean;
  since: number;
}

/** What a probe learns: connections that PostgreSQL has nothing to do for, no answer in time (`silence`), or a fault of this machine (`unknown`). */
type ProbeAnswer = { idlePids: Set<number> } | 'silence' | 'unknown';

/** Those of a name that is not resolved, or of too many open files: they say nothing about the database. */
const LOCAL_FAULTS = /^(EAI_AGAIN|ENOTFOUND|EMFILE|ENFILE|ENOMEM|ENOBUFS|EADDRNOTAVAIL|EACCES|EPERM)$/;

/** `processID` is in no type of pg: PostgreSQL's process for the connection. */
const getPid = (client: Client | null): number | null =>
  (client as unknown as { processID?: number | null } | null)?.processID ?? null;

/**
 * Watches the queries of a pool. A host that vanished, a NAT that forgot a connection or a frozen database closes no
 * connection, so nothing but time tells. What waits longer than its limit, counted from the last answer on its connection,
 * is aborted with it. When nothing was answered for suspiciously long, a new connection asks the database. If it is silent
 * twice, and no query was answered meanwhile, all that have a limit are aborted, and new ones are refused at once until it
 * answers. If it answers, those that it knows nothing of are aborted: their connections are lost.
 */
export class ConnectionWatch {
  readonly #config: ClientConfig;
  readonly #onChange: (isAnswering: boolean) => void;
  readonly #onLoss: () => void;
  readonly #pending = new Set<Pending>();
  readonly #timer: NodeJS.Timeout;
  /**
   * Counted, not read from a clock: while the event loop is blocked or the process is stopped, answers wait in the socket,
   * and nothing has been late.
   */
  #ticks = 0;
  /** The tick of the last answer, of all connections and of each. */
  #answeredAt = 0;
  readonly #answeredAtBy = new WeakMap<Client, number>();
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
      /** Connections were lost, for whatever reason: others may be too. */
      onLoss: () => void;
    },
  ) {
    this.#config = config;
    this.#onChange = onChange;
    this.#onLoss = onLoss;
    this.#timer = setInterval(() => {
      this.#ticks++;
      // After the answers that arrived meanwhile were read.
      setImmediate(() => this.#check());
    }, TICK_MS).unref();
  }

  assertAnswering(): void {
    if (!this.#isAnswering) throw new DatabaseUnavailableError('The database does not answer.');
  }

  /** Returns what `finish` is called with. */
  begin(
    abort: Pending['abort'],
    {
      client = null,
      limitMs = null,
      isPatient = false,
    }: { client?: Client | null; limitMs?: number | null; isPatient?: boolean } = {},
  ): Pending {
    const limit = limitMs === null ? null : toTicks(limitMs);
    const pending = { abort, client, limit, isPatient, since: this.#ticks };
    this.#pending.add(pending);
    return pending;
  }

  finish(pending: Pending): void {
    this.#pending.delete(pending);
  }

  /** A sign of life. */
  answered(client: Client): void {
    this.#answeredAt = this.#ticks;
    this.#answeredAtBy.set(client, this.#ticks);
  }

  end(): void {
    this.#isEnded = true;
    clearInterval(this.#timer);
  }

  /** Ticks since it was sent, or since the query before it on its connection was answered. */
  readonly #getSilence = ({ client, since }: Pending) =>
    this.#ticks - Math.max(since, (client && this.#answeredAtBy.get(client)) ?? 0);

  readonly #isSuspicious = (pending: Pending) => this.#getSilence(pending) >= toTicks(SUSPICIOUS_AFTER_MS);

  #check(): void {
    const suspicious = [...this.#pending].filter(this.#isSuspicious);
    for (const pending of suspicious)
      if (pending.limit !== null && this.#getSilence(pending) >= pending.limit)
        this.#abort(pending, 'Connection terminated: no answer in time.');
    const wasProbedLately = this.#ticks - this.#probedAt < toTicks(SUSPICIOUS_AFTER_MS);
    if (suspicious.length > 0 && !this.#isProbing && !wasProbedLately) void this.#probe();
  }

  #abort(pending: Pending, message: string): void {
    this.#pending.delete(pending);
    pending.abort(new DatabaseUnavailableError(message));
  }

  /** Until it is known whether the database answers. */
  async #probe(): Promise<void> {
    this.#isProbing = true;
    const beganAt = this.#ticks;
    for (let silentProbes = 0; ; ) {
      const sentAt = this.#ticks;
      const suspects = [...this.#pending].filter(
        (pending) => getPid(pending.client) !== null && this.#isSuspicious(pending),
      );
      const answer = await this.#ask(suspects.map(({ client }) => getPid(client)!));
      if (this.#isEnded) return;
      if (answer === 'unknown' && this.#isAnswering) break;
      const isAlive = typeof answer === 'object' || this.#answeredAt > sentAt;
      if (isAlive) this.#setAnswering(true);
      if (typeof answer === 'object') await this.#abortLost(suspects, answer.idlePids);
      if (isAlive || this.#isEnded) break;
      silentProbes++;
      if (silentProbes < SILENT_PROBES) {
        await this.#waitFor(TICK_MS);
        continue;
      }
      this.#setAnswering(false);
      const isTimeOver = this.#ticks - beganAt >= toTicks(PATIENT_TIMEOUT_MS);
      for (const pending of [...this.#pending])
        if (isTimeOver || !pending.isPatient) this.#abort(pending, 'The database does not answer.');
      await this.#waitFor(PROBE_INTERVAL_MS);
      if (this.#isEnded) return;
    }
    this.#probedAt = this.#ticks;
    this.#isProbing = false;
  }

  async #abortLost(suspects: readonly Pending[], idlePids: ReadonlySet<number>): Promise<void> {
    // Their answers may be on the way.
    await this.#waitFor(2 * TICK_MS);
    const lost = suspects.filter(
      (pending) =>
        idlePids.has(getPid(pending.client)!) && this.#pending.has(pending) && this.#isSuspicious(pending),
    );
    if (lost.length > 0) this.#onLoss();
    for (const pending of lost) this.#abort(pending, 'Connection terminated: it was lost.');
  }

  #setAnswering(isAnswering: boolean): void {
    if (isAnswering === this.#isAnswering) return;
    this.#isAnswering = isAnswering;
    if (!isAnswering) this.#onLoss();
    this.#onChange(isAnswering);
  }

  /** By ticks, and until what arrived meanwhile was read. */
  readonly #waitFor = (ms: number) => {
    const until = this.#ticks + toTicks(ms);
    return new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (this.#ticks < until && !this.#isEnded) return;
        clearInterval(timer);
        setImmediate(resolve);
      }, TICK_MS).unref();
    });
  };

  async #ask(pids: number[]): Promise<ProbeAnswer> {
    const client = new Client(this.#config);
    client.on('error', () => {});
    const reply = (async (): Promise<ProbeAnswer> => {
      try {
        await client.connect();
        const { rows } = await client.query<{ pid: number; idle: number[] }>(IDLE_PROCESSES_SQL, [pids]);
        const { pid, idle } = rows[0]!;
        // Behind a pooler connections have other processes than it says.
        return { idlePids: new Set(pid === getPid(client) ? idle : []) };
      } catch (error) {
        const { code = '' } = error as { code?: string };
        if (LOCAL_FAULTS.test(code)) return 'unknown';
        // That PostgreSQL has no connection free is an answer too; that it is starting or stopping is none.
        return /^(?!57P)[0-9A-Z]{5}$/.test(code) ? { idlePids: new Set() } : 'silence';
      }
    })();
    const answer = await Promise.race([
      reply,
      this.#waitFor(PROBE_TIMEOUT_MS).then(() => 'silence' as const),
    ]);
    // Without a goodbye, which would wait for the database.
    client.connection.stream.destroy();
    return answer;
  }
}

const IDLE_PROCESSES_SQL = `
  SELECT pg_backend_pid() AS pid, ARRAY(
    SELECT asked FROM unnest($1::int[]) AS asked WHERE NOT EXISTS (
      SELECT FROM pg_stat_activity WHERE pid = asked AND state NOT LIKE 'idle%')) AS idle`;
