import { type Position, toRadians } from '@wopack/domain';
import { compareTrigrams, normalizeWords } from '../../platform/search-words.ts';

/** Two names within this distance may be of one place. */
export const LOOK_ALIKE_METRES = 100;

/** Words that say what a place is, not which: as `normalizeWords` writes them. */
const COMMON_WORDS = new Set(
  (
    'pastelaria padaria confeitaria cafe cafetaria snack bar restaurante tasca taberna mercearia minimercado supermercado ' +
    'mercado talho peixaria pizzaria hamburgueria sushi gelataria churrasqueira cervejaria loja casa quiosque frutaria ' +
    'bakery patisserie coffee shop restaurant pizzeria grocery market store kiosk house deli bistro food pub ' +
    'pekarnia pekarnya konditerskaia konditerskaya kafe kofeinia restoran bar magazin produkty rynok dom pitstseriia ' +
    'a o as os e da de do das dos em na no the of and at i v na'
  ).split(' '),
);

/** Letters of other alphabets, and digits, that look like Latin ones. */
const LOOK_ALIKE_LETTERS: Record<string, string> = {
  ...{
    а: 'a',
    в: 'b',
    е: 'e',
    ё: 'e',
    к: 'k',
    м: 'm',
    н: 'h',
    о: 'o',
    р: 'p',
    с: 'c',
    т: 't',
    у: 'y',
    х: 'x',
  },
  ...{ і: 'i', ї: 'i', ј: 'j', ѕ: 's', ԁ: 'd', ԛ: 'q', ѵ: 'v', ԝ: 'w', һ: 'h', є: 'e' },
  ...{ α: 'a', ε: 'e', ι: 'i', κ: 'k', ν: 'v', ο: 'o', ρ: 'p', τ: 't', υ: 'u', χ: 'x' },
  ...{ '0': 'o', '1': 'l', '3': 'e', '5': 's', '|': 'l' },
};

/** As a reader would take it for: 'Рада' looks like 'paдa', 'V10leta' like 'vloleta'. */
const readByLook = (name: string): string =>
  name
    .toLowerCase()
    .split(/(\s+)/)
    // A number stays one.
    .map((word) =>
      /\p{L}/u.test(word) ? [...word].map((letter) => LOOK_ALIKE_LETTERS[letter] ?? letter).join('') : word,
    )
    .join('');

/** The words that tell a place from others; all, where there are no others. */
function listTellingWords(name: string): string[] {
  const words = normalizeWords(name);
  const telling = words.filter((word) => !COMMON_WORDS.has(word));
  return telling.length ? telling : words;
}

const MIN_SIMILARITY = 0.5;
/** A shorter word may be in many names. */
const MIN_WORD_LENGTH = 4;

function areWordsAlike(a: string[], b: string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (shorter.join('').length >= MIN_WORD_LENGTH && shorter.every((word) => longer.includes(word)))
    return true;
  return (
    compareTrigrams(a.toSorted().join(' '), b.toSorted().join(' ')) >= MIN_SIMILARITY ||
    compareTrigrams(a.join(''), b.join('')) >= MIN_SIMILARITY
  );
}

const joinWords = (name: string): string => normalizeWords(name).join('');

/**
 * Whether two names may be of one place: the same but for case, accents, alphabet, blanks, common words and a few letters.
 */
export const areNamesAlike = (a: string, b: string): boolean =>
  [a, readByLook(a)].some((first) =>
    [b, readByLook(b)].some(
      (second) =>
        areWordsAlike(listTellingWords(first), listTellingWords(second)) ||
        (joinWords(first) !== '' && joinWords(first) === joinWords(second)),
    ),
  );

const EARTH_RADIUS_METRES = 6_371_000;
/** Accurate within a city. */
export function measureMetres(a: Position, b: Position): number {
  const height = toRadians(b.latitude - a.latitude);
  const turn = ((b.longitude - a.longitude + 540) % 360) - 180;
  const width = toRadians(turn) * Math.cos(toRadians((a.latitude + b.latitude) / 2));
  return Math.hypot(height, width) * EARTH_RADIUS_METRES;
}

export const isLookAlike = <T extends Position & { name: string }>(
  place: Position & { name: string },
  other: T,
) => measureMetres(place, other) <= LOOK_ALIKE_METRES && areNamesAlike(place.name, other.name);

/** Degrees around a position that contain all positions within that distance. */
export function measureDegrees({ latitude }: Position, metres: number): Position {
  const height = (metres / EARTH_RADIUS_METRES) * (180 / Math.PI);
  return { latitude: height, longitude: height / Math.max(Math.cos(toRadians(latitude)), 0.01) };
}
