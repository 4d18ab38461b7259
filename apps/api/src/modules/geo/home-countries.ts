import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Position } from './gazetteer/distance.rules.ts';
import { findCountryAt } from './gazetteer/find-country.ts';
import { loadGazetteer } from './gazetteer/gazetteer.ts';

/** The middles of the towns with the most venues. */
export type ListBusiestPositions = (db: Db, limit: number) => Promise<Position[]>;

/** Enough to meet each country that matters; each costs a look at all cities. */
const MAX_POSITIONS = 20;

/** The countries (ISO 3166-1) with packs on sale, else the operator's: where whoever says nothing else is looking. */
export function createHomeCountries(
  { readRouter, config }: Context,
  listBusiestPositions: ListBusiestPositions,
) {
  let cached = { positionsKey: '', countries: new Set<string>() };
  return async (): Promise<ReadonlySet<string>> => {
    const positions = await readRouter.run(null, (db) => listBusiestPositions(db, MAX_POSITIONS));
    if (positions.length === 0) return listCountriesOfTimeZone(config.operatorTimeZone);
    // The map is counted anew every few minutes, and asked about with each letter typed.
    const key = JSON.stringify(positions);
    if (cached.positionsKey !== key) {
      const countries = await Promise.all(positions.map(findCountryAt));
      cached = { positionsKey: key, countries: new Set(countries.filter((country) => country !== null)) };
    }
    return cached.countries;
  };
}

async function listCountriesOfTimeZone(timeZone: string): Promise<ReadonlySet<string>> {
  const { cities } = await loadGazetteer();
  const countries = [...new Set(cities.map(({ country }) => country))];
  return new Set(
    countries.filter((country) =>
      new Intl.Locale('und', { region: country }).getTimeZones()?.includes(timeZone),
    ),
  );
}
