import { listOfLargestNetworks } from '../../platform/http/arrivals.ts';

/** Whose upload it is. */
export interface UploadOwner {
  userId: number;
  /** The wide network it comes from, which one customer may have as a whole. */
  network: string;
}

/** Milliseconds of decoding that each has lately taken. */
export interface UsedTime {
  ofUser: (userId: number) => number;
  ofNetwork: (network: string) => number;
}

/**
 * The upload whose turn it is: of the network that has taken least, then of its user who has, then the oldest. So the
 * pictures of others, however many and however slow, delay somebody by those that are being decoded.
 */
export function selectNext<W extends UploadOwner>(waiting: readonly W[], used: UsedTime): W | undefined {
  const compare = (a: W, b: W) =>
    used.ofNetwork(a.network) - used.ofNetwork(b.network) || used.ofUser(a.userId) - used.ofUser(b.userId);
  return waiting.reduce<W | undefined>(
    (first, upload) => (first === undefined || compare(upload, first) < 0 ? upload : first),
    undefined,
  );
}

/** The upload that makes room for one of a network where no place is left, if one does: the newest of those who have most. */
export const findDisplacedUpload = <W extends UploadOwner>(
  waiting: readonly W[],
  network: string,
): W | undefined => listOfLargestNetworks(waiting, network).at(-1);
