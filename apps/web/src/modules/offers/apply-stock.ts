import type { QueryClient } from '@tanstack/react-query';
import type { Stock } from '../../lib/live/read-stream.ts';
import type { MapAnswer } from './map/map.api.ts';
import type { OfferDetail, OfferPages } from './offers.api.ts';

/** Shows what is left of a pack wherever it is listed. On another slot there is more to know than how many. */
export function applyStock(client: QueryClient, { product_id: id, slot_id: slot, quantity }: Stock): void {
  let moved = false;
  const changed = <T extends { id: number; slot_id: number | null; quantity: number }>(offer: T): boolean => {
    if (offer.id !== id) return false;
    moved ||= offer.slot_id !== slot;
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
