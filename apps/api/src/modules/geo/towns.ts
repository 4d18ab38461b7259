import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LocalizedNames, Position } from '@wopack/domain';
import { normalizeWords } from '../../platform/search-words.ts';
import { type City, findCityAt, type Gazetteer, loadGazetteer } from './find-cities.ts';

/** A city as addresses of pages name it. */
export interface Town {
  /** 'pt-lisboa' */
  key: string;
  name: LocalizedNames;
}

const CITIES_PER_TURN = 1000;

let keysPromise: Promise<ReadonlyMap<City, string>> | undefined;

/** Country and Portuguese name. Of namesakes the largest has it alone, the others with their region or a number. */
async function createKeys({ cities }: Gazetteer): Promise<ReadonlyMap<City, string>> {
  const keys = new Map<City, string>();
  const taken = new Set<string>();
  for (const city of cities) {
    const key = [city.country.toLowerCase(), ...normalizeWords(city.names.pt)].join('-');
    const regional = [key, ...normalizeWords(city.region)].join('-');
    let free = taken.has(key) ? regional : key;
    for (let number = 2; taken.has(free); number++) free = `${regional}-${number}`;
    taken.add(free);
    keys.set(city, free);
    // The server answers others meanwhile.
    if (keys.size % CITIES_PER_TURN === 0) await nextTurn();
  }
  return keys;
}

/** The town of a position, see `findCityAt`; null far from any. */
export async function findTownAt(position: Position): Promise<Town | null> {
  const city = await findCityAt(position);
  if (!city) return null;
  keysPromise ??= loadGazetteer().then(createKeys);
  return { key: (await keysPromise).get(city)!, name: city.names };
}
