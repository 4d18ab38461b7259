import type { MapSalePlace } from '../map.api.ts';

export interface PriceLabel {
  /** The lowest price of what is left; of everything when all is sold out. */
  cents: number;
  /** There are several packs at different prices. */
  isFromPrice: boolean;
  soldOut: boolean;
  /** Slug of the kind of food to draw. */
  type: string;
}

/** What the pin of a venue says. */
export function buildPriceLabel({
  products,
  products_count: count,
}: Pick<MapSalePlace, 'products' | 'products_count'>): PriceLabel {
  const available = products.filter(({ quantity }) => quantity > 0);
  const soldOut = available.length === 0;
  const candidates = soldOut ? products : available;
  const prices = candidates.map(({ price }) => Math.round(price * 100));
  const cents = Math.min(...prices);
  const cheapest = candidates.find((_, i) => prices[i] === cents);
  return {
    cents,
    soldOut,
    isFromPrice: !soldOut && (count > products.length || prices.some((price) => price !== cents)),
    type: cheapest?.type ?? '',
  };
}
