import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import {
  createSocketDir,
  initCluster,
  type PostgresInstallation,
  preparePostgres,
  removeSocketDir,
  startPostgres,
  stopPostgres,
} from './postgres-server.ts';

export interface EmbeddedDatabase {
  /** Connects as the application's role: address by TCP and, as the parameter `host`, the folder of the Unix socket. */
  url: string;
  /** Connects as the role that owns everything. */
  ownerUrl: string;
  stop(): Promise<void>;
}

/** Only one server may use a DATA_DIR. The message tells the operator what to do. */
export class DataDirInUseError extends Error {}

const DATA_DIR_LOCK_KEY = 20261120;

/**
 * Starts the PostgreSQL under `dataDir`, creating it on the first start. A database server left behind by a
 * killed process is stopped first; one in use by a running WoPack is refused.
 */
export async function startEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true });
  const installation = await preparePostgres(dataDir);
  const passwords = await readPasswords(dataDir);
  const buildUrl = (port: number, name: string) => buildOwnerUrl(passwords, port, name);

  const runningServer = await findRunningPostmaster(installation.clusterDir);
  if (runningServer) {
    if (await isLocked(buildUrl(runningServer.port, 'postgres'))) {
      throw new DataDirInUseError(
        `Another WoPack is running on ${dataDir}. Stop it first, or set another DATA_DIR.`,
      );
    }
    await stopPostmaster(installation.clusterDir, runningServer.pid);
    await removeSocketDir(runningServer.socketDir);
  }
  if (!existsSync(join(installation.clusterDir, 'PG_VERSION')))
    await initCluster(installation, passwords.owner);
  const port = await findFreePort();
  const socketDir = await createSocketDir(installation);
  let server: ChildProcess | undefined;
  const stopServer = async () => {
    if (server) await stopPostgres(server);
    await removeSocketDir(socketDir);
  };
  try {
    server = await startWithRetry(installation, port, socketDir);
    const lockClient = await acquireDataDirLock(buildUrl(port, 'postgres'), dataDir, passwords);
    return {
      ...buildUrls(passwords, port, socketDir),
      stop: async () => {
        await lockClient.end().catch(() => {});
        await stopServer();
      },
    };
  } catch (error) {
    await stopServer();
    throw error;
  }
}

/**
 * Connects a command to the database of the WoPack running on `dataDir`, or starts the database for the
 * duration of the command.
 */
export async function connectEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true });
  const { clusterDir } = await preparePostgres(dataDir);
  const running = await findRunningPostmaster(clusterDir);
  if (running) {
    const passwords = await readPasswords(dataDir);
    if (await isLocked(buildOwnerUrl(passwords, running.port, 'postgres')))
      return { ...buildUrls(passwords, running.port, null), stop: async () => {} };
  }
  return startEmbedded(dataDir);
}

/** After a kill the children of the old server may hold its shared memory for a moment, longer on a busy machine. */
async function startWithRetry(
  installation: PostgresInstallation,
  port: number,
  socketDir: string | null,
): Promise<ChildProcess> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await startPostgres(installation, port, socketDir);
    } catch (error) {
      if (!String(error).includes('shared memory block') || attempts === 120) throw error;
      await wait(250);
    }
  }
}

const APP_ROLE = 'wopack_app';

interface Passwords {
  owner: string;
  app: string;
  /** The file was missing: the role, if it exists, has another password. */
  isAppNew: boolean;
}

async function readPasswords(dataDir: string): Promise<Passwords> {
  const appFile = join(dataDir, 'postgres-app-password');
  return {
    owner: await readOrCreatePassword(join(dataDir, 'postgres-password')),
    isAppNew: !existsSync(appFile),
    app: await readOrCreatePassword(appFile),
  };
}

const buildOwnerUrl = ({ owner }: Passwords, port: number, name: string): string =>
  `postgresql://postgres:${owner}@127.0.0.1:${port}/${name}`;

/** `host` is used instead of the address by TCP. */
function buildUrls(passwords: Passwords, port: number, socketDir: string | null) {
  const host = socketDir ? `?host=${encodeURIComponent(socketDir)}` : '';
  return {
    url: `postgresql://${APP_ROLE}:${passwords.app}@127.0.0.1:${port}/wopack${host}`,
    ownerUrl: buildOwnerUrl(passwords, port, 'wopack') + host,
  };
}

/**
 * Takes the advisory lock that marks `dataDir` as used and keeps its connection open; creates the database and the
 * application's role, whose password may have been lost.
 */
async function acquireDataDirLock(
  url: string,
  dataDir: string,
  { app, isAppNew }: Passwords,
): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS got', [DATA_DIR_LOCK_KEY]);
  if (!rows[0].got) throw new DataDirInUseError(`Another WoPack took ${dataDir} a moment ago.`);
  const existing = await client.query("SELECT 1 FROM pg_database WHERE datname = 'wopack'");
  if (existing.rowCount === 0) await client.query('CREATE DATABASE wopack');
  const role = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [APP_ROLE]);
  if (role.rowCount === 0 || isAppNew)
    await client.query(
      `${role.rowCount === 0 ? 'CREATE' : 'ALTER'} ROLE ${APP_ROLE} LOGIN PASSWORD ${pg.escapeLiteral(app)}`,
    );
  return client;
}

async function isLocked(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS free', [DATA_DIR_LOCK_KEY]);
    return !rows[0].free;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function readOrCreatePassword(file: string): Promise<string> {
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('hex');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * The PostgreSQL running on a cluster directory according to its postmaster.pid; null when there is none. A
 * file left by a killed server is removed: its pid may belong to another process by now, or to a zombie
 * where nothing reaps processes (as in many containers), and PostgreSQL would refuse to start.
 */
async function findRunningPostmaster(
  clusterDir: string,
): Promise<{ pid: number; port: number; socketDir: string | null } | null> {
  const file = join(clusterDir, 'postmaster.pid');
  const [pid, , , port, socketDir = null] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  if (!pid) return null;
  if (await isPostgres(Number(pid))) return { pid: Number(pid), port: Number(port), socketDir };
  await rm(file, { force: true });
  await removeSocketDir(socketDir);
  return null;
}

/** Fast shutdown; resolves when the process is gone. */
async function stopPostmaster(clusterDir: string, pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  for (let attempts = 0; attempts < 200; attempts++) {
    if (!(await isPostgres(pid))) return;
    await wait(50);
  }
  throw new Error(`PostgreSQL (process ${pid}) on ${clusterDir} does not stop.`);
}

/** Whether the process is alive and, where /proc exists, a PostgreSQL. A zombie has no command line. */
async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  return command === null || command.includes('postgres');
}
