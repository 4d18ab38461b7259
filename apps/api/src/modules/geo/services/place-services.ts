import { DAY_MS, type Language, type Position } from '@wopack/domain';

export interface GeocodedPlace extends Position {
  displayName: string;
  formattedAddress: string;
  /** In international format, if the service provides it. */
  phone?: string;
}

export interface PlaceQuery {
  text: string;
  near: Position | null;
  language: Language;
  limit: number;
}

/** Address of a position. */
export interface ReverseGeocodeResult extends Position {
  city: string;
  /** Street and number, if known. */
  address: string | null;
}

/** An external geocoding service. Operations that it lacks or that its terms forbid are left out. */
export interface PlaceService {
  readonly name: string;
  /** Called with each typed letter. */
  cities?(placeQuery: PlaceQuery): Promise<GeocodedPlace[]>;
  /** The same for establishments: shops, restaurants, hotels. */
  establishments?(placeQuery: PlaceQuery): Promise<GeocodedPlace[]>;
  /** Null when there is no address. */
  reverse?(position: Position, language: Language): Promise<ReverseGeocodeResult | null>;
  /** How long results may be cached; 0 for not at all. */
  readonly cacheTtlMs: number;
  /** Requests a second of all processes together; null for no limit. */
  readonly maxPerSecond: number | null;
}

/** Bounds the delay of typeahead results. */
const TIMEOUT_MS = 1_500;

/** Throws on a timeout or an unsuccessful status. */
export async function fetchJson<T>(
  base: string,
  path: string,
  query: Record<string, string | number | undefined>,
  init: RequestInit = {},
): Promise<T> {
  const url = new URL(base.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url.host} answers ${response.status}`);
  return (await response.json()) as T;
}

const MONTH_MS = 30 * DAY_MS;

/** GeoJSON as Photon 0.6 and later answers. Source: github.com/komoot/photon, README and docs/api-v1.md. */
interface FeatureCollection {
  features: {
    geometry: { coordinates: [longitude: number, latitude: number] };
    properties: Partial<
      Record<
        'name' | 'street' | 'housenumber' | 'postcode' | 'city' | 'state' | 'country' | 'osm_key',
        string
      >
    >;
  }[];
}
type Feature = FeatureCollection['features'][number];

/** OpenStreetMap keys of places that may sell food. */
const ESTABLISHMENT_KEYS = ['amenity', 'shop', 'tourism'];

/** Photon is a typeahead search of OpenStreetMap. The public instance asks for fair use: run your own for a country. */
export function createPhoton(url: string): PlaceService {
  // 'default' gives local names: Photon has no Portuguese or Russian index unless it is built with them.
  const toPhotonLanguage = (language: Language) => (language === 'en' ? 'en' : 'default');
  return {
    name: 'photon',
    cacheTtlMs: MONTH_MS,
    maxPerSecond: null,
    async cities({ text, near, language, limit }) {
      const positionParams = { lat: near?.latitude, lon: near?.longitude };
      const { features } = await fetchJson<FeatureCollection>(url, '/api', {
        q: text,
        layer: 'city',
        limit,
        lang: toPhotonLanguage(language),
        ...positionParams,
      });
      return features.map(toPhotonPlace);
    },
    async establishments({ text, near, language, limit }) {
      const { features } = await fetchJson<FeatureCollection>(url, '/api', {
        q: text,
        limit: limit * 3,
        lang: toPhotonLanguage(language),
        lat: near?.latitude,
        lon: near?.longitude,
      });
      return features
        .filter(({ properties }) => ESTABLISHMENT_KEYS.includes(properties.osm_key ?? ''))
        .slice(0, limit)
        .map(toPhotonPlace);
    },
    async reverse({ latitude, longitude }, language) {
      const { features } = await fetchJson<FeatureCollection>(url, '/reverse', {
        lat: latitude,
        lon: longitude,
        lang: toPhotonLanguage(language),
      });
      const nearestFeature = features[0];
      const city = nearestFeature?.properties.city ?? nearestFeature?.properties.name;
      return nearestFeature && city
        ? { city, address: formatStreet(nearestFeature) || null, ...toPhotonPosition(nearestFeature) }
        : null;
    },
  };
}

const toPhotonPosition = ({ geometry }: Feature) => ({
  latitude: geometry.coordinates[1],
  longitude: geometry.coordinates[0],
});

const formatStreet = ({ properties: { street, housenumber } }: Feature) =>
  [street, housenumber].filter(Boolean).join(' ');

function toPhotonPlace(feature: Feature): GeocodedPlace {
  const { name, postcode, city, state, country } = feature.properties;
  const postcodeAndCity = [postcode, city].filter(Boolean).join(' ');
  const addressParts = [formatStreet(feature), postcodeAndCity, city ? undefined : state, country].filter(
    Boolean,
  ) as string[];
  return {
    displayName: name ?? addressParts[0] ?? '',
    formattedAddress: [...new Set(addressParts)].join(', '),
    ...toPhotonPosition(feature),
  };
}

/** Format jsonv2 with addressdetails. Source: nominatim.org/release-docs/latest/api. */
interface NominatimPlace {
  lat: string;
  lon: string;
  name?: string;
  display_name: string;
  address?: Partial<
    Record<'road' | 'house_number' | 'city' | 'town' | 'village' | 'municipality' | 'county', string>
  >;
}

const PUBLIC_HOST = 'nominatim.openstreetmap.org';

/**
 * Nominatim searches OpenStreetMap by whole words. The public instance allows one identified request a second and no
 * typeahead (operations.osmfoundation.org/policies/nominatim), so it is used for positions only.
 */
export function createNominatim(url: string, publicUrl: string): PlaceService {
  const init = { headers: { 'user-agent': `WoPack (${publicUrl})` } };
  const reverse: PlaceService['reverse'] = async ({ latitude, longitude }, language) => {
    const result = await fetchJson<NominatimPlace & { error?: string }>(
      url,
      '/reverse',
      { lat: latitude, lon: longitude, format: 'jsonv2', zoom: 18, 'accept-language': language },
      init,
    );
    const { address = {} } = result;
    const name = address.city ?? address.town ?? address.village ?? address.municipality ?? address.county;
    if (!name) return null;
    return {
      city: name,
      address: [address.road, address.house_number].filter(Boolean).join(' ') || null,
      ...toNominatimPosition(result),
    };
  };
  const service = { name: 'nominatim', cacheTtlMs: MONTH_MS, reverse };
  if (new URL(url).hostname === PUBLIC_HOST) return { ...service, maxPerSecond: 1 };

  const search = async ({ text, near, language, limit }: PlaceQuery, extraParams: Record<string, string>) => {
    const results = await fetchJson<NominatimPlace[]>(
      url,
      '/search',
      {
        q: text,
        format: 'jsonv2',
        addressdetails: 1,
        limit,
        'accept-language': language,
        // Prefers results within one degree; others rank lower.
        viewbox: near
          ? [near.longitude - 1, near.latitude + 1, near.longitude + 1, near.latitude - 1].join(',')
          : undefined,
        ...extraParams,
      },
      init,
    );
    return results.map(toNominatimPlace);
  };
  return {
    ...service,
    maxPerSecond: null,
    cities: (placeQuery) => search(placeQuery, { featureType: 'city' }),
    establishments: (placeQuery) => search(placeQuery, { layer: 'poi' }),
  };
}

const toNominatimPosition = ({ lat, lon }: NominatimPlace) => ({
  latitude: Number(lat),
  longitude: Number(lon),
});

function toNominatimPlace(result: NominatimPlace): GeocodedPlace {
  const [firstPart = '', ...otherParts] = result.display_name.split(', ');
  return {
    displayName: result.name || firstPart,
    formattedAddress: otherParts.join(', ') || firstPart,
    ...toNominatimPosition(result),
  };
}
