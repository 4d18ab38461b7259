import type { Language } from '@wopack/domain';
import { fetchJson, type GeocodedPlace, MONTH_MS, type PlaceService } from './place-service.ts';

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
        ...{ q: text, layer: 'city', limit, lang: toPhotonLanguage(language) },
        ...positionParams,
      });
      return features.map(toGeocodedPlace);
    },
    async establishments({ text, near, language, limit }) {
      const { features } = await fetchJson<FeatureCollection>(url, '/api', {
        ...{ q: text, limit: limit * 3, lang: toPhotonLanguage(language) },
        ...{ lat: near?.latitude, lon: near?.longitude },
      });
      return features
        .filter(({ properties }) => ESTABLISHMENT_KEYS.includes(properties.osm_key ?? ''))
        .slice(0, limit)
        .map(toGeocodedPlace);
    },
    async reverse({ latitude, longitude }, language) {
      const { features } = await fetchJson<FeatureCollection>(url, '/reverse', {
        ...{ lat: latitude, lon: longitude, lang: toPhotonLanguage(language) },
      });
      const nearestFeature = features[0];
      const city = nearestFeature?.properties.city ?? nearestFeature?.properties.name;
      return nearestFeature && city
        ? { city, address: formatStreet(nearestFeature) || null, ...toPosition(nearestFeature) }
        : null;
    },
  };
}

const toPosition = ({ geometry }: Feature) => ({
  latitude: geometry.coordinates[1],
  longitude: geometry.coordinates[0],
});

const formatStreet = ({ properties: { street, housenumber } }: Feature) =>
  [street, housenumber].filter(Boolean).join(' ');

function toGeocodedPlace(feature: Feature): GeocodedPlace {
  const { name, postcode, city, state, country } = feature.properties;
  const postcodeAndCity = [postcode, city].filter(Boolean).join(' ');
  const addressParts = [formatStreet(feature), postcodeAndCity, city ? undefined : state, country].filter(
    Boolean,
  ) as string[];
  return {
    displayName: name ?? addressParts[0] ?? '',
    formattedAddress: [...new Set(addressParts)].join(', '),
    ...toPosition(feature),
  };
}
