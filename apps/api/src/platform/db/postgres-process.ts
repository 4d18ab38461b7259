import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresInstallation } from './postgres-installation.ts';

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

const serverOptions = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=256MB',
  'max_connections=200',
  'random_page_cost=1.1',
  'jit=off',
  'log_min_messages=warning',
].flatMap((setting) => ['-c', setting]);

/**
 * Starts the server and resolves once it accepts connections; throws with the end of its error output if it
 * exits.
 */
export async function startPostgres(
  { bin, clusterDir, user }: PostgresInstallation,
  port: number,
): Promise<ChildProcess> {
  const child = spawn(join(bin, 'postgres'), ['-D', clusterDir, '-p', String(port), ...serverOptions], {
    ...user,
    cwd: '/',
    env: { ...process.env, LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
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
