import { type Language, languages } from '@wopack/rules';
import { type City, type Gazetteer, regionKey } from './gazetteer.ts';

const countries = Object.fromEntries(
  languages.map((language) => [language, new Intl.DisplayNames(language, { type: 'region' })]),
) as Record<Language, Intl.DisplayNames>;

/** Portugal's districts bear the names of their seats, its islands do not. */
const islands: Record<string, Record<Language, string>> = {
  'PT.10': { pt: 'Madeira', en: 'Madeira', ru: 'Мадейра' },
  'PT.23': { pt: 'Açores', en: 'Azores', ru: 'Азорские острова' },
};

/** Cities as they are found: namesakes of one country are told apart by the seats of their regions. */
export function cityViews(gazetteer: Gazetteer, cities: readonly City[], language: Language) {
  const full = (city: City) => `${city.names[language]}, ${city.country}`;
  return cities.map((city) => {
    const namesake = cities.some((other) => other !== city && full(other) === full(city));
    return cityView(gazetteer, city, language, namesake);
  });
}

function cityView({ seats }: Gazetteer, city: City, language: Language, namesake: boolean) {
  const name = city.names[language];
  const key = regionKey(city);
  const seat = seats.get(key)?.names[language];
  const region =
    islands[key]?.[language] ??
    (/^[A-Z]{2}$/.test(city.region) ? city.region : city.country === 'PT' || namesake ? seat : undefined);
  const country = countries[language].of(city.country);
  return {
    label: name,
    displayName: name,
    formattedAddress: [...new Set([name, region, country])].filter(Boolean).join(', '),
    latitude: city.latitude,
    longitude: city.longitude,
  };
}
