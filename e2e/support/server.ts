import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@playwright/test';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Queue } from '../../apps/api/src/platform/queues.ts';

const repositoryRoot = join(import.meta.dirname, '../..');

/** A server as `npm start` runs it, with its own data folder and port. */
export class Server {
  private process: ChildProcess | null = null;
  readonly url: string;
  readonly dataDir: string;
  private readonly port: number;
  private readonly env: Record<string, string>;

  constructor(dataDir: string, port: number, env: Record<string, string> = {}) {
    this.dataDir = dataDir;
    this.port = port;
    this.env = env;
    this.url = `http://localhost:${port}`;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [join(repositoryRoot, 'apps/api/src/start.ts')], {
      env: {
        ...process.env,
        DATA_DIR: this.dataDir,
        PORT: String(this.port),
        LOG_LEVEL: 'warn',
        // The browser may use all of the CPU: slow responses are no failure here.
        OVERLOADED_AFTER_MS: '0',
        TRUST_PAGE: '1',
        ...this.env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.process = child;
    for (;;) {
      if (child.exitCode !== null) throw new Error('the server ended');
      const isReady = await fetch(`${this.url}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) return;
      await wait(100);
    }
  }

  /** Because waiting for the disk takes long; not for a journey about a crash. It stays so after a restart. */
  async turnDurabilityOff(): Promise<void> {
    const client = new pg.Client(await this.getDatabaseUrl());
    await client.connect();
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await client.query(`ALTER SYSTEM SET ${setting} = off`);
    await client.query('SELECT pg_reload_conf()');
    await client.end();
  }

  /** Like a power failure: server and database at once. */
  async kill(): Promise<void> {
    const { pid } = await this.readPostmaster();
    process.kill(pid, 'SIGKILL');
    await this.stopWith('SIGKILL');
  }

  stop = (): Promise<void> => this.stopWith('SIGTERM');

  private async stopWith(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  async getDatabaseUrl(): Promise<string> {
    const password = await readFile(join(this.dataDir, 'postgres-password'), 'utf8');
    return `postgresql://postgres:${password}@127.0.0.1:${(await this.readPostmaster()).port}/wopack`;
  }

  private async readPostmaster(): Promise<{ pid: number; port: number }> {
    const [pid, , , port] = (await readFile(join(this.dataDir, 'postgres/postmaster.pid'), 'utf8')).split(
      '\n',
    );
    return { pid: Number(pid), port: Number(port) };
  }
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

export async function waitForMailedCode(email: string, url = process.env.E2E_URL): Promise<string> {
  const readCode = async () => {
    const outbox = await (await fetch(`${url}/dev/outbox`)).text();
    const mail = outbox.split('<article>').find((text) => text.includes(email));
    return /<pre>[^<]*?(\d{6})/.exec(mail ?? '')?.[1] ?? '';
  };
  await expect.poll(readCode).not.toBe('');
  return readCode();
}

/** The link to a page in the newest mail to an address. */
export async function waitForMailedLink(email: string, page: string): Promise<string> {
  const readLink = async () => {
    const outbox = await (await fetch(`${process.env.E2E_URL}/dev/outbox`)).text();
    const mail = outbox.split('<article>').find((text) => text.includes(email) && text.includes(`/${page}`));
    return new RegExp(`https?://[^\\s"<]*/${page}[^\\s"<]*`).exec(mail ?? '')?.[0] ?? '';
  };
  await expect.poll(readLink).not.toBe('');
  return readLink();
}

/** The database of the journeys' shared server. */
async function getDatabaseUrl(): Promise<string> {
  const dataDir = process.env.E2E_DATA_DIR!;
  const password = await readFile(join(dataDir, 'postgres-password'), 'utf8');
  const port = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
  return `postgresql://postgres:${password}@127.0.0.1:${port}/wopack`;
}

/** Rows of the journeys' shared database, or of another. */
export async function queryDatabase<T extends object>(
  sql: string,
  values: unknown[] = [],
  databaseUrl?: string,
): Promise<T[]> {
  const client = new pg.Client(databaseUrl ?? (await getDatabaseUrl()));
  await client.connect();
  const { rows } = await client.query<T>(sql, values);
  await client.end();
  return rows;
}

/** Enqueues jobs on the shared server. */
async function enqueue(queue: Queue, jobs: readonly object[]): Promise<void> {
  const connectionString = await getDatabaseUrl();
  const boss = new PgBoss({ connectionString, supervise: false, schedule: false, migrate: false });
  await boss.start();
  for (const data of jobs) await boss.send(queue, data);
  await boss.stop({ graceful: false });
}

/** Proposes lower values, as each morning. */
export const proposeValues = (): Promise<void> => enqueue('orders.propose-values', [{}]);

/** Ends the time of a user's holds; the job of each runs at once, as at its end. */
export async function expireHolds(email: string): Promise<void> {
  const holds = await queryDatabase<{ id: number }>(
    `UPDATE payments SET expires_at = now() - interval '1 minute'
     WHERE state = 'pending' AND user_id = (SELECT id FROM users WHERE email = $1) RETURNING id`,
    [email],
  );
  await enqueue(
    'checkout.expire-hold',
    holds.map(({ id: paymentId }) => ({ paymentId })),
  );
}

/** As if the four minutes of a user's requests to MB WAY had passed. */
export const endMbWayRequests = (email: string): Promise<unknown> =>
  queryDatabase(
    `UPDATE payments SET mb_way_requested_at = now() - interval '4 minutes'
     WHERE mb_way_requested_at IS NOT NULL AND user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );

/** As if the pickup of an order that was not collected had ended this long ago: an interval of PostgreSQL. */
export const endPickupBefore = (orderId: number, interval: string): Promise<unknown> =>
  queryDatabase(
    `UPDATE orders SET state = 'not_collected', pickup_start = now() - $2::interval - interval '1 hour',
       pickup_end = now() - $2::interval WHERE id = $1`,
    [orderId, interval],
  );

/** What the buyer's bank decides of the dispute of an order, as the provider's notice tells the server. */
export async function decideDispute(orderId: number, status: 'lost' | 'won'): Promise<void> {
  const disputes = await queryDatabase<{ ref: string }>(
    `UPDATE sandbox_disputes SET status = $2,
       withdrawn_cents = CASE $2 WHEN 'won' THEN 0 ELSE sandbox_disputes.withdrawn_cents END
     FROM orders JOIN payments ON payments.id = orders.payment_id
     WHERE orders.id = $1 AND intent_ref = payments.provider_ref RETURNING ref`,
    [orderId, status],
  );
  await enqueue('payments.record-dispute', disputes);
}

/** Opens the draws of slots that have just gone on sale, which otherwise happens within a minute. */
export const openDraws = (): Promise<void> => enqueue('allocation.sweep', [{}]);

/** Ends the time for entries of a draw; its job runs at once, as at its end. */
export async function closeDraw(drawId: number): Promise<void> {
  await queryDatabase(
    "UPDATE draws SET closes_at = greatest(now() - interval '1 minute', opened_at + interval '1 ms') WHERE id = $1",
    [drawId],
  );
  await enqueue('allocation.close-draw', [{ drawId }]);
}

/** As after the code of a mail. */
export const verifyEmail = (email: string): Promise<unknown> =>
  queryDatabase('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);

/** Makes an account a member of the business of a seller. */
export const addMember = (businessEmail: string, email: string, role: 'owner' | 'manager' | 'counter') =>
  queryDatabase<{ business_id: number }>(
    `INSERT INTO members (business_id, user_id, role, joined_at)
     SELECT founder.id, users.id, $3, now() FROM users founder, users
     WHERE founder.email = $1 AND users.email = $2 RETURNING business_id`,
    [businessEmail, email, role],
  );

/** Opens the pickup of an order, as if its window had come. */
export const openPickup = (orderId: number) =>
  queryDatabase(
    `WITH opened AS (
      UPDATE orders SET pickup_start = now() - interval '1 hour', pickup_end = now() + interval '1 hour'
      WHERE id = $1 RETURNING slot_id)
    UPDATE pickup_slots SET starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour'
    WHERE id = (SELECT slot_id FROM opened)`,
    [orderId],
  );
