/** A pack that is meant to be on sale is, unless its venue is paused. */
export const stateWhenOpened = ({ place_paused: paused }: { place_paused: boolean }): 'active' | 'closed' =>
  paused ? 'closed' : 'active';

type State = 'draft' | 'active' | 'paused' | 'closed' | 'removed';

/** The state of a pack at a venue that it is saved or moved to: a draft or a paused one stays what it is. */
export const stateAtSalePlace = (state: State, salePlace: { place_paused: boolean }): State =>
  state === 'active' || state === 'closed' ? stateWhenOpened(salePlace) : state;
