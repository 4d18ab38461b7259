import { fetchJson, type PlaceService } from './place-service.ts';

/** Source: developers.google.com/maps/documentation/places/web-service/text-search, Places API (New). */
interface TextSearchReply {
  places?: {
    displayName: { text: string };
    formattedAddress: string;
    location: { latitude: number; longitude: number };
    internationalPhoneNumber?: string;
  }[];
}

const FIELD_MASK = ['displayName', 'formattedAddress', 'location', 'internationalPhoneNumber']
  .map((field) => `places.${field}`)
  .join(',');
/** The maximum of the API. */
const MAX_BIAS_RADIUS_METRES = 50_000;

/** Has the most establishments; its terms do not allow caching. */
export function createGooglePlaces(key: string, url: string): PlaceService {
  return {
    name: 'google',
    cacheTtlMs: 0,
    maxPerSecond: null,
    async establishments({ text, near, language, limit }) {
      const { places = [] } = await fetchJson<TextSearchReply>(
        url,
        '/v1/places:searchText',
        {},
        {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-goog-api-key': key,
            'x-goog-fieldmask': FIELD_MASK,
          },
          body: JSON.stringify({
            textQuery: text,
            languageCode: language,
            pageSize: limit,
            ...(near && { locationBias: { circle: { center: near, radius: MAX_BIAS_RADIUS_METRES } } }),
          }),
        },
      );
      return places.map(({ displayName, formattedAddress, location, internationalPhoneNumber }) => ({
        displayName: displayName.text,
        formattedAddress,
        ...location,
        ...(internationalPhoneNumber && { phone: internationalPhoneNumber }),
      }));
    },
  };
}
