import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The PostgreSQL that runs on a cluster directory, from its postmaster.pid; null when none lives. */
export async function runningPostmaster(clusterDir: string): Promise<{ pid: number; port: number } | null> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, directory, , port] = text.split('\n');
  if (!pid || !directory || !isAlive(Number(pid))) return null;
  // After a restart of the machine the number may belong to anything: only a PostgreSQL counts, where that can be told.
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
  if (command !== null && !command.includes('postgres')) return null;
  return { pid: Number(pid), port: Number(port) };
}

/** Fast shutdown, then waits until the process is gone. */
export async function stopPostmaster(clusterDir: string, pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  for (let tries = 0; tries < 200; tries++) {
    if (!isAlive(pid)) return;
    await wait(50);
  }
  throw new Error(`PostgreSQL (process ${pid}) on ${clusterDir} does not stop.`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
