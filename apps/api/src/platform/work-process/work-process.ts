import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ErrorName } from '@wopack/contract';
import { bulkhead, isBulkheadRejectedError } from 'cockatiel';
import { AppError, type ErrorDetails } from '../http/app-error.ts';

/** Functions that a work process runs, by name. Inputs and outputs are copied by structured cloning. */
export type WorkTasks = Record<string, (input: never) => Promise<unknown>>;

export interface WorkRequest {
  id: number;
  task: string;
  input: unknown;
}

export type WorkResult =
  | { output: unknown }
  | { appError: { kind: ErrorName; details: ErrorDetails } }
  | { message: string; stack: string | undefined };

export type WorkReply = WorkResult & { id: number };

interface WorkProcessOptions {
  /** Path of a script that calls `serveWork`. */
  script: string;
  /** Megabytes of the JavaScript heap; memory outside of it is bounded by `serveWork`. */
  maxHeapMb: number;
  /** What one task may take, with the start of the process. */
  timeoutMs: number;
  /** Tasks that wait beyond this number are refused with `serviceDown`. */
  maxWaiting: number;
  /** Tasks at a time; 1 by default. */
  maxRunning?: number;
}

/** The process was killed, or ended by itself, before it replied. */
export class WorkEndedError extends Error {
  readonly reason: 'timeout' | 'cancelled' | 'ended';
  /** Another task was in work too, so that one of them is the cause. */
  readonly wasShared: boolean;

  constructor(reason: WorkEndedError['reason'], detail: string, wasShared = false) {
    super(`work process ${reason}: ${detail}`);
    this.reason = reason;
    this.wasShared = wasShared;
  }
}

export interface WorkProcess<T extends WorkTasks> {
  /** Runs a task; an aborted one is not begun, or its process is killed. */
  run<N extends keyof T & string>(
    task: N,
    input: Parameters<T[N]>[0],
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<T[N]>>>;
}

/** Long enough that somebody who sends several pictures waits for one start only. */
const IDLE_MS = 120_000;

/** A child gets no more of the environment: nothing secret. */
const INHERITED_VARIABLES = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ'];

/**
 * A child process for work that takes much memory or time, by default one task at a time. It is started by the first task, ends
 * when it had nothing to do for a while, and is replaced when it ended for another reason. It cannot harm the server:
 * its memory is its own and bounded, and a task that takes too long is killed with it.
 */
export function createWorkProcess<T extends WorkTasks>({
  script,
  maxHeapMb,
  timeoutMs,
  maxWaiting,
  maxRunning = 1,
}: WorkProcessOptions): WorkProcess<T> {
  const queue = bulkhead(maxRunning, maxWaiting);
  let running = 0;
  let lastId = 0;
  let child: ChildProcess | null = null;
  let idleTimer: NodeJS.Timeout | undefined;

  function startChild(): ChildProcess {
    const started = spawn(process.execPath, [`--max-old-space-size=${maxHeapMb}`, script], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
      env: {
        ...Object.fromEntries(INHERITED_VARIABLES.map((name) => [name, process.env[name]])),
        // Each thread of the C library keeps freed memory for itself.
        MALLOC_ARENA_MAX: '2',
      },
    });
    // Neither delays the end of the server; the child ends when the connection does.
    started.unref();
    started.channel?.unref();
    started.once('exit', () => {
      if (child === started) child = null;
    });
    return started;
  }

  async function kill(process: ChildProcess): Promise<void> {
    if (child === process) child = null;
    if (process.exitCode !== null || process.signalCode !== null) return;
    const exited = once(process, 'exit');
    process.kill('SIGKILL');
    // The memory of two is never in use at once.
    await exited;
  }

  async function runTask(
    { task, input }: Pick<WorkRequest, 'task' | 'input'>,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    if (signal?.aborted) throw new WorkEndedError('cancelled', task);
    clearTimeout(idleTimer);
    child ??= startChild();
    const worker = child;
    const id = ++lastId;
    const result = Promise.withResolvers<WorkResult>();
    const end = (reason: WorkEndedError['reason'], detail: string) =>
      result.reject(new WorkEndedError(reason, detail, running > 1));
    const onMessage = (reply: WorkReply) => {
      if (reply.id === id) result.resolve(reply);
    };
    const onEnd = (code: number | null, exitSignal: string | null) =>
      end('ended', `${task}, exit ${exitSignal ?? code}`);
    const onError = (error: Error) => end('ended', error.message);
    const onAbort = () => end('cancelled', task);
    const timer = setTimeout(() => end('timeout', `${task}, ${timeoutMs} ms`), timeoutMs);
    worker.on('message', onMessage).on('exit', onEnd).on('error', onError);
    signal?.addEventListener('abort', onAbort);
    running++;
    try {
      worker.send({ id, task, input } satisfies WorkRequest, (error) => error && onError(error));
      return readResult(await result.promise);
    } catch (error) {
      if (error instanceof WorkEndedError) await kill(worker);
      throw error;
    } finally {
      running--;
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('exit', onEnd).off('error', onError);
      if (child && running === 0) {
        const idle = child;
        idleTimer = setTimeout(() => void kill(idle), IDLE_MS).unref();
      }
    }
  }

  return {
    run: (task, input, signal) =>
      queue
        .execute(() => runTask({ task, input }, signal) as never)
        .catch((error: unknown) => {
          if (!(error instanceof Error) || !isBulkheadRejectedError(error)) throw error;
          throw new AppError('serviceDown', { retryAfter: 5 });
        }),
  };
}

function readResult(result: WorkResult): unknown {
  if ('output' in result) return result.output;
  if ('appError' in result) throw new AppError(result.appError.kind, result.appError.details);
  throw Object.assign(new Error(result.message), { stack: result.stack });
}
