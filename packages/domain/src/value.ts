/** How many people said that a pack was worth more than its value, about as much, or less. */
export interface ValueCounts {
  more: number;
  about: number;
  less: number;
}

/** Below, no figure is shown: a few people are no measure, and could be told apart. */
export const MIN_VALUE_ANSWERS = 10;

/** Answers of so many days are counted. */
export const VALUE_DAYS = 90;

export const countAnswers = ({ more, about, less }: ValueCounts): number => more + about + less;

/** The part of those who answered that got what was promised, or more; 0 to 1. */
export const getPromisedShare = (counts: ValueCounts): number =>
  (counts.more + counts.about) / countAnswers(counts);

/**
 * How many of ten got what was promised, rounded; null with fewer than ten answers. 'Ten of ten' is said when nobody got
 * less, and 'none of ten' when everybody did.
 */
export function getPromisedOfTen(counts: ValueCounts): number | null {
  if (countAnswers(counts) < MIN_VALUE_ANSWERS) return null;
  const share = getPromisedShare(counts);
  if (share === 0 || share === 1) return share * 10;
  return Math.min(9, Math.max(1, Math.round(share * 10)));
}
