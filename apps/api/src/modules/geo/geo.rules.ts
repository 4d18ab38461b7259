export interface Position {
  /** Degrees, WGS 84. */
  latitude: number;
  longitude: number;
}

const EARTH_RADIUS_KM = 6371;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Coordinates from the centre of the globe, in kilometres. */
export function toCartesian({ latitude, longitude }: Position): [x: number, y: number, z: number] {
  const parallelRadius = EARTH_RADIUS_KM * Math.cos(toRadians(latitude));
  return [
    parallelRadius * Math.cos(toRadians(longitude)),
    parallelRadius * Math.sin(toRadians(longitude)),
    EARTH_RADIUS_KM * Math.sin(toRadians(latitude)),
  ];
}

/** Kilometres along the surface. */
export function calculateDistanceKm(a: Position, b: Position): number {
  const [start, end] = [toCartesian(a), toCartesian(b)];
  const chord = Math.hypot(start[0] - end[0], start[1] - end[1], start[2] - end[2]);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, chord / (2 * EARTH_RADIUS_KM)));
}

/** The requested coordinates, else the city of the account. */
export function resolvePosition(
  coordinates: { latitude?: number; longitude?: number },
  actor: { latitude: number | null; longitude: number | null } | null,
): Position | null {
  const { latitude = null, longitude = null } = coordinates;
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  if (!actor || actor.latitude === null || actor.longitude === null) return null;
  return { latitude: actor.latitude, longitude: actor.longitude };
}

/** Typing errors tolerated in a word of this length. */
export const maxTypos = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * Creates a function that tests whether a word has a prefix within `maxErrors` typing errors of the typed text: missing,
 * extra, wrong or swapped letters. Fast for words in alphabetical order, because a common prefix is compared once.
 */
export function createPrefixMatcher(typedText: string, maxErrors: number): (word: string) => boolean {
  const maxDepth = typedText.length + maxErrors;
  /** Edit distances by number of letters of the word, then of the typed text. */
  const errors = Array.from({ length: maxDepth + 1 }, () => new Int32Array(typedText.length + 1));
  errors[0]!.forEach((_, i, row) => {
    row[i] = i;
  });
  let previousWord = '';
  let cachedDepth = 0;
  /** Number of letters of `previousWord` that decided the result; it holds for all words that share them. */
  let decidedDepth = Number.POSITIVE_INFINITY;
  let isMatch = false;

  return (word) => {
    const commonLength = countCommonLetters(previousWord, word);
    previousWord = word;
    if (decidedDepth <= commonLength) return isMatch;
    cachedDepth = Math.min(cachedDepth, commonLength);
    decidedDepth = Number.POSITIVE_INFINITY;
    const lastDepth = Math.min(word.length, maxDepth);
    for (let depth = cachedDepth; ; depth++) {
      if (depth > cachedDepth) fillRow(errors, depth, word, typedText);
      const row = errors[depth]!;
      isMatch = row[typedText.length]! <= maxErrors;
      if (isMatch || row.every((count) => count > maxErrors)) decidedDepth = depth;
      if (decidedDepth === depth || depth === lastDepth) {
        cachedDepth = depth;
        return isMatch;
      }
    }
  };
}

function fillRow(errors: Int32Array[], depth: number, word: string, typedText: string): void {
  const [row, previousRow, rowBeforePrevious] = [errors[depth]!, errors[depth - 1]!, errors[depth - 2]];
  row[0] = depth;
  for (let i = 1; i <= typedText.length; i++) {
    const substitutionCost = previousRow[i - 1]! + (word[depth - 1] === typedText[i - 1] ? 0 : 1);
    row[i] = Math.min(substitutionCost, previousRow[i]! + 1, row[i - 1]! + 1);
    const isSwapped = word[depth - 1] === typedText[i - 2] && word[depth - 2] === typedText[i - 1];
    if (isSwapped && rowBeforePrevious && i > 1) row[i] = Math.min(row[i]!, rowBeforePrevious[i - 2]! + 1);
  }
}

function countCommonLetters(a: string, b: string): number {
  let count = 0;
  while (count < a.length && a[count] === b[count]) count++;
  return count;
}
