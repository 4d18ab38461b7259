import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { countryAt } from './country.ts';
import { gazetteer } from './gazetteer.ts';
import type { Position } from './globe.rules.ts';

/** The middles of the towns with the most venues. */
export type BusiestTowns = (db: Db, limit: number) => Promise<Position[]>;

/** Enough to meet each country that matters; each costs a look at all cities. */
const TOWNS = 20;

/** The countries (ISO 3166-1) with packs on sale, else the operator's: where whoever says nothing else is looking. */
export function homeOf({ readRouter, config }: Context, busiestTowns: BusiestTowns) {
  let known = { towns: '', countries: new Set<string>() };
  return async (): Promise<ReadonlySet<string>> => {
    const towns = await readRouter.run(null, (db) => busiestTowns(db, TOWNS));
    if (towns.length === 0) return countriesOfZone(config.operatorTimeZone);
    // The map is counted anew every few minutes, and asked about with each letter typed.
    const key = JSON.stringify(towns);
    if (known.towns !== key) {
      const found = await Promise.all(towns.map(countryAt));
      known = { towns: key, countries: new Set(found.filter((country) => country !== null)) };
    }
    return known.countries;
  };
}

async function countriesOfZone(zone: string): Promise<ReadonlySet<string>> {
  const { cities } = await gazetteer();
  const countries = [...new Set(cities.map(({ country }) => country))];
  return new Set(
    countries.filter((country) => new Intl.Locale('und', { region: country }).getTimeZones()?.includes(zone)),
  );
}
