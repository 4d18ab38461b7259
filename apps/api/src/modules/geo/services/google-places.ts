import { askJson } from './ask-json.ts';
import type { PlaceService } from './place-service.ts';

/** Source: developers.google.com/maps/documentation/places/web-service/text-search, Places API (New). */
interface Answer {
  places?: {
    displayName: { text: string };
    formattedAddress: string;
    location: { latitude: number; longitude: number };
    internationalPhoneNumber?: string;
  }[];
}

const FIELDS = ['displayName', 'formattedAddress', 'location', 'internationalPhoneNumber']
  .map((field) => `places.${field}`)
  .join(',');
/** The widest circle it takes, in metres. */
const NEAR_M = 50_000;

/** Google knows most establishments. Its terms allow keeping nothing of an answer but for the moment. */
export function googlePlaces(key: string, url: string): PlaceService {
  return {
    name: 'google',
    keepMs: 0,
    perSecond: null,
    async establishments({ text, near, language, limit }) {
      const { places = [] } = await askJson<Answer>(
        url,
        '/v1/places:searchText',
        {},
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-goog-api-key': key, 'x-goog-fieldmask': FIELDS },
          body: JSON.stringify({
            textQuery: text,
            languageCode: language,
            pageSize: limit,
            ...(near && { locationBias: { circle: { center: near, radius: NEAR_M } } }),
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
