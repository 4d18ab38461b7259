import { ApiError } from '@wopack/contract/client';
import { endSession, onSessionChange, sessionToken } from '../session.ts';
import { readStream, type Source } from './read-stream.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

interface Watching<T> {
  onEvent: (data: T) => void;
  /** The stream is back after it was lost: more may have changed than it tells. */
  onBack: () => void;
}

/**
 * Watches a stream while the page is seen; a hidden one lets its connection go, of which a browser has six. A lost stream
 * is opened again, later each time. Answers how to stop.
 */
export function watchStream<T>(source: Source, { onEvent, onBack }: Watching<T>): () => void {
  const over = new AbortController();
  const token = sessionToken();
  // Whose stream it was is not here any more; whoever is watches anew.
  const forget = onSessionChange(() => over.abort());
  over.signal.addEventListener('abort', forget);
  let failures = 0;
  let lost = false;

  async function keepReading(): Promise<void> {
    while (!over.signal.aborted) {
      await seen(over.signal);
      const hidden = whenHidden();
      try {
        const signal = AbortSignal.any([over.signal, hidden.signal]);
        const onOpen = () => {
          failures = 0;
          if (lost) onBack();
          lost = false;
        };
        await readStream<T>(source, { token, signal, onOpen, onEvent });
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return endSession(token);
      } finally {
        hidden.forget();
      }
      if (hidden.signal.aborted) continue;
      lost = true;
      await pause(Math.min(FIRST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS), over.signal);
    }
  }

  void keepReading();
  return () => over.abort();
}

/** Resolves when the page is in view, or when nobody cares any more. */
function seen(signal: AbortSignal): Promise<void> {
  return document.hidden
    ? first(signal, (finish, until) => onTurn(() => document.hidden || finish(), until))
    : done;
}

const done = Promise.resolve();

function onTurn(listener: () => unknown, signal: AbortSignal): void {
  document.addEventListener('visibilitychange', listener, { signal });
}

/** A signal that the page is not in view any more. */
function whenHidden() {
  const hidden = new AbortController();
  const forgotten = new AbortController();
  onTurn(() => document.hidden && hidden.abort(), forgotten.signal);
  return { signal: hidden.signal, forget: () => forgotten.abort() };
}

/** Not all at the same time, when a thousand pages lost the server at one moment. A connection that is back ends it. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  first(signal, (finish, until) => {
    const timer = setTimeout(finish, milliseconds * (0.5 + Math.random()));
    until.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('online', finish, { signal: until });
  });

/** Resolves by whatever comes first of what `listen` sets up and the signal; then nothing listens any more. */
function first(signal: AbortSignal, listen: (finish: () => void, until: AbortSignal) => void): Promise<void> {
  if (signal.aborted) return done;
  const settled = new AbortController();
  return new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { signal: settled.signal });
    listen(resolve, settled.signal);
  }).finally(() => settled.abort());
}
