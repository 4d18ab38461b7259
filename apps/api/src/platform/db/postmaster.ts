import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * The PostgreSQL running on a cluster directory according to its postmaster.pid; null when there is none. A
 * file left by a killed server is removed: its pid may belong to another process by now, or to a zombie
 * where nothing reaps processes (as in many containers), and PostgreSQL would refuse to start.
 */
export async function findRunningPostmaster(
  clusterDir: string,
): Promise<{ pid: number; port: number } | null> {
  const file = join(clusterDir, 'postmaster.pid');
  const [pid, , , port] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  if (!pid) return null;
  if (await isPostgres(Number(pid))) return { pid: Number(pid), port: Number(port) };
  await rm(file, { force: true });
  return null;
}

/** Fast shutdown; resolves when the process is gone. */
export async function stopPostmaster(clusterDir: string, pid: number): Promise<void> {
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
