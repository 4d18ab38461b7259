import { sql } from 'kysely';
import type { Clock } from '../context.ts';
import type { Db } from './database.ts';

/** The clock of this machine is wrong by more than this: somebody should look. */
export const CLOCK_WARNING_MS = 2000;
/** Then the process neither serves nor works: certificates, signatures and log lines of such a clock mislead. */
export const CLOCK_LIMIT_MS = 10_000;
const MEASURE_INTERVAL_MS = 60_000;
/** The one that took the shortest counts. */
const SAMPLE_COUNT = 3;
/** A database that answers more slowly says too little about its time. */
const MAX_ROUND_TRIP_MS = 2000;
/** The machine was suspended, or its clock was set. */
const JUMP_MS = 1000;

/** The time of the database, which all processes share. */
export interface DatabaseClock extends Clock {
  /** How far the clock of this machine is ahead. */
  getDifferenceMs(): number;
  /** Whether the difference is within the limit. */
  isRight(): boolean;
  measure(): Promise<void>;
  stop(): Promise<void>;
}

/** The clocks of the machine, in milliseconds; tests have their own. */
export interface MachineClocks {
  /** Tells date and time. It may be wrong, and set at any time. */
  wall: () => number;
  /** Since some moment; never set. It may stand still while the machine is suspended. */
  steady: () => number;
}

const machineClocks: MachineClocks = { wall: Date.now, steady: () => performance.now() };

/**
 * Reads the database's time, and counts from there by the steady clock, so that the calendar of this machine decides
 * nothing: neither a process with a wrong clock nor one whose clock is set ends holds early or dates orders wrongly.
 * Measures now and each minute; the first measurement must succeed.
 */
export async function createDatabaseClock(
  db: Db,
  onChange: (differenceMs: number) => void = () => {},
  clocks = machineClocks,
): Promise<DatabaseClock> {
  let base: { databaseMs: number; steadyMs: number; wallMs: number } | null = null;
  let differenceMs = 0;
  let measurement: Promise<void> | null = null;

  async function takeSample() {
    const sentAt = clocks.steady();
    const { rows } = await sql<{ ms: string }>`
      SELECT extract(epoch FROM database_time()) * 1000 AS ms`.execute(db);
    const steadyMs = clocks.steady();
    const roundTripMs = steadyMs - sentAt;
    return {
      databaseMs: Number(rows[0]!.ms) + roundTripMs / 2,
      steadyMs,
      wallMs: clocks.wall(),
      roundTripMs,
    };
  }

  async function measureNow(): Promise<void> {
    const samples = [];
    for (let i = 0; i < SAMPLE_COUNT; i++) samples.push(await takeSample());
    const best = samples.reduce((a, b) => (b.roundTripMs < a.roundTripMs ? b : a));
    if (base && best.roundTripMs > MAX_ROUND_TRIP_MS) return;
    const expectedMs = base && base.databaseMs + best.steadyMs - base.steadyMs;
    // Within what the way takes both are right, and time does not step back.
    const isKept = expectedMs !== null && Math.abs(best.databaseMs - expectedMs) <= best.roundTripMs;
    base = { ...best, databaseMs: isKept ? expectedMs : best.databaseMs };
    differenceMs = best.wallMs - best.databaseMs;
    onChange(differenceMs);
  }

  /** At most one at a time. */
  const measure = (): Promise<void> => {
    measurement ??= measureNow().finally(() => {
      measurement = null;
    });
    return measurement;
  };
  const measureQuietly = () => void measure().catch(() => {});

  await measure();
  const timer = setInterval(measureQuietly, MEASURE_INTERVAL_MS).unref();
  return {
    now() {
      const { databaseMs, steadyMs, wallMs } = base!;
      const elapsedMs = clocks.steady() - steadyMs;
      if (Math.abs(clocks.wall() - wallMs - elapsedMs) > JUMP_MS) {
        // Known once; the answer sets a new base.
        base!.wallMs = clocks.wall() - elapsedMs;
        measureQuietly();
      }
      return new Date(databaseMs + elapsedMs);
    },
    getDifferenceMs: () => differenceMs,
    isRight: () => Math.abs(differenceMs) <= CLOCK_LIMIT_MS,
    measure,
    async stop() {
      clearInterval(timer);
      await measurement?.catch(() => {});
    },
  };
}
