import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  createGate,
  ServerProcess,
  startClockAt,
  startDatabaseTimeAt,
  waitUntil,
} from '../servers/server-process.ts';
import {
  createDraftProduct,
  createTestUser,
  EVENING_SCHEDULE,
  GOOD_CARD,
  SALE_PLACE_BODY,
  startPayment,
  type TestUser,
} from '../support/builders.ts';
import { expectAllSettled, expectConsistentData } from '../support/consistency.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../support/test-app.ts';

/**
 * Server processes close a draw, offer its units, charge a win, and pass lapsed ones on. Each is killed: one at a chosen
 * statement, the others once their step is done. Every life of a draw must end like one without a kill.
 */
const api = useTestApp();
const OPENED_AT = Date.parse(FRIDAY_NOON);
const UNITS = 2;
const PEOPLE = 4;
let dataDir = '';
let gate: Awaited<ReturnType<typeof createGate>>;
let server: ServerProcess | null = null;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-drawing-'));
  gate = await createGate(api.ownerDb, api.ownerUrl);
});
// One that a failed test has left would work for the next one, by another clock.
afterEach(async () => {
  await server?.waitForExit('SIGKILL');
  server = null;
});
afterAll(async () => {
  await gate.close();
  await rm(dataDir, { recursive: true, force: true });
});

const startServerAfter = async (minutes: number): Promise<ServerProcess> => {
  await startDatabaseTimeAt(api.ownerDb, OPENED_AT + minutes * MINUTE);
  server = await ServerProcess.start(dataDir, {
    DATABASE_URL: api.databaseUrl,
    ENABLE_SANDBOX: '1',
    ...startClockAt(OPENED_AT + minutes * MINUTE),
  });
  return server;
};

async function openDraw() {
  api.clock.set(FRIDAY_NOON);
  const seller = await createTestUser(api, { isSeller: true });
  const { data: salePlace } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
  const productId = await createDraftProduct(api, seller, salePlace.id);
  const params = { id: productId };
  await seller.call('updateAllocation', { params, body: { allocation: 'draw', entry_minutes: 60 } });
  await seller.call('updateSchedule', {
    body: { product_id: productId, quantity: UNITS, schedule: EVENING_SCHEDULE },
  });
  await api.jobs.runScheduled('allocation.sweep');
  const drawId = (await seller.call('getOffer', { params })).data.allocation!.draw!.id;
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, () => createTestUser(api, { isEmailVerified: true })),
  );
  for (const { call } of people)
    await call('enterDraw', {
      params: { id: drawId },
      body: { random: randomBytes(16).toString('hex') },
    });
  return { drawId, productId, people };
}

type OpenDraw = Awaited<ReturnType<typeof openDraw>>;

/** By rank, once it is drawn. */
const listEntries = ({ drawId }: OpenDraw) =>
  api.db
    .selectFrom('allocation_entries')
    .select(['state', 'user_id', 'rank'])
    .where('draw_id', '=', drawId)
    .orderBy('rank')
    .execute();
const listStates = async (draw: OpenDraw) => (await listEntries(draw)).map(({ state }) => state);

/** Who has this rank confirms the card; nobody completes the payment. */
async function authoriseCard(draw: OpenDraw, rank: number, number: string) {
  const entries = await listEntries(draw);
  const { user_id: id } = entries[rank - 1]!;
  const user = draw.people.find((person) => person.id === id) as TestUser;
  const { client_secret } = await startPayment(user, draw.productId);
  await user.call('confirmSandboxPayment', { body: { client_secret, card: { ...GOOD_CARD, number } } });
}

/** A server started some minutes after the opening must bring the entries, by rank, to these states. */
const STEPS: { minutes: number; prepare?: (draw: OpenDraw) => Promise<void>; states: string[] }[] = [
  { minutes: 61, states: ['offered', 'offered', 'waiting', 'waiting'] },
  {
    minutes: 65,
    prepare: (draw) => authoriseCard(draw, 1, '4242424242424242'),
    states: ['bought', 'offered', 'waiting', 'waiting'],
  },
  { minutes: 95, states: ['bought', 'lapsed', 'offered', 'waiting'] },
  { minutes: 109, states: ['bought', 'lapsed', 'lapsed', 'offered'] },
  {
    minutes: 112,
    prepare: (draw) => authoriseCard(draw, 4, '5555555555554444'),
    states: ['bought', 'lapsed', 'lapsed', 'bought'],
  },
];

const kills = [
  ['between the first and the second unit that are offered', 0, 'before insert on payments', 2],
  ['when a card is noted and not charged', 1, 'before update on sandbox_intents', 1],
  ['while an unpaid win is passed on', 2, 'before insert on payments', 1],
  ['while the list of entries is published', 0, 'before update on draws', 1],
  ['between the ranks', 0, 'before update on allocation_entries', 2],
  ['while the seed is published', 0, 'before update on draws', 2],
  ['while an offer is being committed', 0, 'after insert on payments deferred', 1],
  ['when a card is charged and there is no order', 1, 'before insert on orders', 1],
  ['while the unit of an unpaid win goes back', 2, 'before update on pickup_slots', 1],
  ['while a lapsed offer is being committed', 3, 'after update on payments deferred', 1],
] as const;
/** A hold that a killed process was working on is taken again after 50 seconds, by a job that runs every minute. */
const TAKEN_AGAIN_SECONDS = 150;
const NUM_KILLS = process.env.TEST_LONG ? kills.length : 1;

test.each(kills.slice(0, NUM_KILLS))('killed %s', { timeout: 300_000 }, async (_when, step, event, pass) => {
  const draw = await openDraw();
  for (const [index, { minutes, prepare, states }] of STEPS.entries()) {
    api.clock.set(new Date(OPENED_AT + (minutes - 1) * MINUTE).toISOString());
    await prepare?.(draw);
    if (index === step) {
      await gate.killAt(event, pass, () => startServerAfter(minutes));
      await expectConsistentData(api.db);
    }
    const running = await startServerAfter(minutes);
    await waitUntil(async () => String(await listStates(draw)) === String(states), TAKEN_AGAIN_SECONDS);
    await running.waitForExit('SIGKILL');
    await expectConsistentData(api.db);
  }
  await expectAllSettled(api.db);
  expect(await countNotices(draw)).toEqual([1, 1, 1, 1]);
});

/** How often everybody was told that a unit is theirs. */
async function countNotices({ people }: OpenDraw): Promise<number[]> {
  const { rows } = await sql<{ to: string }>`select data->>'to' as to from pgboss.job
    where name = 'notifications.send-mail'
    and (data->>'subject' like 'It is yours until%' or data->>'subject' like 'A pack for you until%')`.execute(
    api.db,
  );
  return people.map(({ email }) => rows.filter(({ to }) => to === email).length);
}
