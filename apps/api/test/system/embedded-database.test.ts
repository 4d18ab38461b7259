import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { hashSeed } from '../../src/modules/allocation/allocation.rules.ts';
import { type Db, openDatabase } from '../../src/platform/db/database.ts';
import { startEmbedded } from '../../src/platform/db/embedded.ts';
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { isProcessAlive, ServerProcess, waitUntil } from '../servers/server-process.ts';
import { createJpeg, EVENING_SCHEDULE, GOOD_CARD, SALE_PLACE_BODY } from '../support/builders.ts';
import { expectAllSettled, expectConsistentData } from '../support/consistency.ts';
import { runSql, TEST_SECRET_KEY } from '../support/test-databases.ts';

// The tests run in order on one DATA_DIR, because each start takes seconds.
let dataDir: string;
/** Where the server has the folder of its socket. */
let temporaryDir: string;
let server: ServerProcess;
let sellerToken: string;
let productId: number;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wopack-embedded-'));
  temporaryDir = await mkdtemp(join(tmpdir(), 'wopack-tmp-'));
  // PostgreSQL has a user of its own where the tests run as root.
  await chmod(temporaryDir, 0o711);
});
afterAll(async () => {
  await server?.waitForExit('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
  await rm(temporaryDir, { recursive: true, force: true });
});

const listSocketDirs = async () =>
  (await readdir(temporaryDir)).filter((name) => name.startsWith('wopack-socket-'));

const startServer = () => ServerProcess.start(dataDir, { TMPDIR: temporaryDir });

const registerUser = async (name: string, roles: { is_owner?: boolean } = {}) => {
  const { token } = await server.client()('register', {
    body: {
      name,
      email: `${name}@example.com`,
      password: 'sobras1',
      device_name: 'test',
      check_terms: true,
      ...roles,
    },
  });
  return token;
};

const killProcess = async (pid: number) => {
  process.kill(pid, 'SIGKILL');
  await waitUntil(async () => !(await isProcessAlive(pid)));
};

/** Kills both processes at once, like a power failure. */
async function killEverything(): Promise<void> {
  const { pid } = (await server.getPostgres())!;
  const exit = server.waitForExit('SIGKILL');
  await killProcess(pid);
  await exit;
}

test('a PostgreSQL that does not start leaves no folder of a socket', async () => {
  const brokenDir = await mkdtemp(join(tmpdir(), 'wopack-embedded-'));
  await mkdir(join(brokenDir, 'postgres'), { mode: 0o700 });
  // Taken for a cluster, which lacks everything else.
  await writeFile(join(brokenDir, 'postgres', 'PG_VERSION'), '0');
  vi.stubEnv('TMPDIR', temporaryDir);
  try {
    await expect(startEmbedded(brokenDir)).rejects.toThrow('The embedded PostgreSQL did not start.');
    expect(await listSocketDirs()).toEqual([]);
  } finally {
    vi.unstubAllEnvs();
    await rm(brokenDir, { recursive: true, force: true });
  }
});

test('the first start creates a database and prints a URL that responds', {
  timeout: 300_000,
}, async () => {
  server = await startServer();
  expect(server.url, server.output).toMatch(/^http:\/\/localhost:[1-9]\d+$/);
  expect(await (await fetch(`${server.url}/health`)).json()).toEqual({
    status: 'ok',
    version: packageJson.version,
  });
  expect((await server.client()('listProductTypes')).data).toHaveLength(7);

  sellerToken = await registerUser('rui', { is_owner: true });
  const seller = server.client(sellerToken);
  const { data: salePlace } = await seller('saveSalePlace', { body: SALE_PLACE_BODY });
  const { data: photo } = await seller('uploadProductPhoto', { file: await createJpeg(64, 36) });
  const { data: product } = await seller('saveProduct', {
    body: {
      id: 0,
      sale_place_id: salePlace.id,
      categories: [1],
      name: 'Cesto',
      description: 'Pão.',
      photo: [photo.path],
      price: 3.99,
    },
  });
  productId = product.id;
  // Open at any time, so that the test does not depend on the time of day.
  const allDaySchedule = Object.fromEntries(
    Object.keys(EVENING_SCHEDULE).map((day) => [day, { time_start: '00:01', time_end: '00:00' }]),
  );
  await seller('updateSchedule', { body: { product_id: productId, quantity: 3, schedule: allDaySchedule } });
});

test('the server is connected to PostgreSQL by a socket', async () => {
  const { rows } = await withDatabase((db) =>
    sql<{ isBySocket: boolean }>`SELECT client_port = -1 AS "isBySocket" FROM pg_stat_activity
      WHERE datname = 'wopack' AND pid <> pg_backend_pid()`.execute(db),
  );
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.filter(({ isBySocket }) => !isBySocket)).toEqual([]);
});

test('a second process on the same DATA_DIR exits with a message and changes nothing', {
  timeout: 300_000,
}, async () => {
  const secondServer = await startServer();
  expect(await secondServer.waitForExit()).toBe(1);
  expect(secondServer.output).toContain(
    `Another WoPack is running on ${dataDir}. Stop it first, or set another DATA_DIR.`,
  );
  expect(secondServer.output).not.toMatch(/\bat \S+ \(/);
  expect((await server.client(sellerToken)('getMe')).data.name).toBe('rui');
});

test('paid, then everything killed: the next start creates the order, once', {
  timeout: 300_000,
}, async () => {
  const token = await registerUser('marta');
  const payment = await server.client(token)('initiatePayment', {
    body: { amount: 3.99, currency: 'EUR', productId },
  });
  await server.client()('confirmSandboxPayment', {
    body: { client_secret: payment.client_secret, card: GOOD_CARD },
  });
  await killEverything();

  server = await startServer();
  const buyer = server.client(token);
  // Only reads: the provider's notice was stored with the payment.
  const [order] = await waitUntil(async () => {
    const { data } = await buyer('listOrders');
    return data.length > 0 && data;
  });
  expect(order).toMatchObject({
    state: 'paid',
    pin: expect.stringMatching(/^\d{4}$/),
    price: 3.99,
    card: '4242',
  });

  const secondCompletion = await buyer('completePayment', { body: { token: payment.token } });
  expect(secondCompletion.data.order.id).toBe(order!.id);
  expect((await buyer('listOrders')).data).toHaveLength(1);
  expect((await buyer('getOffer', { params: { id: productId } })).data.quantity).toBe(2);
  const db = openDatabase(await server.getDatabaseUrl(), 2);
  try {
    await expectAllSettled(db);
  } finally {
    await db.destroy();
  }
});

test('killed during a hold: the hold still exists after the restart', { timeout: 300_000 }, async () => {
  const token = await registerUser('eva');
  const hold = await server.client(token)('initiatePayment', {
    body: { amount: 3.99, currency: 'EUR', productId },
  });
  const remainingPostgres = (await server.getPostgres())!;
  await server.waitForExit('SIGKILL');

  // The orphaned PostgreSQL is stopped by the next start.
  server = await startServer();
  expect(await isProcessAlive(remainingPostgres.pid)).toBe(false);
  const buyer = server.client(token);
  expect((await buyer('listMyHolds')).data).toMatchObject([
    { token: hold.token, expires_at: hold.expires_at },
  ]);
  await server.client()('confirmSandboxPayment', {
    body: { client_secret: hold.client_secret, card: GOOD_CARD },
  });
  expect((await buyer('completePayment', { body: { token: hold.token } })).data.order.state).toBe('paid');
});

/** Runs a function with a connection to the database of the running server. */
async function withDatabase<T>(run: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase(await server.getDatabaseUrl(), 2);
  try {
    return await run(db);
  } finally {
    await db.destroy();
  }
}

const NUM_POWER_FAILURES = process.env.TEST_LONG ? 6 : 1;

test('everything is killed while a draw is drawn and while its wins are passed on: each unit has one owner', {
  timeout: 60_000 + NUM_POWER_FAILURES * 420_000,
}, async () => {
  const { data: mine } = await server.client(sellerToken)('getMyProduct', { params: { id: productId } });
  for (let failure = 1; failure <= NUM_POWER_FAILURES; failure++) {
    // Each start of the server has an address of its own.
    const { data: product } = await server.client(sellerToken)('saveProduct', {
      body: {
        id: 0,
        sale_place_id: mine.sale_place_id,
        categories: [1],
        name: 'Doces',
        description: 'Doces.',
        copy_of: productId,
        photo: mine.photos.map(({ path }) => path),
        price: 3.99,
      },
    });
    await server.client(sellerToken)('updateSchedule', {
      body: { product_id: product.id, quantity: 2, schedule: mine.schedule! },
    });
    const names = Array.from({ length: 4 }, (_, index) => `entrant${failure}x${index}`);
    const tokens = await Promise.all(names.map((name) => registerUser(name)));
    const drawId = await withDatabase((db) => openDraw(db, product.id));
    for (const token of tokens)
      await server.client(token)('enterDraw', {
        params: { id: drawId },
        body: { random: randomBytes(16).toString('hex') },
      });
    const listStates = () =>
      withDatabase((db) =>
        db
          .selectFrom('allocation_entries')
          .select('state')
          .where('draw_id', '=', drawId)
          .orderBy('rank')
          .execute(),
      ).then((entries) => entries.map(({ state }) => state));
    /** Kills everything, again at any moment of the start after it, in which the overdue work is done. */
    const failTwice = async (states: string[]) => {
      await killEverything();
      server = await startServer();
      await wait((failure * 450) % 2000);
      await killEverything();
      server = await startServer();
      expect(server.url, server.output).not.toBe('');
      // What a killed process had begun is given to the next after a minute without a heartbeat, by a supervision each minute.
      await waitUntil(async () => String(await listStates()) === String(states), 180);
      await withDatabase(expectConsistentData);
    };
    await withDatabase((db) =>
      db.updateTable('draws').set({ closes_at: new Date() }).where('id', '=', drawId).execute(),
    );
    await failTwice(['offered', 'offered', 'waiting', 'waiting']);
    await withDatabase((db) =>
      db
        .updateTable('payments')
        .set({ expires_at: new Date() })
        .where('product_id', '=', product.id)
        .where('state', '=', 'pending')
        .execute(),
    );
    await failTwice(['lapsed', 'lapsed', 'offered', 'offered']);
  }
});

/** Opens a draw of the slot on sale, and confirms the addresses of all users. */
async function openDraw(db: Db, id: number): Promise<number> {
  await db.updateTable('users').set({ email_verified_at: new Date() }).execute();
  const slots = await db
    .selectFrom('pickup_slots')
    .select(['id', 'ends_at'])
    .where('product_id', '=', id)
    .where('ends_at', '>', new Date())
    .orderBy('ends_at')
    .execute();
  // The window that is about to end is for anybody.
  const [slot] = slots.filter(({ ends_at }) => ends_at.getTime() > Date.now() + 45 * 60_000);
  for (const { id: slotId } of slots.slice(0, slots.indexOf(slot!)))
    await db.updateTable('pickup_slots').set({ closed: true }).where('id', '=', slotId).execute();
  await db.updateTable('pickup_slots').set({ allocation: 'draw' }).where('id', '=', slot!.id).execute();
  const seed = randomBytes(32);
  const { id: drawId } = await db
    .insertInto('draws')
    .values({
      slot_id: slot!.id,
      product_id: id,
      state: 'open',
      opened_at: new Date(Date.now() - 60_000),
      closes_at: new Date(Date.now() + 600_000),
      seed_hash: hashSeed(seed),
      sealed_seed: createSecrets(TEST_SECRET_KEY).encrypt('draw-seed', seed.toString('hex')),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return drawId;
}

test('SIGTERM shuts down the server and PostgreSQL, and the data is there at the next start', {
  timeout: 300_000,
}, async () => {
  const { pid } = (await server.getPostgres())!;
  // An open event stream must not prevent the shutdown.
  const liveResponse = await fetch(`${server.url}/api/v1/live?products=${productId}`, {
    headers: { authorization: `Bearer ${sellerToken}` },
  });
  expect(liveResponse.status).toBe(200);
  expect(await server.waitForExit('SIGTERM')).toBe(0);
  await liveResponse.text().catch(() => {});
  expect(await isProcessAlive(pid)).toBe(false);
  expect(await server.getPostgres()).toBeNull();
  expect(server.output).not.toMatch(/error/i);
  // Neither this shutdown nor the kills before it leave the folder of a socket.
  expect(await listSocketDirs()).toEqual([]);

  server = await startServer();
  expect((await server.client(sellerToken)('getSellerToday')).data.month_packs).toBe(2);
});

test('a lost role of the application, or its password, is made anew', {
  timeout: 300_000,
}, async () => {
  const formerDir = await mkdtemp(join(tmpdir(), 'wopack-embedded-'));
  const passwordFile = join(formerDir, 'postgres-app-password');
  const readRole = async (url: string) => {
    const db = openDatabase(url, 1);
    try {
      return (await sql<{ role: string }>`SELECT current_user AS role FROM product_types LIMIT 1`.execute(db))
        .rows;
    } finally {
      await db.destroy();
    }
  };
  let postgres = await startEmbedded(formerDir);
  try {
    await prepareDatabase({ url: postgres.ownerUrl, ownerUrl: null });
    await runSql(postgres.ownerUrl, 'DROP ROLE wopack_app');
    await postgres.stop();
    await rm(passwordFile);

    postgres = await startEmbedded(formerDir);
    expect(await prepareDatabase(postgres)).toEqual({ mayChangeSchema: false });
    expect(await readRole(postgres.url)).toEqual([{ role: 'wopack_app' }]);
    await postgres.stop();

    // A lost password is replaced.
    await rm(passwordFile);
    postgres = await startEmbedded(formerDir);
    expect(await readRole(postgres.url)).toEqual([{ role: 'wopack_app' }]);
  } finally {
    await postgres.stop();
    await rm(formerDir, { recursive: true, force: true });
  }
});
