import type { endpoints } from '@wopack/contract';
import { eurosFromCents, type Language } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { getCachedProductTypes } from '../../products/index.ts';
import type { OfferFilters, Position } from '../offer-filters.ts';
import { createTtlCache } from '../ttl-cache.ts';
import { selectOfferPage } from './list.queries.ts';
import { buildOfferView } from './offer-view.ts';
import { listBusiestPositions, summarizeOffers } from './summary.queries.ts';

/** Finds cities; null where there is none. The app hands it down: this module stands beside the one that knows. */
export interface CityFinder {
  findByIp(ip: string, language: Language): Promise<City | null>;
  findNearest(position: Position, language: Language): Promise<City | null>;
}
export type City = Position & { name: string };

const SUMMARY_TTL_MS = 30_000;
const MAX_CACHED_CITIES = 500;
const CITY_RADIUS_METRES = 25_000;
const MAX_SHOWN_OFFERS = 4;
/** Enough for as many different venues, mostly. */
const CANDIDATE_COUNT = 4 * MAX_SHOWN_OFFERS;

type OffersSummary = Awaited<ReturnType<typeof buildCitySummary>>;

/** What is on sale in the caller's city, else in the one where there is most: for whoever has not signed in yet. */
export function createGetOffersSummary(context: Context, cityFinder: CityFinder) {
  const summaryCache = createTtlCache<OffersSummary>(
    SUMMARY_TTL_MS,
    MAX_CACHED_CITIES,
    ({ packs }) => packs > 0,
  );
  const getCitySummary = (city: City, language: Language) =>
    summaryCache(`${language} ${city.latitude} ${city.longitude}`, () =>
      context.readRouter.run(null, (db) => buildCitySummary({ ...context, db }, city, language)),
    );

  return async ({ request, language }: Call<typeof endpoints.getOffersSummary>) => {
    const callerCity = await cityFinder.findByIp(request.ip, language);
    const callerSummary = callerCity && (await getCitySummary(callerCity, language));
    if (callerSummary?.packs) return { data: callerSummary };
    const [busiestPosition] = await context.readRouter.run(null, (db) => listBusiestPositions(db, 1));
    const city = busiestPosition && (await cityFinder.findNearest(busiestPosition, language));
    return { data: city ? await getCitySummary(city, language) : EMPTY_SUMMARY };
  };
}

const EMPTY_SUMMARY = { city: null, packs: 0, places: 0, price_from: null, offers: [] };

async function buildCitySummary({ db, clock }: Context, city: City, language: Language) {
  const now = clock.now();
  const filters = buildNearbyFilters(city);
  const {
    packs,
    sale_place_count: salePlaceCount,
    min_price_cents: minPriceCents,
  } = await summarizeOffers(db, filters, now);
  if (packs === 0) return EMPTY_SUMMARY;
  const rows = await selectOfferPage(db, filters, {
    phase: 0,
    after: null,
    firstPageAt: null,
    limit: CANDIDATE_COUNT,
    now,
  });
  const firstPerSalePlace = rows.filter(
    ({ place_id: salePlaceId }, i) => rows.findIndex((row) => row.place_id === salePlaceId) === i,
  );
  const types = await getCachedProductTypes(db);
  return {
    city: city.name,
    packs,
    places: salePlaceCount,
    price_from: minPriceCents === null ? null : eurosFromCents(minPriceCents),
    // Nobody knows where the caller stands: the distance from the centre would be taken for theirs.
    offers: firstPerSalePlace.slice(0, MAX_SHOWN_OFFERS).map((row) => ({
      ...buildOfferView(row, { origin: null, types, language }),
      is_favourite: false,
    })),
  };
}

const buildNearbyFilters = (origin: Position): OfferFilters => ({
  userId: 0,
  origin,
  radius: CITY_RADIUS_METRES,
  ...{ typeId: null, diet: null, favouritesOnly: false, search: null, day: null, sellerId: null, box: null },
});
