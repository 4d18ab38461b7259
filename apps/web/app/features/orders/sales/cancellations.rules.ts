interface Counts {
  sold: number;
  cancelled: number;
}

/** From how many packs on, and from which share of the paid ones, cancellations of a sale place ask for a look. */
const MIN_CANCELLED = 3;
const MIN_SHARE = 0.05;

/** What the business cancelled, of what was paid. */
export const getCancelledShare = ({ sold, cancelled }: Counts): number =>
  cancelled === 0 ? 0 : cancelled / (sold + cancelled);

export const hasManyCancelled = (counts: Counts): boolean =>
  counts.cancelled >= MIN_CANCELLED && getCancelledShare(counts) >= MIN_SHARE;

/** The sale place that cancels the largest share, if one cancels much; and the share of all others together. */
export function findWorstSalePlace<T extends Counts>(
  salePlaces: readonly T[],
): { salePlace: T; shareOfOthers: number } | null {
  const [salePlace] = salePlaces
    .filter(hasManyCancelled)
    .toSorted((a, b) => getCancelledShare(b) - getCancelledShare(a) || b.cancelled - a.cancelled);
  if (!salePlace) return null;
  const others = salePlaces.filter((other) => other !== salePlace);
  const sum = (key: keyof Counts) => others.reduce((total, other) => total + other[key], 0);
  return { salePlace, shareOfOthers: getCancelledShare({ sold: sum('sold'), cancelled: sum('cancelled') }) };
}
