import { listOfLargestNetworks } from '../http/arrivals.ts';

/** Who waits for it. */
export interface TaskOwner {
  userId: number;
  /** The wide network it comes from, which one customer may have as a whole. */
  network: string;
}

/** Milliseconds of work that each has lately taken. */
export interface UsedTime {
  ofUser: (userId: number) => number;
  ofNetwork: (network: string) => number;
}

/**
 * The task whose turn it is: of the network that has taken least, then of its user who has, then the oldest. So the
 * tasks of others, however many and however slow, delay somebody by those in work.
 */
export function selectNext<W extends TaskOwner>(waiting: readonly W[], used: UsedTime): W | undefined {
  const compare = (a: W, b: W) =>
    used.ofNetwork(a.network) - used.ofNetwork(b.network) || used.ofUser(a.userId) - used.ofUser(b.userId);
  return waiting.reduce<W | undefined>(
    (first, task) => (first === undefined || compare(task, first) < 0 ? task : first),
    undefined,
  );
}

/** The task that makes room for one of a network where no place is left, if one does: the newest of those who have most. */
export const findDisplacedTask = <W extends TaskOwner>(
  waiting: readonly W[],
  network: string,
): W | undefined => listOfLargestNetworks(waiting, network).at(-1);
