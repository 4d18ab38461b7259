import type { endpoints } from '@wopack/contract';
import { eurosFromCents, type Language, NEARBY_METRES, resolvePosition } from '@wopack/domain';
import type { Context } from '../../../platform/context.ts';
import type { Call } from '../../../platform/http/route.ts';
import { createTtlCache } from '../../../platform/performance/caches.ts';
import { findCityByIp, findNamedCity, type NamedPosition } from '../../geo/index.ts';
import { getCachedProductTypes } from '../../products/index.ts';
import { loadAllocations } from '../offer-allocations.queries.ts';
import { listBusiestPositions, NO_FILTERS, selectOfferPage, summarizeOffers } from './list.queries.ts';
import { buildOfferView } from './list-offers.ts';

const SUMMARY_TTL_MS = 30_000;
const MAX_CACHED_CITIES = 500;
const MAX_SHOWN_OFFERS = 4;
/** Contains as many different sale places in most cases. */
const CANDIDATE_COUNT = 4 * MAX_SHOWN_OFFERS;

type OffersSummary = Awaited<ReturnType<typeof buildCitySummary>>;

/** Summaries by city, and the city of a visitor, as the app's home page shows it. */
export function createOffersSummary(context: Context) {
  const summaryCache = createTtlCache<OffersSummary>(
    SUMMARY_TTL_MS,
    MAX_CACHED_CITIES,
    (summary) => summary.packs > 0,
  );
  const getCitySummary = (city: NamedPosition, language: Language) =>
    summaryCache(`${language} ${city.latitude} ${city.longitude}`, () =>
      context.readRouter.run(null, (db) => buildCitySummary({ ...context, db }, city, language)),
    );

  /** The city of an IP address if it has offers, else the one with the most sale places. */
  const getVisitorSummary = async (ip: string, language: Language): Promise<OffersSummary> => {
    const callerCity = await findCityByIp(ip, language);
    const callerSummary = callerCity && (await getCitySummary(callerCity, language));
    if (callerSummary?.packs) return callerSummary;
    const [busiestPosition] = await context.readRouter.run(null, (db) => listBusiestPositions(db, 1));
    const city = busiestPosition && (await findNamedCity(busiestPosition, language));
    return city ? getCitySummary(city, language) : EMPTY_SUMMARY;
  };

  return {
    /** Offers in the city of the position or of the user, else of the visitor. */
    getOffersSummary: async ({
      request,
      actor,
      query,
      language,
    }: Call<typeof endpoints.getOffersSummary>) => {
      const position = resolvePosition(query, actor);
      if (!position) return { data: await getVisitorSummary(request.ip, language) };
      const city = await findNamedCity(position, language);
      return { data: city ? await getCitySummary(city, language) : EMPTY_SUMMARY };
    },

    /** The call of a guest who sends no position, with that of the visitor's city. */
    async withVisitorPosition<
      C extends Call<
        | typeof endpoints.listOffers
        | typeof endpoints.listMapOffers
        | typeof endpoints.listSuggestions
        | typeof endpoints.countSuitableOffers
      >,
    >(call: C): Promise<C> {
      const { actor, query, request, language } = call;
      if (actor || (query.latitude !== undefined && query.longitude !== undefined)) return call;
      const { latitude, longitude } = await getVisitorSummary(request.ip, language);
      return latitude === null || longitude === null
        ? call
        : { ...call, query: { ...query, latitude, longitude } };
    },
  };
}

const EMPTY_SUMMARY = {
  city: null,
  latitude: null,
  longitude: null,
  packs: 0,
  places: 0,
  is_exact: true,
  price_from: null,
  offers: [],
};

async function buildCitySummary({ db, clock }: Context, city: NamedPosition, language: Language) {
  const now = clock.now();
  const filters = { ...NO_FILTERS, origin: city, radius: NEARBY_METRES };
  const {
    packs: unitCount,
    sale_place_count: salePlaceCount,
    min_price_cents: minPriceCents,
    isExact,
  } = await summarizeOffers(db, filters, now);
  if (unitCount === 0) return EMPTY_SUMMARY;
  const rows = await selectOfferPage(db, filters, {
    phase: 0,
    after: null,
    firstPageAt: null,
    limit: CANDIDATE_COUNT,
    order: null,
    language,
    now,
  });
  const firstPerSalePlace = rows.filter(
    ({ card: { place_id: salePlaceId } }, i) =>
      rows.findIndex(({ card }) => card.place_id === salePlaceId) === i,
  );
  const shownRows = firstPerSalePlace.slice(0, MAX_SHOWN_OFFERS);
  const types = await getCachedProductTypes(db);
  const allocations = await loadAllocations(db, shownRows, now);
  return {
    city: city.name,
    latitude: city.latitude,
    longitude: city.longitude,
    packs: isExact ? unitCount : Math.floor(unitCount / 1000) * 1000,
    places: salePlaceCount,
    is_exact: isExact,
    price_from: minPriceCents === null ? null : eurosFromCents(minPriceCents),
    // The caller's position is unknown; a distance from the city centre would be misleading.
    offers: shownRows.map((row) => ({
      ...withoutMine(buildOfferView(row, { origin: null, types, language, now, allocations })),
      is_favourite: false,
    })),
  };
}

/** The summary is the same for everybody. */
const withoutMine = ({ allocation, ...offer }: ReturnType<typeof buildOfferView>) => ({
  ...offer,
  allocation: allocation && { ...allocation, mine: null },
});
