import { LRUCache } from 'lru-cache';
import { findDisplacedUpload, selectNext, type UploadOwner } from './turns.rules.ts';

/** No place is left, or another network's upload has taken it. */
export class NoPlaceError extends Error {}

interface Turn extends UploadOwner {
  begin: () => void;
  refuse: (error: NoPlaceError) => void;
}

const USED_TIME_MS = 60_000;
/** Milliseconds of decoding, by user and by network, until none was taken for a minute. */
const usedMs = new LRUCache<string, number>({ max: 20_000, ttl: USED_TIME_MS });
const used = {
  ofUser: (userId: number) => usedMs.get(`user ${userId}`) ?? 0,
  ofNetwork: (network: string) => usedMs.get(`network ${network}`) ?? 0,
};

export function noteUsedTime({ userId, network }: UploadOwner, ms: number): void {
  usedMs.set(`user ${userId}`, used.ofUser(userId) + ms);
  usedMs.set(`network ${network}`, used.ofNetwork(network) + ms);
}

/** Runs so many tasks at a time; of those that wait, the one of whoever has taken least time is next. */
export function createTurns(maxRunning: number, maxWaiting: number) {
  const waiting: Turn[] = [];
  let running = 0;

  const leave = (turn: Turn) => waiting.splice(waiting.indexOf(turn), 1);

  const waitForTurn = (owner: UploadOwner) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        const displaced = findDisplacedUpload(waiting, owner.network);
        if (!displaced) return reject(new NoPlaceError());
        leave(displaced);
        displaced.refuse(new NoPlaceError());
      }
      waiting.push({ ...owner, begin: resolve, refuse: reject });
    });

  return async function takeTurn<T>(owner: UploadOwner, task: () => Promise<T>): Promise<T> {
    if (running < maxRunning) running++;
    // The place of the one that ends is passed on.
    else await waitForTurn(owner);
    try {
      return await task();
    } finally {
      const next = selectNext(waiting, used);
      if (next) {
        leave(next);
        next.begin();
      } else running--;
    }
  };
}
