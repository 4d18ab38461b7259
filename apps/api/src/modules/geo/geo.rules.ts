import { type Position, toRadians } from '@wopack/domain';

const EARTH_RADIUS_KM = 6371;
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

/** Typing errors tolerated in a word of this length. */
export const maxTypos = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2);

/**
 * Whether a prefix of the word is within `maxErrors` typing errors of the typed text: missing, extra, wrong or swapped
 * letters.
 */
export function startsSimilarly(word: string, typedText: string, maxErrors: number): boolean {
  return matchesFrom(0, 0, maxErrors);

  function matchesFrom(i: number, j: number, errorsLeft: number): boolean {
    while (j < typedText.length && word[i] === typedText[j]) {
      i++;
      j++;
    }
    if (typedText.length - j <= errorsLeft) return true;
    if (errorsLeft === 0) return false;
    const isSwapped = word[i] === typedText[j + 1] && word[i + 1] === typedText[j];
    return (
      (isSwapped && matchesFrom(i + 2, j + 2, errorsLeft - 1)) ||
      (i < word.length && matchesFrom(i + 1, j + 1, errorsLeft - 1)) ||
      (i < word.length && matchesFrom(i + 1, j, errorsLeft - 1)) ||
      matchesFrom(i, j + 1, errorsLeft - 1)
    );
  }
}
