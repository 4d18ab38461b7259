import type { QueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import type { Stock } from '../../../lib/live/subscribe-to-stream.ts';
import type { MapReply, OfferDetail, OfferPages } from '../offers.api.ts';

type StockFields = Pick<OfferDetail, 'id' | 'slot_id' | 'quantity' | 'pickup_start' | 'pickup_end'>;

/**
 * Updates the quantity of an offer in every cached list. A change of slot or window refetches: more than the quantity
 * differs.
 */
export function applyStock(queryClient: QueryClient, stock: Stock): void {
  const { product_id: id, quantity } = stock;
  let isSlotChanged = false;
  const hasQuantityChanged = (offer: StockFields): boolean => {
    if (offer.id !== id) return false;
    isSlotChanged ||=
      offer.slot_id !== stock.slot_id ||
      offer.pickup_start !== stock.pickup_start ||
      offer.pickup_end !== stock.pickup_end;
    return offer.quantity !== quantity;
  };
  queryClient.setQueriesData<OfferPages>({ queryKey: queryKeys.offers }, (list) => {
    if (!list?.pages?.some(({ data }) => data.filter(hasQuantityChanged).length)) return list;
    const pages = list.pages.map((page) => ({
      ...page,
      data: page.data.map((offer) => (offer.id === id ? { ...offer, quantity } : offer)),
    }));
    return { ...list, pages };
  });
  queryClient.setQueriesData<OfferDetail>({ queryKey: queryKeys.offer(id) }, (offer) =>
    offer && hasQuantityChanged(offer) ? { ...offer, quantity } : offer,
  );
  queryClient.setQueriesData<MapReply>(
    { queryKey: queryKeys.offersMap },
    (map) => map && updateMapQuantity(map, id, quantity),
  );
  if (!isSlotChanged) return;
  void queryClient.invalidateQueries({ queryKey: queryKeys.offers });
  void queryClient.invalidateQueries({ queryKey: queryKeys.offersMap });
  void queryClient.invalidateQueries({ queryKey: queryKeys.offer(id) });
}

/** Updates the pin of its sale place; the same object when nothing changes. */
function updateMapQuantity(map: MapReply, id: number, quantity: number): MapReply {
  const hasOtherQuantity = (product: { id: number; quantity: number }) =>
    product.id === id && product.quantity !== quantity;
  const index = map.data.findIndex(({ products }) => products.some(hasOtherQuantity));
  const salePlace = map.data[index];
  if (!salePlace) return map;
  const products = salePlace.products.map((product) =>
    product.id === id ? { ...product, quantity } : product,
  );
  return { ...map, data: map.data.with(index, { ...salePlace, products }) };
}
