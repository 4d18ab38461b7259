import { AppError } from '../../src/platform/http/app-error.ts';
import { serveWork } from '../../src/platform/work-process/serve-work.ts';

export const MAX_TEST_MEMORY_MB = 200;

const kept: Buffer[] = [];
let running = 0;

/** Tasks of a work process, well-behaved and not. */
const tasks = {
  /** Returns its process and how many tasks it runs at this moment. */
  async count({ text }: { text: string }) {
    running++;
    await new Promise((resolve) => setImmediate(resolve));
    const result = { text, running, pid: process.pid };
    running--;
    return result;
  },
  async readEnvironment(_input: null) {
    return process.env;
  },
  async refuse(_input: null): Promise<never> {
    throw new AppError('uploadRefused', { message: 'media.tooNarrow', values: { limit: 3 } });
  },
  async fail(_input: null): Promise<never> {
    throw new TypeError('a mistake');
  },
  async exit(_input: null): Promise<never> {
    process.exit(3);
  },
  /** Occupies the process without an end. */
  async loop(_input: null): Promise<never> {
    for (;;);
  },
  /** Never replies. */
  wait: (_input: null) => new Promise<never>(() => {}),
  /** Takes memory outside of the JavaScript heap without an end. */
  async takeMemory(_input: null): Promise<never> {
    for (;;) {
      kept.push(Buffer.alloc(1_000_000, 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
  /** Takes memory of the JavaScript heap without an end. */
  async takeHeap(_input: null): Promise<never> {
    const all: string[][] = [];
    for (;;) all.push(Array.from({ length: 10_000 }, (_, i) => `${i} ${all.length}`));
  },
};

export type TestTasks = typeof tasks;

serveWork(tasks, { maxMemoryMb: MAX_TEST_MEMORY_MB });
