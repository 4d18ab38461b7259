import { readFile } from 'node:fs/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type Language, MINUTE_MS } from '@wopack/domain';
import { type CityResponse, Reader } from 'maxmind';
import { normalizeWords } from '../../platform/search-words.ts';
import {
  findCities,
  findNearestCity,
  type Gazetteer,
  loadGazetteer,
  type NamedPosition,
} from './find-cities.ts';
import { calculateDistanceKm } from './geo.rules.ts';

export const isIpAddress = (text: string): boolean => isIP(normalizeIp(text)) !== 0;

/** City and position of an IP address; null for private and unknown ones. */
export async function findCityByIp(ip: string, language: Language): Promise<NamedPosition | null> {
  const record = await findIpRecord(normalizeIp(ip));
  if (!record) return null;
  const name = localiseCityName(await loadGazetteer(), record, language);
  return name === undefined ? null : { name, latitude: record.latitude, longitude: record.longitude };
}

/** Unwraps IPv4 addresses in the form of IPv6 sockets, e.g. '::ffff:1.2.3.4'. */
const normalizeIp = (ip: string): string => ip.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/** Maximum distance between the position of an address and its city in the gazetteer. */
const MAX_SAME_CITY_KM = 50;

/** The IP database has English names; translated when the gazetteer contains the city. */
function localiseCityName(gazetteer: Gazetteer, record: IpRecord, language: Language): string | undefined {
  if (!record.city) return findNearestCity(gazetteer, record)?.city.names[language];
  const [candidate] = findCities(gazetteer, record.city, { near: record, limit: 1 });
  const isSameCity =
    candidate &&
    calculateDistanceKm(candidate, record) < MAX_SAME_CITY_KM &&
    normalizeWords(candidate.names.en).join() === normalizeWords(record.city).join();
  return isSameCity ? candidate.names[language] : record.city;
}

/** A record of DB-IP; `city` is empty when unknown. */
export interface IpRecord {
  city: string;
  latitude: number;
  longitude: number;
}

/** The databases are large; their memory is released after this time without use. */
const IDLE_TIMEOUT_MS = 5 * MINUTE_MS;

/** Generated from DB-IP's database by scripts/data/build-ip-cities.ts. */
const DATABASES_DIR = join(import.meta.dirname, '../../../db/ip-cities');
const databases = { 4: createIdleReader('ipv4.mmdb.br'), 6: createIdleReader('ipv6.mmdb.br') };

/** Loopback and private networks, excluded without loading a database. */
const privateAddresses = new BlockList();
privateAddresses.addSubnet('127.0.0.0', 8);
privateAddresses.addSubnet('10.0.0.0', 8);
privateAddresses.addSubnet('172.16.0.0', 12);
privateAddresses.addSubnet('192.168.0.0', 16);
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

/** Null for private addresses and those missing in the database. */
async function findIpRecord(ip: string): Promise<IpRecord | null> {
  if (privateAddresses.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return null;
  const database = await databases[isIPv6(ip) ? 6 : 4]();
  // The reader's types are those of MaxMind's records; DB-IP's are flat.
  return database.get(ip) as unknown as IpRecord | null;
}

function createIdleReader(file: string) {
  const openReader = async () =>
    new Reader<CityResponse>(await promisify(brotliDecompress)(await readFile(join(DATABASES_DIR, file))));
  let reader: ReturnType<typeof openReader> | null = null;
  let releaseTimer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(releaseTimer);
    releaseTimer = setTimeout(() => {
      reader = null;
    }, IDLE_TIMEOUT_MS).unref();
    reader ??= openReader().catch((error: unknown) => {
      reader = null;
      throw error;
    });
    return reader;
  };
}
