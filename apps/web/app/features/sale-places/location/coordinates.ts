export interface Coordinates {
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

/** Degrees; about a metre. */
const TOLERANCE_DEGREES = 1e-5;

export const isSamePosition = (a: Coordinates | null, b: Coordinates | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    Math.abs(a.latitude - b.latitude) < TOLERANCE_DEGREES &&
    Math.abs(a.longitude - b.longitude) < TOLERANCE_DEGREES);

const NUMBER_PATTERN = String.raw`([+\-−]?\d{1,3}(?:\.\d+)?)`;
const LOOSE_NUMBER_PATTERN = String.raw`([+\-−]?\d{1,3}(?:[.,]\d+)?)\s*°?\s*([NSEW]?)`;

/** Positions in links of map apps, the most specific first. */
const linkPatterns: readonly RegExp[] = [
  // Google: the marked place, not the centre of the view.
  new RegExp(`!3d${NUMBER_PATTERN}!4d${NUMBER_PATTERN}`),
  new RegExp(`[?&#]mlat=${NUMBER_PATTERN}&mlon=${NUMBER_PATTERN}`),
  new RegExp(
    String.raw`[?&](?:q|query|ll|center|destination|daddr|sll)=(?:loc:)?${NUMBER_PATTERN}(?:,|%2C)\s*\+?${NUMBER_PATTERN}`,
    'i',
  ),
  new RegExp(`^geo:${NUMBER_PATTERN},${NUMBER_PATTERN}`),
  new RegExp(String.raw`[#&]map=\d+(?:\.\d+)?/${NUMBER_PATTERN}/${NUMBER_PATTERN}`),
  new RegExp(`/@${NUMBER_PATTERN},${NUMBER_PATTERN}`),
];

/** Yandex puts the longitude first. */
const yandexPattern = new RegExp(
  String.raw`[?&](?:pt|ll|whatshere\[point\])=${NUMBER_PATTERN}(?:,|%2C)${NUMBER_PATTERN}`,
  'i',
);

export const isLink = (text: string): boolean => /^\s*(?:https?:|geo:|www\.|maps\.)/i.test(text);

/**
 * The position in a text: '38.7123, -9.1416', '38,7123; -9,1416', '38.7° N 9.1° W', or a link to Google Maps,
 * OpenStreetMap, Apple or Yandex with coordinates. Null when there is none.
 */
export function parseCoordinates(text: string): Coordinates | null {
  return isLink(text) ? parseLink(text.trim()) : parsePair(text.trim());
}

function parseLink(link: string): Coordinates | null {
  const yandexMatch = /yandex\./i.test(link) ? yandexPattern.exec(link) : null;
  if (yandexMatch) return validateCoordinates(parseNumber(yandexMatch[2]!), parseNumber(yandexMatch[1]!));
  for (const pattern of linkPatterns) {
    const match = pattern.exec(link);
    if (match) return validateCoordinates(parseNumber(match[1]!), parseNumber(match[2]!));
  }
  return null;
}

function parsePair(text: string): Coordinates | null {
  // '38,71' is one number with a decimal comma: a comma alone separates only numbers with points.
  const decimalMatch = new RegExp(`^${NUMBER_PATTERN},${NUMBER_PATTERN}$`).exec(text);
  if (decimalMatch?.[1]?.includes('.') && decimalMatch[2]?.includes('.')) {
    return validateCoordinates(parseNumber(decimalMatch[1]), parseNumber(decimalMatch[2]));
  }
  const pairPattern = new RegExp(
    String.raw`^${LOOSE_NUMBER_PATTERN}(?:\s*[,;]\s+|\s*;\s*|\s+)${LOOSE_NUMBER_PATTERN}$`,
    'i',
  );
  const match = pairPattern.exec(text);
  if (!match) return null;
  const [, latitudeText, northSouth, longitudeText, eastWest] = match;
  return validateCoordinates(
    applyHemisphere(parseNumber(latitudeText!), northSouth, 'S'),
    applyHemisphere(parseNumber(longitudeText!), eastWest, 'W'),
  );
}

const applyHemisphere = (
  value: number,
  hemisphere: string | undefined,
  negativeHemisphere: string,
): number => (hemisphere?.toUpperCase() === negativeHemisphere ? -Math.abs(value) : value);

const parseNumber = (text: string): number => Number(text.replace('−', '-').replace(',', '.'));

const validateCoordinates = (latitude: number, longitude: number): Coordinates | null =>
  Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;

/** Degrees of one field, with point or comma; null unless a number of at most `limit`. */
export function parseDegrees(text: string, limit: 90 | 180): number | null {
  const trimmed = text.trim();
  if (!/^[+\-−]?\d{1,3}(?:[.,]\d+)?$/.test(trimmed)) return null;
  const value = parseNumber(trimmed);
  return Math.abs(value) <= limit ? value : null;
}
