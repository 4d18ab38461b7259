interface ProductReference {
  id: number;
}

/** Packs whose quantities are on show: pins, list, the chosen venue. What comes last is the last to be left out. */
export function listSubscribedIds(
  offers: readonly ProductReference[],
  salePlaces: readonly { id: number; products: readonly ProductReference[] }[],
  selectedId: number | null,
): number[] {
  const selectedProducts = salePlaces.find(({ id }) => id === selectedId)?.products ?? [];
  const ids = [...salePlaces.flatMap(({ products }) => products), ...offers, ...selectedProducts].map(
    ({ id }) => id,
  );
  return [...new Set(ids.toReversed())].toReversed();
}
