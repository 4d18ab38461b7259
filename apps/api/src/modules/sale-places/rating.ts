/** Mean number of stars to one decimal; null without ratings. */
export const meanRating = (sum: number, count: number): number | null =>
  count > 0 ? Math.round((sum * 10) / count) / 10 : null;
