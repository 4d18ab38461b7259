import { AppError } from './error.ts';

/** At once, of one person on one process: more tabs than anybody looks at. */
const MOST_STREAMS = 20;

/** Counts a user's open streams of a kind; refuses one too many. Answers how to count it no longer. */
export function limitStreams(max = MOST_STREAMS) {
  const open = new Map<number, number>();
  return (userId: number): (() => void) => {
    const mine = open.get(userId) ?? 0;
    if (mine >= max) throw new AppError('tooMany', { retryAfter: 30 });
    open.set(userId, mine + 1);
    return () => {
      const left = open.get(userId)! - 1;
      if (left > 0) open.set(userId, left);
      else open.delete(userId);
    };
  };
}
