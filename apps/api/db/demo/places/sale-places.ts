import { createRandom, type Random } from '../random.ts';
import { type Concept, concepts, countSalePlaceNames, getSalePlaceName } from './sale-place-names.ts';
import { type Street, streets } from './streets.ts';

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

type Point = readonly [latitude: number, longitude: number];

/**
 * Coarse outlines of land, slightly inside the shore; the Tejo estuary, the Douro and the Atlantic are
 * outside.
 */
const northOfTejo: Point[] = [
  [38.9, -9.43],
  [38.78, -9.495],
  [38.7105, -9.483],
  [38.694, -9.445],
  [38.693, -9.4215],
  [38.697, -9.4198],
  [38.698, -9.416],
  [38.7018, -9.408],
  [38.7035, -9.397],
  [38.6965, -9.378],
  [38.688, -9.362],
  [38.686, -9.352],
  [38.681, -9.336],
  [38.6775, -9.326],
  [38.687, -9.311],
  [38.6915, -9.3],
  [38.693, -9.2915],
  [38.697, -9.279],
  [38.6995, -9.268],
  [38.6992, -9.242],
  [38.698, -9.23],
  [38.695, -9.22],
  [38.693, -9.215],
  [38.6945, -9.205],
  [38.696, -9.195],
  [38.697, -9.185],
  [38.6995, -9.176],
  [38.7025, -9.165],
  [38.705, -9.156],
  [38.706, -9.148],
  [38.7062, -9.142],
  [38.7075, -9.136],
  [38.7095, -9.131],
  [38.7115, -9.1255],
  [38.7155, -9.1195],
  [38.7225, -9.1145],
  [38.7305, -9.1065],
  [38.7405, -9.1],
  [38.7525, -9.095],
  [38.7645, -9.0938],
  [38.7785, -9.0928],
  [38.7925, -9.0938],
  [38.805, -9.091],
  [38.9, -9.08],
];

const southOfTejo: Point[] = [
  [38.673, -9.232],
  [38.6765, -9.206],
  [38.6775, -9.18],
  [38.6815, -9.165],
  [38.6855, -9.156],
  [38.6876, -9.1485],
  [38.6825, -9.1445],
  [38.67, -9.1425],
  [38.6, -9.1425],
  [38.6, -9.212],
  [38.645, -9.2382],
  [38.662, -9.247],
];

const northOfDouro: Point[] = [
  [41.149, -8.675],
  [41.149, -8.64],
  [41.1485, -8.63],
  [41.1445, -8.621],
  [41.1415, -8.6145],
  [41.1412, -8.61],
  [41.142, -8.604],
  [41.1415, -8.598],
  [41.1435, -8.59],
  [41.145, -8.578],
  [41.132, -8.555],
  [41.122, -8.53],
  [41.122, -8.5],
  [41.26, -8.5],
  [41.26, -8.722],
  [41.2, -8.707],
  [41.1895, -8.701],
  [41.1895, -8.67],
  [41.1838, -8.676],
  [41.1838, -8.6905],
  [41.18, -8.6925],
  [41.17, -8.689],
  [41.162, -8.686],
  [41.156, -8.683],
  [41.1515, -8.678],
];

const southOfDouro: Point[] = [
  [41.139, -8.662],
  [41.142, -8.65],
  [41.1445, -8.64],
  [41.1435, -8.63],
  [41.14, -8.6215],
  [41.1376, -8.6145],
  [41.1374, -8.609],
  [41.1378, -8.6],
  [41.139, -8.588],
  [41.139, -8.577],
  [41.124, -8.558],
  [41.06, -8.55],
  [41.06, -8.654],
  [41.12, -8.666],
];

export const isOnLand = (latitude: number, longitude: number): boolean =>
  [northOfTejo, southOfTejo, northOfDouro, southOfDouro].some((area) => isInside(area, latitude, longitude));

/** Even–odd rule: a ray from the point crosses the outline an odd number of times. */
function isInside(outline: readonly Point[], latitude: number, longitude: number): boolean {
  let isWithin = false;
  let [previousLatitude, previousLongitude] = outline.at(-1)!;
  for (const [cornerLatitude, cornerLongitude] of outline) {
    const isBetweenCorners = cornerLatitude > latitude !== previousLatitude > latitude;
    const crossingShare = (latitude - cornerLatitude) / (previousLatitude - cornerLatitude);
    if (
      isBetweenCorners &&
      longitude < cornerLongitude + crossingShare * (previousLongitude - cornerLongitude)
    )
      isWithin = !isWithin;
    [previousLatitude, previousLongitude] = [cornerLatitude, cornerLongitude];
  }
  return isWithin;
}
