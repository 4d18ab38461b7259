import { LRUCache } from 'lru-cache';
import { findDisplacedTask, selectNext, type TaskOwner, type UsedTime } from './turns.rules.ts';

/** No place is left, or another network's task has taken it. */
export class NoPlaceError extends Error {}

interface Turn extends TaskOwner {
  places: number;
  begin: () => void;
  refuse: (error: NoPlaceError) => void;
}

interface TurnOptions {
  /** A task whose signal is aborted while it waits gives its place up. */
  signal?: AbortSignal;
  /** How many it takes of those that run at a time; all of them: it runs alone. */
  places?: number;
}

const USED_TIME_MS = 60_000;

/** Milliseconds of work, by user and by network, until none was taken for a minute. */
export function createUsedTime() {
  const usedMs = new LRUCache<string, number>({ max: 20_000, ttl: USED_TIME_MS });
  const ofUser = (userId: number) => usedMs.get(`user ${userId}`) ?? 0;
  const ofNetwork = (network: string) => usedMs.get(`network ${network}`) ?? 0;
  return {
    ofUser,
    ofNetwork,
    note({ userId, network }: TaskOwner, ms: number): void {
      usedMs.set(`user ${userId}`, ofUser(userId) + ms);
      usedMs.set(`network ${network}`, ofNetwork(network) + ms);
    },
  };
}

/** Runs so many tasks at a time; of those that wait, the one of whoever has taken least time is next. */
export function createTurns(maxRunning: number, maxWaiting: number, used: UsedTime) {
  const waiting: Turn[] = [];
  let taken = 0;

  const leave = (turn: Turn) => {
    const index = waiting.indexOf(turn);
    if (index >= 0) waiting.splice(index, 1);
  };

  /** Whoever is next waits until there is room; others do not overtake. */
  const beginNext = () => {
    for (;;) {
      const next = selectNext(waiting, used);
      if (!next || taken + next.places > maxRunning) return;
      leave(next);
      taken += next.places;
      next.begin();
    }
  };

  const waitForTurn = (owner: TaskOwner, places: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        const displaced = findDisplacedTask(waiting, owner.network);
        if (!displaced) return reject(new NoPlaceError());
        leave(displaced);
        displaced.refuse(new NoPlaceError());
      }
      const turn = { ...owner, places, begin: resolve, refuse: reject };
      waiting.push(turn);
      signal?.addEventListener('abort', () => {
        leave(turn);
        reject(new NoPlaceError());
        beginNext();
      });
    });

  return async function takeTurn<T>(
    owner: TaskOwner,
    task: () => Promise<T>,
    { signal, places = 1 }: TurnOptions = {},
  ): Promise<T> {
    if (waiting.length === 0 && taken + places <= maxRunning) taken += places;
    else await waitForTurn(owner, places, signal);
    try {
      return await task();
    } finally {
      taken -= places;
      beginNext();
    }
  };
}
