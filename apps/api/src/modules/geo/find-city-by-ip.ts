import { isIP } from 'node:net';
import type { Language } from '@wopack/domain';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import { normalizeWords } from '../../platform/search-words.ts';
import { calculateDistanceKm } from './gazetteer/distance.rules.ts';
import { findCities } from './gazetteer/find-cities.ts';
import { findNearestCity } from './gazetteer/find-nearest-city.ts';
import { type Gazetteer, loadGazetteer } from './gazetteer/gazetteer.ts';
import { findIpRecord, type IpRecord } from './ip-database.ts';

/** City and position of an IP address. Private and unknown ones are not found. */
export async function findCityByIp(ip: string, language: Language) {
  const address = normalizeIp(ip.trim());
  if (isIP(address) === 0) throw createValidationError('ip', 'field.format');
  const record = await findIpRecord(address);
  if (!record) throw new AppError('notFound');
  const city = localiseCityName(await loadGazetteer(), record, language);
  if (!city) throw new AppError('notFound');
  return { city, lat: record.latitude, lon: record.longitude };
}

/** An IPv4 address as IPv6 sockets see it ('::ffff:1.2.3.4') is one of IPv4. */
const normalizeIp = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/** As far as somebody's city may be from where the address is said to be. */
const MAX_SAME_CITY_KM = 50;

/** The database knows the English name: in the caller's language when the gazetteer has that city. */
function localiseCityName(gazetteer: Gazetteer, record: IpRecord, language: Language): string | undefined {
  if (!record.city) return findNearestCity(gazetteer, record)?.city.names[language];
  const [candidate] = findCities(gazetteer, record.city, { near: record, limit: 1 });
  const isSameCity =
    candidate &&
    calculateDistanceKm(candidate, record) < MAX_SAME_CITY_KM &&
    normalizeWords(candidate.names.en).join() === normalizeWords(record.city).join();
  return isSameCity ? candidate.names[language] : record.city;
}
