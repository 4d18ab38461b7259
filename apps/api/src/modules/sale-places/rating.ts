/** Mean of the stars, one decimal; null while there are none. */
export const meanRating = (sum: number, count: number): number | null =>
  count > 0 ? Math.round((sum * 10) / count) / 10 : null;
