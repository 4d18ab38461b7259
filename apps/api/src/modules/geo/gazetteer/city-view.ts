import { type Language, languages } from '@wopack/domain';
import { type City, type Gazetteer, regionKey } from './gazetteer.ts';

const COUNTRY_NAMES = Object.fromEntries(
  languages.map((language) => [language, new Intl.DisplayNames(language, { type: 'region' })]),
) as Record<Language, Intl.DisplayNames>;

/** Portugal's districts bear the names of their seats, its islands do not. */
const ISLAND_NAMES: Record<string, Record<Language, string>> = {
  'PT.10': { pt: 'Madeira', en: 'Madeira', ru: 'Мадейра' },
  'PT.23': { pt: 'Açores', en: 'Azores', ru: 'Азорские острова' },
};

/** Cities as they are found: namesakes of one country are told apart by the seats of their regions. */
export function buildCityViews(gazetteer: Gazetteer, cities: readonly City[], language: Language) {
  const nameWithCountry = (city: City) => `${city.names[language]}, ${city.country}`;
  return cities.map((city) => {
    const hasNamesake = cities.some(
      (other) => other !== city && nameWithCountry(other) === nameWithCountry(city),
    );
    return buildCityView(gazetteer, city, language, hasNamesake);
  });
}

function buildCityView({ regionCapitals }: Gazetteer, city: City, language: Language, hasNamesake: boolean) {
  const name = city.names[language];
  const key = regionKey(city);
  const regionCapital = regionCapitals.get(key)?.names[language];
  const region =
    ISLAND_NAMES[key]?.[language] ??
    (/^[A-Z]{2}$/.test(city.region)
      ? city.region
      : city.country === 'PT' || hasNamesake
        ? regionCapital
        : undefined);
  const country = COUNTRY_NAMES[language].of(city.country);
  return {
    label: name,
    displayName: name,
    formattedAddress: [...new Set([name, region, country])].filter(Boolean).join(', '),
    latitude: city.latitude,
    longitude: city.longitude,
  };
}
