import { writeFile } from 'node:fs/promises';
import { AppError } from '../http/app-error.ts';
import type { WorkReply, WorkRequest, WorkResult, WorkTasks } from './work-process.ts';

/** Memory grows by at most about 30 MB in this time. */
const MEMORY_CHECK_MS = 10;

/**
 * The other end of `createWorkProcess`: runs tasks as they come, and ends the process as soon as all its memory, also
 * that of native libraries, exceeds the maximum. A task that does not let the event loop run is bounded by the heap
 * alone.
 */
export function serveWork(tasks: WorkTasks, { maxMemoryMb }: { maxMemoryMb: number }): void {
  // Where memory is limited for server and children together, Linux ends this process first.
  void writeFile('/proc/self/oom_score_adj', '1000').catch(() => {});
  // Ctrl+C reaches all processes of a terminal: the server finishes what it has begun.
  process.on('SIGINT', () => {});
  // Not `exit`, which waits for threads of native libraries.
  const end = () => process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', end);
  process.on('message', ({ id, task, input }: WorkRequest) => {
    const memoryCheck = setInterval(() => {
      if (process.memoryUsage.rss() > maxMemoryMb * 1_000_000) end();
    }, MEMORY_CHECK_MS);
    void tasks[task]!(input as never)
      .then((output): WorkResult => ({ output }), describeError)
      .then((result) => {
        clearInterval(memoryCheck);
        process.send!({ id, ...result } satisfies WorkReply);
      });
  });
}

function describeError(error: unknown): WorkResult {
  if (error instanceof AppError) return { appError: { kind: error.kind, details: error.details } };
  return error instanceof Error
    ? { message: error.message, stack: error.stack }
    : { message: String(error), stack: undefined };
}
