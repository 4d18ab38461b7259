import type { MapPlace } from './map.api.ts';

export interface PinLabel {
  /** The lowest price of what is left; of everything when all is sold out. */
  cents: number;
  /** There are several packs at different prices. */
  from: boolean;
  soldOut: boolean;
  /** Slug of the kind of food to draw. */
  type: string;
}

/** What the pin of a venue says. */
export function pinLabel({
  products,
  products_count: count,
}: Pick<MapPlace, 'products' | 'products_count'>): PinLabel {
  const left = products.filter(({ quantity }) => quantity > 0);
  const soldOut = left.length === 0;
  const shown = soldOut ? products : left;
  const prices = shown.map(({ price }) => Math.round(price * 100));
  const cents = Math.min(...prices);
  const first = shown.find((_, i) => prices[i] === cents);
  return {
    cents,
    soldOut,
    from: !soldOut && (count > products.length || prices.some((price) => price !== cents)),
    type: first?.type ?? '',
  };
}
