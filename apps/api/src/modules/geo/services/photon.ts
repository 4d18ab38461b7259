import type { Language } from '@wopack/rules';
import { askJson, MONTH_MS } from './ask-json.ts';
import type { FoundPlace, PlaceService } from './place-service.ts';

/** GeoJSON as Photon 0.6 and later answers. Source: github.com/komoot/photon, README and docs/api-v1.md. */
interface Features {
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
type Feature = Features['features'][number];

/** OpenStreetMap keys of what may sell food. */
const ESTABLISHMENTS = ['amenity', 'shop', 'tourism'];

/** Photon: OpenStreetMap, made for searching as one types. The public one asks to be used fairly; run your own for a country. */
export function photon(url: string): PlaceService {
  // Names in Portuguese and Russian are those of the place itself, unless this Photon was made with more languages.
  const lang = (language: Language) => (language === 'en' ? 'en' : 'default');
  return {
    name: 'photon',
    keepMs: MONTH_MS,
    perSecond: null,
    async cities({ text, near, language, limit }) {
      const where = { lat: near?.latitude, lon: near?.longitude };
      const { features } = await askJson<Features>(url, '/api', {
        ...{ q: text, layer: 'city', limit, lang: lang(language) },
        ...where,
      });
      return features.map(place);
    },
    async establishments({ text, near, language, limit }) {
      const { features } = await askJson<Features>(url, '/api', {
        ...{ q: text, limit: limit * 3, lang: lang(language) },
        ...{ lat: near?.latitude, lon: near?.longitude },
      });
      return features
        .filter(({ properties }) => ESTABLISHMENTS.includes(properties.osm_key ?? ''))
        .slice(0, limit)
        .map(place);
    },
    async reverse({ latitude, longitude }, language) {
      const { features } = await askJson<Features>(url, '/reverse', {
        ...{ lat: latitude, lon: longitude, lang: lang(language) },
      });
      const found = features[0];
      const city = found?.properties.city ?? found?.properties.name;
      return found && city ? { city, address: street(found) || null, ...position(found) } : null;
    },
  };
}

const position = ({ geometry }: Feature) => ({
  latitude: geometry.coordinates[1],
  longitude: geometry.coordinates[0],
});

const street = ({ properties: { street, housenumber } }: Feature) =>
  [street, housenumber].filter(Boolean).join(' ');

function place(feature: Feature): FoundPlace {
  const { name, postcode, city, state, country } = feature.properties;
  const town = [postcode, city].filter(Boolean).join(' ');
  const parts = [street(feature), town, city ? undefined : state, country].filter(Boolean) as string[];
  return {
    displayName: name ?? parts[0] ?? '',
    formattedAddress: [...new Set(parts)].join(', '),
    ...position(feature),
  };
}
