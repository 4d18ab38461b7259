import type { QueryClient } from '@tanstack/react-query';
import type { Stock } from '../../lib/live/watch-stock.ts';
import type { MapAnswer } from './map/map.api.ts';
import type { OfferDetail, OfferPages } from './offers.api.ts';

type Shown = Pick<OfferDetail, 'id' | 'slot_id' | 'quantity' | 'pickup_start' | 'pickup_end'>;

/** Shows what is left of a pack wherever it is listed. On another slot or window there is more to know than how many. */
export function applyStock(client: QueryClient, stock: Stock): void {
  const { product_id: id, quantity } = stock;
  let moved = false;
  const changed = (offer: Shown): boolean => {
    if (offer.id !== id) return false;
    moved ||=
      offer.slot_id !== stock.slot_id ||
      offer.pickup_start !== stock.pickup_start ||
      offer.pickup_end !== stock.pickup_end;
    return offer.quantity !== quantity;
  };
  client.setQueriesData<OfferPages>({ queryKey: ['offers'] }, (list) => {
    if (!list?.pages?.some(({ data }) => data.filter(changed).length)) return list;
    const pages = list.pages.map((page) => ({
      ...page,
      data: page.data.map((offer) => (offer.id === id ? { ...offer, quantity } : offer)),
    }));
    return { ...list, pages };
  });
  client.setQueriesData<OfferDetail>({ queryKey: ['offer', id] }, (offer) =>
    offer && changed(offer) ? { ...offer, quantity } : offer,
  );
  client.setQueriesData<MapAnswer>({ queryKey: ['offers-map'] }, (map) => map && onPins(map, id, quantity));
  if (!moved) return;
  void client.invalidateQueries({ queryKey: ['offers'] });
  void client.invalidateQueries({ queryKey: ['offers-map'] });
  void client.invalidateQueries({ queryKey: ['offer', id] });
}

/** The pin of its venue, if it has one; the same answer when nothing changes. */
function onPins(map: MapAnswer, id: number, quantity: number): MapAnswer {
  const differs = (pack: { id: number; quantity: number }) => pack.id === id && pack.quantity !== quantity;
  const at = map.data.findIndex(({ products }) => products.some(differs));
  const place = map.data[at];
  if (!place) return map;
  const products = place.products.map((pack) => (pack.id === id ? { ...pack, quantity } : pack));
  return { ...map, data: map.data.with(at, { ...place, products }) };
}
