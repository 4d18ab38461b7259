export interface Coordinates {
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

/** About a metre. */
const CLOSE = 1e-5;

export const samePoint = (a: Coordinates | null, b: Coordinates | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    Math.abs(a.latitude - b.latitude) < CLOSE &&
    Math.abs(a.longitude - b.longitude) < CLOSE);

const NUMBER = String.raw`([+\-−]?\d{1,3}(?:\.\d+)?)`;
const LOOSE_NUMBER = String.raw`([+\-−]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEW]?)`;

/** What a map app or a map's address says about a spot, the most telling first. */
const inLinks: readonly RegExp[] = [
  // Google: the marked place, not where the view is centred.
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&#]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(
    String.raw`[?&](?:q|query|ll|center|destination|daddr|sll)=(?:loc:)?${NUMBER}(?:,|%2C)\s*\+?${NUMBER}`,
    'i',
  ),
  new RegExp(`^geo:${NUMBER},${NUMBER}`),
  new RegExp(String.raw`[#&]map=\d+(?:\.\d+)?/${NUMBER}/${NUMBER}`),
  new RegExp(`/@${NUMBER},${NUMBER}`),
];

/** Yandex writes the longitude first. */
const yandex = new RegExp(String.raw`[?&](?:pt|ll|whatshere\[point\])=${NUMBER}(?:,|%2C)${NUMBER}`, 'i');

export const isLink = (text: string): boolean => /^\s*(?:https?:|geo:|www\.|maps\.)/i.test(text);

/**
 * The spot a text names: '38.7123, -9.1416', '38,7123; -9,1416', '38.7° N 9.1° W', or a link to Google Maps,
 * OpenStreetMap, Apple or Yandex that holds coordinates. Null when there is none.
 */
export function parseCoordinates(text: string): Coordinates | null {
  return isLink(text) ? fromLink(text.trim()) : fromPair(text.trim());
}

function fromLink(link: string): Coordinates | null {
  const turned = /yandex\./i.test(link) ? yandex.exec(link) : null;
  if (turned) return checked(degrees(turned[2]!), degrees(turned[1]!));
  for (const pattern of inLinks) {
    const found = pattern.exec(link);
    if (found) return checked(degrees(found[1]!), degrees(found[2]!));
  }
  return null;
}

function fromPair(text: string): Coordinates | null {
  // '38,71' is one number with a decimal comma: a comma alone separates only numbers with points.
  const dotted = new RegExp(`^${NUMBER},${NUMBER}$`).exec(text);
  if (dotted?.[1]?.includes('.') && dotted[2]?.includes('.')) {
    return checked(degrees(dotted[1]), degrees(dotted[2]));
  }
  const pair = new RegExp(String.raw`^${LOOSE_NUMBER}(?:\s*[,;]\s+|\s*;\s*|\s+)${LOOSE_NUMBER}$`, 'i');
  const found = pair.exec(text);
  if (!found) return null;
  const [, first, north, second, east] = found;
  return checked(turnedBy(degrees(first!), north, 'S'), turnedBy(degrees(second!), east, 'W'));
}

const turnedBy = (value: number, letter: string | undefined, negative: string): number =>
  letter?.toUpperCase() === negative ? -Math.abs(value) : value;

const degrees = (text: string): number => Number(text.replace('−', '-').replace(',', '.'));

const checked = (latitude: number, longitude: number): Coordinates | null =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;

/** One field's degrees, with point or comma; null when it is no number of at most `limit`. */
export function parseDegrees(text: string, limit: 90 | 180): number | null {
  const clean = text.trim();
  if (!/^[+\-−]?\d{1,3}(?:[.,]\d+)?$/.test(clean)) return null;
  const value = degrees(clean);
  return Math.abs(value) <= limit ? value : null;
}
