/** Fewer ratings than this are no mean to go by: the sale place or product is shown as new. */
export const MIN_RATINGS = 3;
