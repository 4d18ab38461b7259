import { readFile } from 'node:fs/promises';

/** What a process has resident, as Linux tells it. */
export async function megabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
}
