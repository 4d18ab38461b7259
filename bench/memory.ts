import autocannon from 'autocannon';
import { megabytes, peakMegabytes } from './megabytes.ts';

const CONNECTIONS = 16;

/** The list under load for minutes: what the server holds at the start, after each of them and at the end. */
export async function benchMemory(
  { url, pid }: { url: string; pid: number },
  list: string,
  headers: Record<string, string>,
  minutes: number,
): Promise<void> {
  const start = await megabytes(pid);
  process.stdout.write(`resident: ${start.toFixed(0)} MB at the start\n`);
  const seen: number[] = [];
  let served = 0;
  for (let minute = 1; minute <= minutes; minute++) {
    const { requests, errors, non2xx } = await autocannon({
      url: url + list,
      headers,
      connections: CONNECTIONS,
      duration: 60,
    });
    served += requests.total;
    const now = await megabytes(pid);
    seen.push(now);
    process.stdout.write(
      `minute ${String(minute).padStart(2)}: ${now.toFixed(0)} MB, ${requests.average.toFixed(0)} req/s, ${errors + non2xx} errors\n`,
    );
  }
  const end = seen.at(-1) ?? start;
  const half = seen.slice(0, Math.ceil(seen.length / 2));
  const grown = end - Math.max(...half);
  process.stdout.write(
    `${served} lists in ${minutes} min: ${end.toFixed(0)} MB at the end (limit 300), highest ${(await peakMegabytes(pid)).toFixed(0)} MB, ` +
      `${grown > 0 ? '+' : ''}${grown.toFixed(0)} MB against the highest of the first half\n`,
  );
}
