/** A body that arrives. */
export interface Arrival {
  /** The wide network it comes from, which one customer may have as a whole. */
  network: string;
  getBytesPerSecond: () => number;
}

/**
 * The body that makes room for another one of a network: the slowest of the network that has most, so that whoever has many
 * networks keeps out only those who send as many. Undefined if no network has more than the newcomer's would have.
 */
export function findDisplaced<A extends Arrival>(arrivals: readonly A[], network: string): A | undefined {
  const byNetwork = Map.groupBy(arrivals, (arrival) => arrival.network);
  const largest = Math.max(0, ...[...byNetwork.values()].map(({ length }) => length));
  if ((byNetwork.get(network)?.length ?? 0) >= largest) return undefined;
  return [...byNetwork.values()]
    .filter(({ length }) => length === largest)
    .flat()
    .reduce((slowest, arrival) =>
      arrival.getBytesPerSecond() < slowest.getBytesPerSecond() ? arrival : slowest,
    );
}
