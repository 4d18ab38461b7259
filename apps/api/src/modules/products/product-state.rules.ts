/** State of a product that is put on sale: closed while its sale place is paused. */
export const stateWhenOpened = ({ place_paused: paused }: { place_paused: boolean }): 'active' | 'closed' =>
  paused ? 'closed' : 'active';

type State = 'draft' | 'active' | 'paused' | 'closed' | 'removed';

/** State of a product saved at or moved to a sale place; drafts and paused products stay as they are. */
export const stateAtSalePlace = (state: State, salePlace: { place_paused: boolean }): State =>
  state === 'active' || state === 'closed' ? stateWhenOpened(salePlace) : state;
