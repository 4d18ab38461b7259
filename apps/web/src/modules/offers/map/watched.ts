interface Pack {
  id: number;
}

/** Packs whose quantities are on show: pins, list, the chosen venue. What comes last is the last to be left out. */
export function watched(
  offers: readonly Pack[],
  places: readonly { id: number; products: readonly Pack[] }[],
  selected: number | null,
): number[] {
  const chosen = places.find(({ id }) => id === selected)?.products ?? [];
  const ids = [...places.flatMap(({ products }) => products), ...offers, ...chosen].map(({ id }) => id);
  return [...new Set(ids.toReversed())].toReversed();
}
