import { type Concept, concepts } from '../concepts.ts';
import { type Random, randomFrom } from '../random.ts';
import { aroundLisbonStreets } from './around-lisbon-streets.ts';
import { aroundPortoStreets } from './around-porto-streets.ts';
import { onLand } from './land.ts';
import { lisbonStreets } from './lisbon-streets.ts';
import { portoStreets } from './porto-streets.ts';
import type { Street } from './street.ts';
import { venueName, venueNameCount } from './venue-names.ts';

export const streets: readonly Street[] = [
  ...lisbonStreets,
  ...aroundLisbonStreets,
  ...portoStreets,
  ...aroundPortoStreets,
];
const highways = streets.filter(({ name }) => /^(Avenida|Estrada|Campo) /.test(name));

/** How often each concept is met, in hundredths. */
const shares: Record<Concept, number> = {
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
const deck = concepts.flatMap((concept) => Array<Concept>(shares[concept]).fill(concept));

export interface Venue {
  name: string;
  concept: Concept;
  area: string;
  city: string;
  phone: string;
  address: string;
  latitude: number;
  longitude: number;
}

/** As many invented venues as asked for, along real streets, the same ones each time. */
export function* venues(count: number, startAt = 0): Generator<Venue> {
  const random = randomFrom('venues');
  const used = new Map<Concept, number>();
  // A demo of a few hundred keeps to its streets; a hundred thousand need the ground between them.
  const reach = Math.max(1, Math.sqrt(count / 400));
  for (let i = 0; i < count; i++) {
    const concept = random.pick(deck);
    const pool = concept === 'bomba' ? highways : streets;
    const street = pool[(i * 5 + random.whole(0, 4)) % pool.length]!;
    const turn = used.get(concept) ?? 0;
    used.set(concept, turn + 1);
    const again = turn >= venueNameCount(concept);
    const name = venueName(concept, turn);
    yield venueAt(street, random.whole(1, street.last), random, reach, {
      name: again ? `${name}, ${street.area}` : name,
      concept,
      index: startAt + i,
    });
  }
}

export function venueAt(
  street: Street,
  number: number,
  random: Random,
  reach: number,
  { name, concept, index }: { name: string; concept: Concept; index: number },
): Venue {
  const { latitude, longitude } = nearby(street, random, reach);
  const north = latitude > 40;
  const line = String((index + 18) % 1_000_000).padStart(6, '0');
  return {
    name,
    concept,
    area: street.area,
    city: street.city,
    // Exchanges 210 0 and 220 0 with low numbers are given to nobody.
    phone: `+351 ${north ? '22' : '21'}${index < 1_000_000 ? '0' : '1'} ${line.slice(0, 3)} ${line.slice(3)}`,
    address: `${street.name} ${number}, ${street.area}, ${street.postcode}-${postcodeEnd(street)} ${street.city}`,
    latitude,
    longitude,
  };
}

/** Some 60 m around the street's middle (more when thousands share it), never in the water. */
function nearby(street: Street, random: Random, reach: number): { latitude: number; longitude: number } {
  for (let attempt = 0; attempt < 8; attempt++) {
    const latitude = round(street.latitude + random.swing() * 0.0006 * reach);
    const longitude = round(street.longitude + random.swing() * 0.0008 * reach);
    if (onLand(latitude, longitude)) return { latitude, longitude };
  }
  return { latitude: street.latitude, longitude: street.longitude };
}

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;

const ends = new Map<Street, string>();
function postcodeEnd(street: Street): string {
  let end = ends.get(street);
  if (!end) {
    end = String(randomFrom(`${street.name} ${street.city}`).whole(101, 489));
    ends.set(street, end);
  }
  return end;
}
