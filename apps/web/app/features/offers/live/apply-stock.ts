import type { QueryClient } from '@tanstack/react-query';
import { changeCached } from '../../../lib/data/after-fetches.ts';
import { queryKeys } from '../../../lib/data/shared-queries.ts';
import type { Stock } from '../../../lib/live/subscribe-to-stream.ts';
import type { MapReply, OfferDetail, OfferPages } from '../offers.api.ts';

type StockFields = Pick<
  OfferDetail,
  'id' | 'slot_id' | 'quantity' | 'pickup_start' | 'pickup_end' | 'allocation'
>;

/**
 * Updates the quantity of an offer, and how its units are given out, in every cached list. A change of slot, window or
 * the user's place in line refetches: more differs than the event says.
 */
export function applyStock(queryClient: QueryClient, stock: Stock): void {
  const keys = [queryKeys.offers, queryKeys.offersMap, queryKeys.offer(stock.product_id)];
  changeCached(queryClient, keys, () => changeStock(queryClient, stock));
}

function changeStock(queryClient: QueryClient, stock: Stock): void {
  const { product_id: id, quantity } = stock;
  let isSlotChanged = false;
  const update = <T extends StockFields>(offer: T): T => ({
    ...offer,
    quantity,
    allocation: mergeAllocation(offer.allocation, stock.allocation),
  });
  const hasChanged = (offer: StockFields): boolean => {
    if (offer.id !== id) return false;
    isSlotChanged ||=
      offer.slot_id !== stock.slot_id ||
      offer.pickup_start !== stock.pickup_start ||
      offer.pickup_end !== stock.pickup_end;
    const isAllocationChanged = !isSameAllocation(offer.allocation, stock.allocation);
    isSlotChanged ||= isOwnPartChanged(offer.allocation, stock.allocation);
    return offer.quantity !== quantity || isAllocationChanged;
  };
  queryClient.setQueriesData<OfferPages>({ queryKey: queryKeys.offers }, (list) => {
    if (!list?.pages?.some(({ data }) => data.filter(hasChanged).length)) return list;
    const pages = list.pages.map((page) => ({
      ...page,
      data: page.data.map((offer) => (offer.id === id ? update(offer) : offer)),
    }));
    return { ...list, pages };
  });
  queryClient.setQueriesData<OfferDetail>({ queryKey: queryKeys.offer(id) }, (offer) =>
    // The page of a unit on hold may show another slot than the one on sale.
    offer && hasChanged(offer) && offer.slot_id === stock.slot_id ? update(offer) : offer,
  );
  queryClient.setQueriesData<MapReply>(
    { queryKey: queryKeys.offersMap },
    (map) => map && updateMapProduct(map, stock),
  );
  if (!isSlotChanged) return;
  void queryClient.invalidateQueries({ queryKey: queryKeys.offers });
  void queryClient.invalidateQueries({ queryKey: queryKeys.offersMap });
  void queryClient.invalidateQueries({ queryKey: queryKeys.offer(id) });
}

/** Updates the pin of its sale place; the same object when nothing changes. */
function updateMapProduct(map: MapReply, { product_id: id, quantity, allocation }: Stock): MapReply {
  const mode = allocation && allocation.mode !== 'sale' ? allocation.mode : null;
  const isOutdated = (product: MapReply['data'][number]['products'][number]) =>
    product.id === id && (product.quantity !== quantity || product.mode !== mode);
  const index = map.data.findIndex(({ products }) => products.some(isOutdated));
  const salePlace = map.data[index];
  if (!salePlace) return map;
  const products = salePlace.products.map((product) =>
    product.id === id ? { ...product, quantity, mode } : product,
  );
  return { ...map, data: map.data.with(index, { ...salePlace, products }) };
}

type SlotAllocation = NonNullable<Stock['allocation']>;

/** A unit that was offered stays the user's until its time, also when the others go on public sale. */
function mergeAllocation(
  cached: OfferDetail['allocation'] | undefined,
  current: SlotAllocation | null,
): OfferDetail['allocation'] {
  if (current) return { ...current, mine: cached?.mine ?? null };
  return cached?.mine?.state === 'offered' ? { ...cached, mode: 'sale', can_wait: false } : null;
}

/** Whether all shown values are the same; the user's own part is not compared. */
function isSameAllocation(a: SlotAllocation | null, b: SlotAllocation | null): boolean {
  // A response cached by an earlier version has none.
  if (!a || !b) return !a && !b;
  return (
    a.mode === b.mode &&
    a.waiting === b.waiting &&
    a.can_wait === b.can_wait &&
    a.public_sale_at === b.public_sale_at &&
    a.draw?.id === b.draw?.id &&
    a.draw?.state === b.draw?.state &&
    a.draw?.entries === b.draw?.entries &&
    a.draw?.units === b.draw?.units &&
    a.draw?.closes_at === b.draw?.closes_at
  );
}

/** Whether the user's own part may be another one: the draw went on, or the line they are in moved. */
function isOwnPartChanged(cached: OfferDetail['allocation'], current: SlotAllocation | null): boolean {
  if (!cached?.mine) return false;
  if (cached.mode !== current?.mode || cached.draw?.state !== current.draw?.state) return true;
  return cached.mine.state === 'waiting' && cached.waiting !== current.waiting;
}
