/** What a draw has published so far; hashes, keys and random bytes in hexadecimal. */
export interface DrawRecord {
  seed_hash: string;
  /** Published at closing, sorted by id; rank and value once it is drawn. */
  list: readonly DrawEntry[] | null;
  list_hash: string | null;
  beacon: { value: string } | null;
  seed: string | null;
  key: string | null;
}

export interface DrawEntry {
  id: string;
  random: string;
  rank: number | null;
  hmac: string | null;
}

interface RankedEntry {
  id: string;
  hmac: string;
}

/** Each published value compared with the one that follows from the others. */
export interface DrawCheck {
  seed: boolean;
  seedHash: boolean;
  /** Sorted by id, each id once, random bytes complete, and the published hash. */
  list: boolean;
  beacon: boolean;
  key: boolean;
  ranking: boolean;
  /** First rank whose entry or value differs; null when none does. */
  firstWrongRank: number | null;
  /** Entries that come out at their published rank with their published value. */
  matchingCount: number;
}

export const isCheckPassed = (check: DrawCheck): boolean =>
  check.seed && check.seedHash && check.list && check.beacon && check.key && check.ranking;

const SEED_BYTES = 32;
const ENTRY_BYTES = 16;
const BEACON_BYTES = 32;

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Null when the text is not pairs of hexadecimal digits. */
export function parseHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^([\da-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** The text whose SHA-256 is published at closing: for each entry its id, a space, its bytes and a line feed. */
export const formatEntryList = (entries: readonly Pick<DrawEntry, 'id' | 'random'>[]): string =>
  entries.map(({ id, random }) => `${id} ${random}\n`).join('');

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export async function sha256(...parts: Uint8Array<ArrayBuffer>[]): Promise<Uint8Array<ArrayBuffer>> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined));
}

/** Ascending HMAC-SHA256 of the id, as text, under the draw key. */
async function rankEntries(drawKey: Uint8Array<ArrayBuffer>, ids: readonly string[]): Promise<RankedEntry[]> {
  const key = await crypto.subtle.importKey('raw', drawKey, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const ranked = await Promise.all(
    ids.map(async (id) => ({
      id,
      hmac: toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, encode(id)))),
    })),
  );
  return ranked.toSorted((a, b) => compare(a.hmac, b.hmac));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const isSortedWithoutDoubles = (ids: readonly string[]): boolean =>
  ids.every((id, index) => index === 0 || compare(ids[index - 1]!, id) < 0);

/** In order of their published rank. */
export const sortByRank = (list: readonly DrawEntry[]): DrawEntry[] =>
  list.toSorted((a, b) => (a.rank ?? Infinity) - (b.rank ?? Infinity));

/**
 * Recomputes a draw from its seed, its entries and its beacon value, and compares what was published. Trusts none of
 * the published hashes. Null until the seed is published.
 */
export async function checkDraw(record: DrawRecord): Promise<DrawCheck | null> {
  if (record.seed === null || record.list === null) return null;
  const { list } = record;
  const seed = parseHex(record.seed) ?? new Uint8Array();
  const beacon = record.beacon === null ? new Uint8Array() : parseHex(record.beacon.value);
  const listHash = await sha256(encode(formatEntryList(list)));
  const key = await sha256(seed, listHash, beacon ?? new Uint8Array());
  const ids = list.map(({ id }) => id);
  const computed = await rankEntries(key, ids);
  const published = sortByRank(list);
  const isSameAt = (index: number) =>
    published[index]!.rank === index + 1 &&
    published[index]!.id === computed[index]!.id &&
    published[index]!.hmac === computed[index]!.hmac;
  const wrongIndexes = ids.map((_, index) => index).filter((index) => !isSameAt(index));
  return {
    seed: seed.length === SEED_BYTES,
    seedHash: toHex(await sha256(seed)) === record.seed_hash,
    list:
      isSortedWithoutDoubles(ids) &&
      list.every(({ random }) => parseHex(random)?.length === ENTRY_BYTES) &&
      toHex(listHash) === record.list_hash,
    beacon: record.beacon === null || beacon?.length === BEACON_BYTES,
    key: toHex(key) === record.key,
    ranking: wrongIndexes.length === 0,
    firstWrongRank: wrongIndexes[0] === undefined ? null : wrongIndexes[0] + 1,
    matchingCount: ids.length - wrongIndexes.length,
  };
}

/** A shell command that computes an entry's value with a tool that is not ours. */
export const buildOpensslCommand = (entryId: string, drawKey: string): string =>
  `printf %s ${entryId} |\n  openssl dgst -sha256 -mac HMAC \\\n  -macopt hexkey:${drawKey}`;
