/**
 * Roots of the keys under which features keep their queries, where a change in one feature makes data of another old.
 * Every root is a key of its own or the beginning of longer ones, and no root is the beginning of another.
 */
export const queryKeys = {
  /** Everything that sellers see of their own business. */
  seller: ['seller'],
  affiliate: ['affiliate'],
  offers: ['offers'],
  offersMap: ['offers-map'],
  offerDetail: ['offer'],
  offer: (id: number) => ['offer', id] as const,
  orders: ['orders'],
} as const;
