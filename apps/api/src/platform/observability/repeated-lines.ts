import type { LogFn, Logger, LoggerOptions } from 'pino';
import { describeError } from './describe-error.ts';

const WINDOW_MS = 60_000;
/** Equal lines of a window that are written. */
const MAX_EQUAL_LINES = 3;
/** Different lines whose repeats are counted. */
const MAX_COUNTED_LINES = 500;
const WARN_LEVEL = 40;
/** What distinguishes lines that say the same. */
const IGNORED_FIELDS = new Set(['err', 'job_id', 'retry_count', 'failures', 'next_attempt_at']);

/** All queues fail for one reason: pg-boss appends which one it was. */
const WORKER = / \(Queue: .*\)$/s;

interface CountedLine {
  count: number;
  timer: NodeJS.Timeout;
  /** Writes how often the line was left out. */
  write: (repeated: number) => void;
}

export interface RepeatLimit {
  logMethod: NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;
  /** Writes what was counted so far. */
  endAll(): void;
}

/**
 * A hook for pino: of lines that report the same error, three a minute are written, then how many followed. Lines of
 * requests are all written: a user may quote the id of theirs.
 */
export function createRepeatLimit(): RepeatLimit {
  const lines = new Map<string, CountedLine>();
  const end = (key: string) => {
    const line = lines.get(key);
    if (!line) return;
    clearTimeout(line.timer);
    lines.delete(key);
    const repeated = line.count - MAX_EQUAL_LINES;
    if (repeated > 0) line.write(repeated);
  };
  function logMethod(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number) {
    const [fields, message] = args as [unknown, unknown];
    const error = fields instanceof Error ? fields : (fields as { err?: unknown } | null)?.err;
    if (level < WARN_LEVEL || error === undefined || 'reqId' in this.bindings()) {
      method.apply(this, args);
      return;
    }
    const { stack: _stack, ...description } = describeError(error);
    const others =
      fields instanceof Error
        ? []
        : Object.entries(fields as object).filter(([name]) => !IGNORED_FIELDS.has(name));
    const text = description.message.replace(WORKER, '');
    const key = JSON.stringify([level, message, description.type, text, others]);
    const line = lines.get(key);
    if (line) {
      line.count++;
      if (line.count <= MAX_EQUAL_LINES) method.apply(this, args);
      return;
    }
    if (lines.size >= MAX_COUNTED_LINES) end(lines.keys().next().value!);
    const write = (repeated: number) => {
      const text = `${message ?? description.message} (repeated ${repeated} times)`;
      method.call(
        this,
        { ...Object.fromEntries(others), err: { ...description, name: description.type }, repeated },
        text,
      );
    };
    const timer = setTimeout(() => end(key), WINDOW_MS);
    timer.unref();
    lines.set(key, { count: 1, timer, write });
    method.apply(this, args);
  }

  return {
    logMethod,
    endAll() {
      for (const key of lines.keys()) end(key);
    },
  };
}
