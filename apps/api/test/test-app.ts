import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient } from '@wopack/contract/client';
import type { Language } from '@wopack/rules';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, inject } from 'vitest';
import { buildApp, startWork } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { chooseProvider, type PaymentProvider } from '../src/modules/payments/index.ts';
import { chooseStorage } from '../src/platform/choose-storage.ts';
import type { Context } from '../src/platform/context.ts';
import { type Db, openDatabase } from '../src/platform/db/database.ts';
import { readFrom } from '../src/platform/db/replicas.ts';
import { listenToDatabase } from '../src/platform/live-events.ts';
import type { Mail, Mailer } from '../src/platform/mail.ts';
import type { Push, PushMessage, Subscription } from '../src/platform/push.ts';
import { cloneTemplate } from './databases.ts';
import { type TestJobs, testJobs } from './test-jobs.ts';

/** A server of its own with a database of its own, a clock the test sets, and mail it can read. */
export interface TestApp {
  app: FastifyInstance;
  context: Context;
  db: Db;
  /** Of the database. */
  url: string;
  jobs: TestJobs;
  clock: { now(): Date; set(iso: string): void; advance(ms: number): void };
  mails: Mail[];
  pushes: { subscription: Subscription; message: PushMessage; ttl: number }[];
  /** May be bent by a test: `provider.retrieve = …`. */
  provider: PaymentProvider;
  /** A client with this token. */
  client(token?: string | null, language?: Language): Client;
}

/** A Friday noon in Lisbon: the shops are open, the evening is ahead. */
export const FRIDAY_NOON = '2026-11-20T12:00:00.000Z';

export const MINUTE = 60_000;

/** One for the test file that calls it. The app, not its jobs, may reach the database by another way. */
export function useTestApp({
  way = async (url: string) => url,
  database = () => cloneTemplate(inject('serverUrl')),
  env = async () => ({}),
  choose = chooseProvider,
}: {
  way?: (databaseUrl: string) => Promise<string>;
  /** By default one of its own on the server of all tests. */
  database?: () => Promise<{ url: string; drop: () => Promise<void> }>;
  /** What else its environment says. */
  env?: () => Promise<NodeJS.ProcessEnv>;
  choose?: typeof chooseProvider;
} = {}): TestApp {
  const test = {} as TestApp;
  let close = async () => {};

  beforeAll(async () => {
    const { url, drop } = await database();
    const dataDir = await mkdtemp(join(tmpdir(), 'wopack-api-'));
    const db = openDatabase(await way(url), 12);
    let now = new Date(FRIDAY_NOON);
    const clock = {
      now: () => now,
      set: (iso: string) => {
        now = new Date(iso);
      },
      advance: (ms: number) => {
        now = new Date(now.getTime() + ms);
      },
    };
    const jobs = await testJobs(db, url, clock);
    const mails: Mail[] = [];
    const config = readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      SEED_DEMO: '0',
      OVERLOADED_AFTER_MS: '0',
      ...(await env()),
    });
    const mailer: Mailer = { send: async (mail) => void mails.push(mail) };
    const pushes: TestApp['pushes'] = [];
    const push: Push = {
      publicKey: 'BNone',
      send: async (subscription, message, ttl) => {
        pushes.push({ subscription, message, ttl });
        return 'sent';
      },
    };
    const live = listenToDatabase(url);
    const storage = chooseStorage(config);
    const reads = readFrom(db, config.replicas);
    const context: Context = { config, db, reads, clock, jobs, mailer, storage, live, push };
    const provider = choose(config, db, clock);
    const gateways = { provider, paintDemo: null, webDir: null };
    const app = await buildApp(context, gateways);
    await startWork(context, gateways);
    await app.ready();
    const client = (token: string | null = null, language: Language = 'en') =>
      createClient({ host: '', token: () => token, language: () => language, fetch: fetchInto(app) });
    Object.assign(test, { app, context, db, url, jobs, clock, mails, pushes, provider, client });
    close = async () => {
      await app.close();
      await live.stop();
      await reads.stop();
      await jobs.stop();
      await db.destroy();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    };
  });
  afterAll(() => close());
  return test;
}

/** `fetch` without a socket. */
function fetchInto(app: FastifyInstance): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const request = new Request(new URL(String(input), 'http://wopack.test'), init);
    const response = await app.inject({
      method: request.method as 'GET' | 'POST',
      url: String(input),
      headers: Object.fromEntries(request.headers),
      payload: request.body ? Buffer.from(await request.arrayBuffer()) : undefined,
    });
    return new Response(response.rawPayload.length ? new Uint8Array(response.rawPayload) : null, {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
    });
  };
}
