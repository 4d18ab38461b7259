import { isIP } from 'node:net';
import type { Language } from '@wopack/rules';
import { AppError, createValidationError } from '../../platform/http/app-error.ts';
import { normalizeWords } from '../../platform/search-words.ts';
import { findCities } from './find-cities.ts';
import { type Gazetteer, gazetteer } from './gazetteer.ts';
import { kilometres } from './globe.rules.ts';
import { type IpRecord, lookUpIp } from './ip-database.ts';
import { nearestCity } from './nearest-city.ts';

/** City and position of an IP address. Private and unknown ones are not found. */
export async function ipCity(ip: string, language: Language) {
  const address = unmapped(ip.trim());
  if (isIP(address) === 0) throw createValidationError('ip', 'field.format');
  const record = await lookUpIp(address);
  if (!record) throw new AppError('notFound');
  const city = cityName(await gazetteer(), record, language);
  if (!city) throw new AppError('notFound');
  return { city, lat: record.latitude, lon: record.longitude };
}

/** An IPv4 address as IPv6 sockets see it ('::ffff:1.2.3.4') is one of IPv4. */
const unmapped = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/** As far as somebody's city may be from where the address is said to be. */
const SAME_CITY_KM = 50;

/** The database knows the English name: in the caller's language when the gazetteer has that city. */
function cityName(known: Gazetteer, record: IpRecord, language: Language): string | undefined {
  if (!record.city) return nearestCity(known, record)?.city.names[language];
  const [same] = findCities(known, record.city, { near: record, limit: 1 });
  const isSame =
    same &&
    kilometres(same, record) < SAME_CITY_KM &&
    normalizeWords(same.names.en).join() === normalizeWords(record.city).join();
  return isSame ? same.names[language] : record.city;
}
