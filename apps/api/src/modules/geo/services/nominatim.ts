import {
  fetchJson,
  type GeocodedPlace,
  MONTH_MS,
  type PlaceQuery,
  type PlaceService,
} from './place-service.ts';

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
    const { road, house_number, city, town, village, municipality, county } = result.address ?? {};
    const name = city ?? town ?? village ?? municipality ?? county;
    if (!name) return null;
    return {
      city: name,
      address: [road, house_number].filter(Boolean).join(' ') || null,
      ...toPosition(result),
    };
  };
  const service = { name: 'nominatim', cacheTtlMs: MONTH_MS, reverse };
  if (new URL(url).hostname === PUBLIC_HOST) return { ...service, maxPerSecond: 1 };

  const search = async ({ text, near, language, limit }: PlaceQuery, extraParams: Record<string, string>) => {
    const results = await fetchJson<NominatimPlace[]>(
      url,
      '/search',
      {
        ...{ q: text, format: 'jsonv2', addressdetails: 1, limit, 'accept-language': language },
        // Prefers results within one degree; others rank lower.
        viewbox: near
          ? [near.longitude - 1, near.latitude + 1, near.longitude + 1, near.latitude - 1].join(',')
          : undefined,
        ...extraParams,
      },
      init,
    );
    return results.map(toGeocodedPlace);
  };
  return {
    ...service,
    maxPerSecond: null,
    cities: (placeQuery) => search(placeQuery, { featureType: 'city' }),
    establishments: (placeQuery) => search(placeQuery, { layer: 'poi' }),
  };
}

const toPosition = ({ lat, lon }: NominatimPlace) => ({ latitude: Number(lat), longitude: Number(lon) });

function toGeocodedPlace(result: NominatimPlace): GeocodedPlace {
  const [firstPart = '', ...otherParts] = result.display_name.split(', ');
  return {
    displayName: result.name || firstPart,
    formattedAddress: otherParts.join(', ') || firstPart,
    ...toPosition(result),
  };
}
