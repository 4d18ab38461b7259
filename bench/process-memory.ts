import { readFile } from 'node:fs/promises';

/** The most that a process ever had resident, as Linux tells it. */
export async function getPeakMegabytes(pid: number): Promise<number> {
  return readStatusMegabytes(pid, 'VmHWM');
}

/** What a process has resident, as Linux tells it. */
export async function getResidentMegabytes(pid: number): Promise<number> {
  return readStatusMegabytes(pid, 'VmRSS');
}

async function readStatusMegabytes(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
}
