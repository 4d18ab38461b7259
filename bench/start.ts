import { setTimeout as wait } from 'node:timers/promises';
import { median, readCpuMs, startServer } from './servers.ts';

const FIRST_SECONDS = 30;
const REST_SECONDS = 60;

/**
 * Processor time of a process on a database that is there already, from its start until it is ready, in its first half
 * minute and at rest, beside the server that has nothing but Fastify and a pool of connections.
 */
export async function benchStart(env: Record<string, string>, rounds: number): Promise<void> {
  const starts: Record<'wopack' | 'floor', number[]> = { wopack: [], floor: [] };
  const [firstShares, restShares]: [number[], number[]] = [[], []];
  const measureShare = async (pid: number, seconds: number) => {
    const before = await readCpuMs(pid);
    await wait(seconds * 1000);
    return ((await readCpuMs(pid)) - before) / (seconds * 10);
  };
  for (let round = 0; round < rounds; round++) {
    const floor = await startServer('bench/floor-server.ts', 3902, env, '/static');
    starts.floor.push(await readCpuMs(floor.pid));
    await floor.stop();
    const wopack = await startServer('apps/api/src/start.ts', 3902, env, '/ready');
    starts.wopack.push(await readCpuMs(wopack.pid));
    firstShares.push(await measureShare(wopack.pid, FIRST_SECONDS));
    restShares.push(await measureShare(wopack.pid, REST_SECONDS));
    await wopack.stop();
  }
  const [ms, floorMs] = [median(starts.wopack), median(starts.floor)];
  process.stdout.write(
    `start: ${ms} ms of processor time, ${(ms / floorMs).toFixed(1)} times the floor's ${floorMs} ms; ` +
      `then ${median(firstShares).toFixed(1)} % of a core for ${FIRST_SECONDS} s, ${median(restShares).toFixed(1)} % for ${REST_SECONDS} s (target 2)\n`,
  );
}
