import type { endpoints } from '@wopack/contract';
import { eurosFromCents, type Language } from '@wopack/rules';
import type { Context } from '../../platform/context.ts';
import type { Call } from '../../platform/http/route.ts';
import { getCachedProductTypes } from '../products/index.ts';
import { keptBriefly } from './kept-briefly.ts';
import { listOffers } from './list.queries.ts';
import { busiestTowns, figures } from './now.queries.ts';
import type { Filters, Position } from './offer-filters.ts';
import { offerView } from './offer-view.ts';

/** Finds cities; null where there is none. The app hands it down: this module stands beside the one that knows. */
export interface Cities {
  ofIp(ip: string, language: Language): Promise<City | null>;
  nearest(position: Position, language: Language): Promise<City | null>;
}
export type City = Position & { name: string };

const KEPT_MS = 30_000;
const MOST_CITIES = 500;
const AROUND_METRES = 25_000;
const SHOWN = 4;
/** Enough for as many different venues, mostly. */
const LOOKED_AT = 4 * SHOWN;

type Answer = Awaited<ReturnType<typeof around>>;

/** What is on sale in the caller's city, else in the one where there is most: for whoever has not signed in yet. */
export function onSaleNow(context: Context, cities: Cities) {
  const kept = keptBriefly<Answer>(KEPT_MS, MOST_CITIES, ({ packs }) => packs > 0);
  const inCity = (city: City, language: Language) =>
    kept(`${language} ${city.latitude} ${city.longitude}`, () =>
      context.readRouter.run(null, (db) => around({ ...context, db }, city, language)),
    );

  return async ({ request, language }: Call<typeof endpoints.getOffersSummary>) => {
    const own = await cities.ofIp(request.ip, language);
    const here = own && (await inCity(own, language));
    if (here?.packs) return { data: here };
    const [most] = await context.readRouter.run(null, (db) => busiestTowns(db, 1));
    const city = most && (await cities.nearest(most, language));
    return { data: city ? await inCity(city, language) : nothing };
  };
}

const nothing = { city: null, packs: 0, places: 0, price_from: null, offers: [] };

async function around({ db, clock }: Context, city: City, language: Language) {
  const now = clock.now();
  const filters = everythingNear(city);
  const { packs, places, price_from_cents: from } = await figures(db, filters, now);
  if (packs === 0) return nothing;
  const rows = await listOffers(db, filters, { phase: 0, after: null, since: null, limit: LOOKED_AT, now });
  const firstOfEach = rows.filter(
    ({ place_id: place }, i) => rows.findIndex((row) => row.place_id === place) === i,
  );
  const types = await getCachedProductTypes(db);
  return {
    city: city.name,
    packs,
    places,
    price_from: from === null ? null : eurosFromCents(from),
    // Nobody knows where the caller stands: the distance from the centre would be taken for theirs.
    offers: firstOfEach.slice(0, SHOWN).map((row) => ({
      ...offerView(row, { origin: null, types, language }),
      is_favourite: false,
    })),
  };
}

const everythingNear = (origin: Position): Filters => ({
  userId: 0,
  origin,
  radius: AROUND_METRES,
  ...{ typeId: null, diet: null, favouritesOnly: false, search: null, day: null, sellerId: null, box: null },
});
