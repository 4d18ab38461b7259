import { type Concept, concepts } from '../concepts.ts';
import { createRandom, type Random } from '../random.ts';
import { aroundLisbonStreets } from './around-lisbon-streets.ts';
import { aroundPortoStreets } from './around-porto-streets.ts';
import { isOnLand } from './land.ts';
import { lisbonStreets } from './lisbon-streets.ts';
import { portoStreets } from './porto-streets.ts';
import { countSalePlaceNames, getSalePlaceName } from './sale-place-names.ts';
import type { Street } from './street.ts';

export const streets: readonly Street[] = [
  ...lisbonStreets,
  ...aroundLisbonStreets,
  ...portoStreets,
  ...aroundPortoStreets,
];
const highways = streets.filter(({ name }) => /^(Avenida|Estrada|Campo) /.test(name));

/** Weight of each concept in percent. */
const conceptWeights: Record<Concept, number> = {
  padaria: 15,
  confeitaria: 11,
  cafe: 14,
  tasca: 13,
  pizzaria: 6,
  churrasqueira: 5,
  sushi: 8,
  horta: 6,
  mundo: 6,
  mercearia: 6,
  supermercado: 4,
  hotel: 3,
  bomba: 3,
};
const weightedConcepts = concepts.flatMap((concept) => Array<Concept>(conceptWeights[concept]).fill(concept));

export interface DemoSalePlace {
  name: string;
  concept: Concept;
  area: string;
  city: string;
  phone: string;
  address: string;
  latitude: number;
  longitude: number;
}

/** Generates sale places along real streets, deterministically. */
export function* generateSalePlaces(count: number, firstIndex = 0): Generator<DemoSalePlace> {
  const random = createRandom('venues');
  const usedNameCount = new Map<Concept, number>();
  // A demo of a few hundred stays on its streets; a larger one spreads between them.
  const spread = Math.max(1, Math.sqrt(count / 400));
  for (let i = 0; i < count; i++) {
    const concept = random.pick(weightedConcepts);
    const pool = concept === 'bomba' ? highways : streets;
    const street = pool[(i * 5 + random.integer(0, 4)) % pool.length]!;
    const nameIndex = usedNameCount.get(concept) ?? 0;
    usedNameCount.set(concept, nameIndex + 1);
    const isNameTaken = nameIndex >= countSalePlaceNames(concept);
    const name = getSalePlaceName(concept, nameIndex);
    yield buildSalePlace(street, random.integer(1, street.maxHouseNumber), random, spread, {
      name: isNameTaken ? `${name}, ${street.area}` : name,
      concept,
      index: firstIndex + i,
    });
  }
}

export function buildSalePlace(
  street: Street,
  houseNumber: number,
  random: Random,
  spread: number,
  { name, concept, index }: { name: string; concept: Concept; index: number },
): DemoSalePlace {
  const { latitude, longitude } = pickLocation(street, random, spread);
  const isNorth = latitude > 40;
  const phoneDigits = String((index + 18) % 1_000_000).padStart(6, '0');
  return {
    name,
    concept,
    area: street.area,
    city: street.city,
    // Exchanges 210 0 and 220 0 with low numbers are not assigned.
    phone: `+351 ${isNorth ? '22' : '21'}${index < 1_000_000 ? '0' : '1'} ${phoneDigits.slice(0, 3)} ${phoneDigits.slice(3)}`,
    address: `${street.name} ${houseNumber}, ${street.area}, ${street.postcode}-${getPostcodeSuffix(street)} ${street.city}`,
    latitude,
    longitude,
  };
}

/** About 60 m around the middle of the street (more in large demos), never in the water. */
function pickLocation(
  street: Street,
  random: Random,
  spread: number,
): { latitude: number; longitude: number } {
  for (let attempt = 0; attempt < 8; attempt++) {
    const latitude = roundDegrees(street.latitude + random.triangular() * 0.0006 * spread);
    const longitude = roundDegrees(street.longitude + random.triangular() * 0.0008 * spread);
    if (isOnLand(latitude, longitude)) return { latitude, longitude };
  }
  return { latitude: street.latitude, longitude: street.longitude };
}

const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

const postcodeSuffixes = new Map<Street, string>();
function getPostcodeSuffix(street: Street): string {
  let suffix = postcodeSuffixes.get(street);
  if (!suffix) {
    suffix = String(createRandom(`${street.name} ${street.city}`).integer(101, 489));
    postcodeSuffixes.set(street, suffix);
  }
  return suffix;
}
