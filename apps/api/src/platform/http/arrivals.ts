/** A body that arrives. */
export interface Arrival {
  /** The wide network it comes from, which one customer may have as a whole. */
  network: string;
}

/**
 * Of what stands in the way of another one of a network: that of the networks that have most, so that whoever has many
 * networks keeps out only those who send as many. Empty if no network has more than the newcomer's would have.
 */
export function listOfLargestNetworks<A extends Arrival>(arrivals: readonly A[], network: string): A[] {
  const byNetwork = Map.groupBy(arrivals, (arrival) => arrival.network);
  const largest = Math.max(0, ...[...byNetwork.values()].map(({ length }) => length));
  if ((byNetwork.get(network)?.length ?? 0) >= largest) return [];
  return arrivals.filter((arrival) => byNetwork.get(arrival.network)!.length === largest);
}

/**
 * The body that makes room for another one of a network, if one does: of the networks that have most the one with the
 * lowest number.
 */
export const findDisplaced = <A extends Arrival>(
  arrivals: readonly A[],
  network: string,
  getNumber: (arrival: A) => number,
): A | undefined =>
  listOfLargestNetworks(arrivals, network).toSorted((a, b) => getNumber(a) - getNumber(b))[0];
