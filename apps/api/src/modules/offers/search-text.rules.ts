import type { allergens, diets, OfferDay, PickupHours } from '@wopack/contract';
import { normalizeWords } from '../../platform/search-words.ts';

/** At the sale place, `HH:MM`. */
export interface TimesOfDay {
  from: string;
  until: string;
}
export type Diet = (typeof diets)[number];
export type Allergen = (typeof allergens)[number];

/** A word of the text as it was typed, and as it is searched for: mostly one word, none of a sign. */
interface Token {
  text: string;
  words: string[];
  /** Signs and spaces around it: those of '18:30' and '5 €' have a meaning. */
  before: string;
  after: string;
}

/** One word to be found, or a phrase whose words belong together ('без сахара'). */
export interface SearchUnit {
  text: string;
  words: string[];
}

/** What a text asks for: conditions, and the words that are to be found. */
export interface SearchText {
  units: SearchUnit[];
  /** When the pack is to be collected, and what says so. */
  time: {
    day: OfferDay | null;
    hours: PickupHours | null;
    /** Times of day, `HH:MM`; not beside hours. */
    from: string | null;
    until: string | null;
    units: SearchUnit[];
  };
  diets: Diet[];
  /** Not declared by the seller. */
  freeOf: Allergen[];
  order: 'price' | 'rating' | null;
  /** Understood, but nothing can be selected by it: 'on Saturday'. */
  unusable: string[];
}

interface Meaning {
  bound?: 'from' | 'until' | 'between';
  half?: 'am' | 'pm';
  day?: OfferDay;
  hours?: PickupHours;
  order?: 'price' | 'rating';
  diet?: Diet;
  freeOf?: Allergen[];
  isUnusable?: true;
  isFiller?: true;
}

/**
 * Phrases in all languages, separated by '|'; words with '*' are beginnings. The longest at a word decides. Words for
 * meals are food ('almoço') unless a preposition makes them a time ('ao almoço').
 */
const phrases: readonly (Meaning & { phrases: string })[] = [
  {
    day: 'now',
    phrases: 'now|right now|open now|agora|agora mesmo|aberto agora|сейчас|прямо сейчас|открыто сейчас',
  },
  { day: 'today', phrases: 'today|for today|hoje|para hoje|de hoje|сегодня|на сегодня|сегодняшн*' },
  {
    day: 'today',
    hours: 'evening',
    phrases:
      'tonight|for tonight|this evening|today evening|hoje à noite|esta noite|logo à noite|para esta noite|сегодня вечером|сегодня на ужин|этим вечером|на сегодняшний вечер',
  },
  { day: 'today', hours: 'morning', phrases: 'this morning|esta manhã|hoje de manhã|сегодня утром' },
  {
    day: 'today',
    hours: 'afternoon',
    phrases: 'this afternoon|esta tarde|hoje à tarde|сегодня днём|сегодня днем',
  },
  {
    day: 'tomorrow',
    phrases: 'tomorrow|for tomorrow|amanhã|para amanhã|de amanhã|завтра|на завтра|завтрашн*',
  },
  {
    hours: 'morning',
    phrases: 'in the morning|morning|de manhã|da manhã|pela manhã|manhã|утро|утром|с утра',
  },
  {
    hours: 'lunch',
    phrases:
      'lunchtime|lunch time|for lunch|at lunch|ao almoço|para o almoço|para almoço|para almoçar|hora de almoço|hora do almoço|à hora do almoço|в обед|на обед|к обеду|обеденн* время',
  },
  {
    hours: 'afternoon',
    phrases: 'in the afternoon|afternoon|à tarde|da tarde|de tarde|днём|днем|после обеда',
  },
  {
    hours: 'evening',
    phrases:
      'in the evening|evening|at night|for dinner|at dinner|dinner time|à noite|da noite|de noite|ao jantar|para o jantar|para jantar|hora de jantar|вечер|вечера|вечером|к ужину|на ужин',
  },
  {
    order: 'price',
    phrases:
      'cheap|cheaper|cheapest|barato|barata|baratos|baratas|mais barato|mais barata|económic*|дешев*|дешёв*|подешевле|недорог*',
  },
  { order: 'rating', phrases: 'best|best rated|top rated|melhor|melhores|mais bem avaliad*|лучш*' },
  { diet: 'vegan', phrases: 'vegan*|plant based|веган*' },
  {
    diet: 'vegetarian',
    phrases: 'vegetarian*|veggie|sem carne|no meat|without meat|meat free|meatless|вегетариан*|без мяса',
  },
  { diet: 'halal', phrases: 'halal*|halaal|халял*|халяль*' },
  { diet: 'kosher', phrases: 'kosher*|cacher|kasher|кошер*' },
  { diet: 'gluten_free', phrases: 'glutenfree|celiac*|coeliac*|celíac*|безглютен*|целиак*' },
  { diet: 'lactose_free', phrases: 'lactosefree|безлактоз*' },
  {
    isUnusable: true,
    phrases:
      'not vegan*|not vegetarian*|não vegan*|não vegetarian*|не веган*|не вегетариан*|not halal|não halal|не халяль*|not kosher|não kosher|не кошер*',
  },
  {
    isUnusable: true,
    phrases:
      'on monday|on tuesday|on wednesday|on thursday|on friday|on saturday|on sunday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|segunda feira|terça feira|quarta feira|quinta feira|sexta feira|sábado|domingo|fim de semana|понедельник*|вторник*|среду|четверг*|пятниц*|суббот*|воскресень*|выходн*',
  },
  {
    isFiller: true,
    phrases:
      'near me|nearby|close to me|perto de mim|aqui perto|perto|рядом|рядом со мной|поблизости|please|por favor|пожалуйста|with|and|for|the|of|in|at|em|com|para|de|do|da|dos|das|e|и|для|из|со',
  },
];

/** What a pack can be free of, as phrases in all languages. */
const substances: readonly (Meaning & { phrases: string })[] = [
  { phrases: 'gluten|glúten|wheat|trigo|глютен*|глютэн*|клейковин*|пшениц*', diet: 'gluten_free' },
  { phrases: 'lactos*|лактоз*', diet: 'lactose_free' },
  {
    phrases: 'nut|nuts|tree nuts|tree nut|noz|nozes|frutos secos|frutos de casca rija|frutos de casca|орех*',
    freeOf: ['nuts', 'peanuts'],
  },
  { phrases: 'peanut*|amendoim|amendoins|арахис*', freeOf: ['peanuts'] },
  { phrases: 'milk|dairy|leite|lacticínio*|laticínio*|молок*|молочн*', freeOf: ['milk'] },
  { phrases: 'egg|eggs|ovo|ovos|яиц|яйц*', freeOf: ['eggs'] },
  { phrases: 'fish|peixe*|рыб*', freeOf: ['fish'] },
  {
    phrases: 'shrimp*|prawn*|crustacean*|camarão|camarões|crustáceo*|креветк*|ракообразн*',
    freeOf: ['crustaceans'],
  },
  { phrases: 'shellfish|seafood|marisco*|frutos do mar|морепродукт*', freeOf: ['crustaceans', 'molluscs'] },
  { phrases: 'mollus*|molusco*|моллюск*', freeOf: ['molluscs'] },
  { phrases: 'soy|soya|soja|соя|сои|сою|соев*', freeOf: ['soy'] },
  { phrases: 'sesame|sésamo|кунжут*', freeOf: ['sesame'] },
  { phrases: 'mustard|mostarda|горчиц*', freeOf: ['mustard'] },
  { phrases: 'celery|aipo|сельдере*', freeOf: ['celery'] },
  { phrases: 'sulphite*|sulfite*|sulfito*|сульфит*', freeOf: ['sulphites'] },
  { phrases: 'lupin*|tremoço*|люпин*', freeOf: ['lupin'] },
];

/** Before a substance. Those that bind are searched for together with another word ('sem açúcar'). */
const negations = [
  { isBinding: true, phrases: 'sem|без|without' },
  {
    isBinding: false,
    phrases:
      'no|neither|nor|nem|ни|free of|free from|isento de|isenta de|livre de|allergic to|allergy to|alergia a|alergia ao|alergia aos|alérgico a|alérgico ao|alérgica a|alérgica ao|аллергия на|непереносимость|intolerante a|intolerante ao|не содержит',
  },
];

interface Pattern extends Meaning {
  words: { text: string; isPrefix: boolean }[];
}

const parsePattern = (phrase: string): Pattern['words'] =>
  phrase.split(' ').map((word) => ({ text: normalizeWords(word).join(''), isPrefix: word.endsWith('*') }));

const isMatch = ({ text, isPrefix }: Pattern['words'][number], token: Token | undefined): boolean => {
  const typed = token?.words.join('') ?? '';
  return isPrefix ? typed.startsWith(text) : typed === text;
};

const parsePhrases = (list: readonly (Meaning & { phrases: string })[]): Pattern[] =>
  list
    .flatMap(({ phrases: text, ...meaning }) =>
      text.split('|').map((phrase) => ({ ...meaning, words: parsePattern(phrase) })),
    )
    // The longest first.
    .toSorted((a, b) => b.words.length - a.words.length);

const patterns = parsePhrases(phrases);
const substancePatterns = parsePhrases(substances);
const negationPatterns = negations.flatMap(({ isBinding, phrases: text }) =>
  text.split('|').map((phrase) => ({ isBinding, words: parsePattern(phrase) })),
);
/** After substances. */
const exclusions = parsePhrases([{ phrases: 'free|allergy|allergies|allergic|intolerant|intolerance' }]);
/** Between substances that are excluded together: 'without nuts and milk'. */
const links = parsePhrases([
  {
    phrases:
      'and|or|nor|and to|or to|and no|or no|e|ou|nem|e a|e ao|e aos|e à|ou a|ou ao|e de|ou de|и|или|ни|и на|или на|и к',
  },
]);
/** A sign that does as well. */
const LIST_SIGN = /[,;/&+]/;

const findPattern = (list: readonly Pattern[], tokens: readonly Token[]): Pattern | undefined =>
  list.find(({ words }) => words.every((word, index) => isMatch(word, tokens[index])));

interface PhraseMatch {
  /** Empty: it is to be found. */
  meanings: Meaning[];
  length: number;
  /** What is linked to it is excluded too. */
  isExclusion: boolean;
}

/** The next of several substances, and how many tokens it takes with its link. */
function matchLinkedSubstance(tokens: readonly Token[]): { substance: Pattern; length: number } | null {
  const hasSign = LIST_SIGN.test(tokens[0]?.before ?? '');
  for (const linkLength of [...listLinkLengths(tokens), ...(hasSign ? [0] : [])]) {
    const substance = findPattern(substancePatterns, tokens.slice(linkLength));
    if (substance) return { substance, length: linkLength + substance.words.length };
  }
  return null;
}

const listLinkLengths = (tokens: readonly Token[]): number[] =>
  links
    .filter(({ words }) => words.every((word, index) => isMatch(word, tokens[index])))
    .map(({ words }) => words.length);

/** 'nuts and milk free', 'milk allergy'. */
function matchExcludedList(tokens: readonly Token[]): PhraseMatch | null {
  const first = findPattern(substancePatterns, tokens);
  if (!first) return null;
  const meanings: Meaning[] = [first];
  let length = first.words.length;
  for (;;) {
    const exclusion = findPattern(exclusions, tokens.slice(length));
    if (exclusion) return { meanings, length: length + exclusion.words.length, isExclusion: true };
    const next = matchLinkedSubstance(tokens.slice(length));
    if (!next) return null;
    meanings.push(next.substance);
    length += next.length;
  }
}

/** A phrase at the beginning of the tokens. What follows an exclusion may be excluded with it. */
function matchPhrase(tokens: readonly Token[], isAfterExclusion: boolean): PhraseMatch | null {
  if (isAfterExclusion) {
    const linked = matchLinkedSubstance(tokens);
    if (linked) return { meanings: [linked.substance], length: linked.length, isExclusion: true };
  }
  const pattern = findPattern(patterns, tokens);
  let isExclusion = false;
  for (const { isBinding, words } of negationPatterns) {
    if (!words.every((word, position) => isMatch(word, tokens[position]))) continue;
    isExclusion = true;
    const substance = findPattern(substancePatterns, tokens.slice(words.length));
    if (substance)
      return { meanings: [substance], length: words.length + substance.words.length, isExclusion };
    if (!pattern && isBinding && tokens.length > 1) return { meanings: [], length: 2, isExclusion };
  }
  const list = matchExcludedList(tokens);
  if (list) return list;
  return pattern ? { meanings: [pattern], length: pattern.words.length, isExclusion } : null;
}

/** Before the hour of a clock. */
const clockWords = parsePhrases([
  {
    bound: 'until',
    phrases: 'before|until|till|by|antes das|antes da|até às|até as|até à|até|до',
  },
  {
    bound: 'from',
    phrases: 'after|from|since|depois das|depois da|a partir das|a partir da|após as|desde as|das|после|с|со',
  },
  { bound: 'between', phrases: 'between|entre as|entre' },
]);
/** Between both times of 'entre as 18 e as 20' or 'from 18 to 20'. */
const secondTimes = parsePhrases([{ phrases: 'and|to|e as|e às|e|às|и' }]);

/** After the number, and what they say of it. */
const clockUnits = parsePhrases([
  { half: 'am', phrases: 'am|a m|in the morning|da manhã|утра' },
  { half: 'pm', phrases: 'pm|p m|in the evening|in the afternoon|da tarde|da noite|вечера|дня' },
  { phrases: 'h|hours|o clock|oclock|horas|hora|часов|часа' },
]);
const CURRENCIES = ['eur', 'euro', 'euros', 'евро'];
/** A number before it is an hour of the afternoon when nothing says otherwise: nobody collects at night. */
const FIRST_HOUR = 7;

/** The time of a clock at the beginning of the tokens, as `HH:MM`, and how many they are. */
function matchClock(tokens: readonly Token[]): { time: string; length: number } | null {
  const number = /^(\d{1,2})(?:h(\d{2})?|(am|pm))?$/.exec(tokens[0]?.text.toLowerCase() ?? '');
  if (!number) return null;
  const [, hour = '', attachedMinutes, attachedHalf] = number;
  const next = tokens[1];
  const minutes = attachedMinutes ?? (next?.before === ':' && /^[0-5]\d$/.test(next.text) ? next.text : null);
  let length = minutes !== null && attachedMinutes === undefined ? 2 : 1;
  const isAmount =
    tokens[length - 1]!.after.trimStart().startsWith('€') ||
    CURRENCIES.includes(tokens[length]?.text.toLowerCase() ?? '');
  if (isAmount) return null;
  const unit = findPattern(clockUnits, tokens.slice(length));
  length += unit?.words.length ?? 0;
  const half = attachedHalf ?? unit?.half;
  const typedHour = Number(hour);
  const isAfternoon = half ? half === 'pm' && typedHour < 12 : typedHour > 0 && typedHour < FIRST_HOUR;
  const hours = half === 'am' && typedHour === 12 ? 0 : typedHour + (isAfternoon ? 12 : 0);
  if (hours > 23 || Number(minutes ?? 0) > 59) return null;
  return { time: `${String(hours).padStart(2, '0')}:${minutes ?? '00'}`, length };
}

/** 'after 18', 'before 10:30' or 'between 18 and 20' at the beginning of the tokens, which have their letters. */
function matchTimes(
  tokens: readonly Token[],
): { from: string | null; until: string | null; length: number } | null {
  const pattern = findPattern(clockWords, tokens);
  if (!pattern) return null;
  const first = matchClock(tokens.slice(pattern.words.length));
  if (!first) return null;
  const length = pattern.words.length + first.length;
  if (pattern.bound === 'until') return { from: null, until: first.time, length };
  const link = findPattern(secondTimes, tokens.slice(length));
  const second = link && matchClock(tokens.slice(length + link.words.length));
  if (second)
    return { from: first.time, until: second.time, length: length + link.words.length + second.length };
  return pattern.bound === 'from' ? { from: first.time, until: null, length } : null;
}

/** Signs say nothing; a picture of food has a name. */
const TOKENS = /[\p{L}\p{N}\p{M}]+|\p{Emoji_Presentation}/gu;

const parseTokens = (text: string): Token[] => {
  const matches = [...text.matchAll(TOKENS)];
  const signs = text.split(TOKENS);
  return matches.map(([token], index) => ({
    text: token,
    words: normalizeWords(token).filter((word) => word.length > 1),
    before: signs[index]!,
    after: signs[index + 1]!,
  }));
};

const MAX_UNITS = 8;

/** Reads a text as its writer means it. It is empty when the text has no letters, digits or pictures. */
export function interpretSearchText(text: string): SearchText {
  // Letters that stand alone say nothing, but belong to phrases ('à noite').
  const tokens = parseTokens(text);
  const result: SearchText = {
    units: [],
    time: { day: null, hours: null, from: null, until: null, units: [] },
    diets: [],
    freeOf: [],
    order: null,
    unusable: [],
  };
  const fillers: Token[] = [];
  let isAfterExclusion = false;
  for (let index = 0; index < tokens.length; ) {
    const rest = tokens.slice(index).map(withLetters);
    const times = matchTimes(rest);
    const match: PhraseMatch | null = times ? null : matchPhrase(rest, isAfterExclusion);
    isAfterExclusion = match?.isExclusion ?? false;
    const taken = tokens.slice(index, index + (times?.length ?? match?.length ?? 1));
    index += taken.length;
    const words = taken.flatMap((token) => token.words);
    const phrase = taken.map((token, part) => (part === 0 ? '' : token.before) + token.text).join('');
    if (times) {
      const { time } = result;
      // Another time is of no use.
      if (time.hours || (times.from && time.from) || (times.until && time.until))
        result.unusable.push(phrase);
      else {
        time.from ??= times.from;
        time.until ??= times.until;
        time.units.push({ text: phrase, words });
      }
      continue;
    }
    const meanings = match?.meanings ?? [];
    if (meanings.length === 0 && words.length) result.units.push({ text: phrase, words });
    for (const { day, hours, order, diet, freeOf, isUnusable, isFiller } of meanings) {
      if (day || hours) {
        // A second time is a word like others.
        const hasHours = result.time.hours ?? result.time.from ?? result.time.until;
        if ((day && result.time.day) || (hours && hasHours)) result.unusable.push(phrase);
        else {
          result.time.day ??= day ?? null;
          result.time.hours ??= hours ?? null;
          result.time.units.push({ text: phrase, words });
        }
      }
      if (order) result.order ??= order;
      if (diet && !result.diets.includes(diet)) result.diets.push(diet);
      for (const allergen of freeOf ?? [])
        if (!result.freeOf.includes(allergen)) result.freeOf.push(allergen);
      if (isUnusable) result.unusable.push(phrase);
      if (isFiller) fillers.push(...taken);
    }
  }
  result.units = result.units.slice(0, MAX_UNITS);
  // 'Perto' alone is a name.
  if (!hasConditions(result) && result.units.length === 0)
    result.units = fillers
      .filter(({ words }) => words.length > 0)
      .map((token) => ({ text: token.text, words: token.words }))
      .slice(0, MAX_UNITS);
  return result;
}

const timesOfHours: Record<PickupHours, TimesOfDay> = {
  morning: { from: '05:00', until: '11:30' },
  lunch: { from: '11:30', until: '15:00' },
  afternoon: { from: '13:00', until: '18:00' },
  evening: { from: '18:00', until: '23:59' },
};

/** Between which times of its day a pack is to be collected; null for any. */
export function getTimesOfDay({ hours, from, until }: SearchText['time']): TimesOfDay | null {
  if (hours) return timesOfHours[hours];
  return from || until ? { from: from ?? '00:00', until: until ?? '23:59' } : null;
}

const withLetters = (token: Token): Token => ({ ...token, words: normalizeWords(token.text) });

const hasConditions = ({ time, diets, freeOf, order }: SearchText): boolean =>
  [time.day, time.hours, time.from, time.until].some((part) => part !== null) ||
  diets.length > 0 ||
  freeOf.length > 0 ||
  order !== null;
