import { AppError } from './app-error.ts';

/** At once, of one person on one process: more tabs than anybody looks at. */
const MAX_STREAMS_PER_USER = 20;

/** Counts a user's open streams of a kind; refuses one too many. Answers how to count it no longer. */
export function createStreamLimiter(max = MAX_STREAMS_PER_USER) {
  const openStreamsByUser = new Map<number, number>();
  return (userId: number): (() => void) => {
    const openCount = openStreamsByUser.get(userId) ?? 0;
    if (openCount >= max) throw new AppError('tooMany', { retryAfter: 30 });
    openStreamsByUser.set(userId, openCount + 1);
    return () => {
      const remaining = openStreamsByUser.get(userId)! - 1;
      if (remaining > 0) openStreamsByUser.set(userId, remaining);
      else openStreamsByUser.delete(userId);
    };
  };
}
