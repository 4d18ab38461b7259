/** Kinds of business of demo sale places: finer than sale place types, so that a pizzeria sells pizza. */
export const concepts = [
  'padaria',
  'confeitaria',
  'cafe',
  'tasca',
  'pizzaria',
  'churrasqueira',
  'sushi',
  'horta',
  'mundo',
  'mercearia',
  'supermercado',
  'hotel',
  'bomba',
] as const;
export type Concept = (typeof concepts)[number];

/** Slugs of `sale_place_types`. */
export type SalePlaceType = 'bakery' | 'cafe' | 'restaurant' | 'supermarket' | 'hotel' | 'gas_station';

export const salePlaceTypesByConcept: Record<Concept, readonly [SalePlaceType, ...SalePlaceType[]]> = {
  padaria: ['bakery'],
  confeitaria: ['bakery', 'cafe'],
  cafe: ['cafe'],
  tasca: ['restaurant'],
  pizzaria: ['restaurant'],
  churrasqueira: ['restaurant'],
  sushi: ['restaurant'],
  horta: ['restaurant', 'cafe'],
  mundo: ['restaurant'],
  mercearia: ['supermarket'],
  supermercado: ['supermarket'],
  hotel: ['hotel', 'restaurant'],
  bomba: ['gas_station', 'cafe'],
};
