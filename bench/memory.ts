import { readFile } from 'node:fs/promises';
import autocannon from 'autocannon';

const CONNECTIONS = 16;

/**
 * Runs the list under load for some minutes and prints the server's memory at the start, each minute and at the end.
 */
export async function benchMemory(
  { url, pid }: { url: string; pid: number },
  list: string,
  headers: Record<string, string>,
  minutes: number,
): Promise<void> {
  const startMb = await getResidentMegabytes(pid);
  process.stdout.write(`resident: ${startMb.toFixed(0)} MB at the start\n`);
  const samples: number[] = [];
  let servedCount = 0;
  for (let minute = 1; minute <= minutes; minute++) {
    const { requests, errors, non2xx } = await autocannon({
      url: url + list,
      headers,
      connections: CONNECTIONS,
      duration: 60,
    });
    servedCount += requests.total;
    const residentMb = await getResidentMegabytes(pid);
    samples.push(residentMb);
    process.stdout.write(
      `minute ${String(minute).padStart(2)}: ${residentMb.toFixed(0)} MB, ${requests.average.toFixed(0)} req/s, ${errors + non2xx} errors\n`,
    );
  }
  const endMb = samples.at(-1) ?? startMb;
  const firstHalf = samples.slice(0, Math.ceil(samples.length / 2));
  const growth = endMb - Math.max(...firstHalf);
  process.stdout.write(
    `${servedCount} lists in ${minutes} min: ${endMb.toFixed(0)} MB at the end (limit 300), highest ${(await getPeakMegabytes(pid)).toFixed(0)} MB, ` +
      `${growth > 0 ? '+' : ''}${growth.toFixed(0)} MB against the highest of the first half\n`,
  );
}

/** Peak resident memory of a process (VmHWM of /proc). */
export async function getPeakMegabytes(pid: number): Promise<number> {
  return readStatusMegabytes(pid, 'VmHWM');
}

/** Resident memory of a process (VmRSS of /proc). */
export async function getResidentMegabytes(pid: number): Promise<number> {
  return readStatusMegabytes(pid, 'VmRSS');
}

async function readStatusMegabytes(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
}
