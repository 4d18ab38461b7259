import { sql } from 'kysely';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/support/test-databases.ts';
import { type Db, openDatabase } from './database.ts';
import { createDatabaseClock, type DatabaseClock, type MachineClocks } from './database-clock.ts';

const HOUR = 3_600_000;
/** The time of the database, and the clocks of a machine that began at some other time. */
const time = { databaseMs: Date.parse('2026-11-20T12:00:00Z'), wallMs: 0, steadyMs: 1_000_000 };
const clocks: MachineClocks = { wall: () => time.wallMs, steady: () => time.steadyMs };
const advance = (ms: number) => {
  time.databaseMs += ms;
  time.wallMs += ms;
  time.steadyMs += ms;
};

let db: Db;
let ownerDb: Db;
let clock: DatabaseClock;
let drop: () => Promise<void>;
const differences: number[] = [];

const setDatabaseTime = () =>
  sql`CREATE OR REPLACE FUNCTION database_time() RETURNS timestamptz LANGUAGE sql VOLATILE AS
    ${sql.lit(`SELECT '${new Date(time.databaseMs).toISOString()}'::timestamptz`)}`.execute(ownerDb);

async function startClock(wallDifferenceMs: number): Promise<void> {
  const database = await createTestDatabase(inject('serverUrl'));
  drop = database.drop;
  db = openDatabase(database.url, 2);
  ownerDb = openDatabase(database.ownerUrl, 1);
  time.wallMs = time.databaseMs + wallDifferenceMs;
  await setDatabaseTime();
  differences.length = 0;
  clock = await createDatabaseClock(db, (ms) => differences.push(ms), clocks);
}

afterEach(async () => {
  await clock.stop();
  await db.destroy();
  await ownerDb.destroy();
  await drop();
});

test('a machine that is an hour fast has the time of the database, and says so', async () => {
  await startClock(HOUR);
  expect(clock.now()).toEqual(new Date(time.databaseMs));
  expect(clock.getDifferenceMs()).toBe(HOUR);
  expect(clock.isRight()).toBe(false);
  advance(90_000);
  expect(clock.now()).toEqual(new Date(time.databaseMs));
});

test('a clock that is set while the process runs changes no time, and is noticed at once', async () => {
  await startClock(0);
  expect(clock.isRight()).toBe(true);
  await setDatabaseTime();
  time.wallMs -= 2 * HOUR;
  expect(clock.now()).toEqual(new Date(time.databaseMs));
  await vi.waitFor(() => expect(clock.getDifferenceMs()).toBe(-2 * HOUR), 60_000);
  expect(clock.isRight()).toBe(false);
  expect(clock.now()).toEqual(new Date(time.databaseMs));
});

test('after a pause of the machine, in which its steady clock stood still, the time is that of the database', async () => {
  await startClock(0);
  time.databaseMs += HOUR;
  time.wallMs += HOUR;
  await setDatabaseTime();
  clock.now();
  await vi.waitFor(() => expect(clock.now()).toEqual(new Date(time.databaseMs)), 60_000);
  expect(clock.isRight()).toBe(true);
});

test('a database that cannot be asked leaves the time as it goes on', async () => {
  await startClock(0);
  await sql`DROP FUNCTION database_time()`.execute(ownerDb);
  advance(60_000);
  await expect(clock.measure()).rejects.toThrow('database_time');
  expect(clock.now()).toEqual(new Date(time.databaseMs));
});
