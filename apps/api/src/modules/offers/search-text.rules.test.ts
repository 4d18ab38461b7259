import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { interpretSearchText } from './search-text.rules.ts';

/** The text's meaning in short: words, day, hours, diets, allergens, order, what is of no use. */
const read = (text: string) => {
  const { units, time, diets, freeOf, order, unusable } = interpretSearchText(text);
  return [
    units.map((unit) => unit.text).join(' '),
    ...[time.day, time.hours].filter((part) => part !== null),
    ...(time.from ? [`>${time.from}`] : []),
    ...(time.until ? [`<${time.until}`] : []),
    ...diets,
    ...freeOf.map((allergen) => `-${allergen}`),
    ...(order ? [`by ${order}`] : []),
    ...unusable.map((phrase) => `?${phrase}`),
  ].join(' ');
};

describe('words of time', () => {
  test.each([
    ['sushi tonight', 'sushi today evening'],
    ['Sushi hoje à noite', 'Sushi today evening'],
    ['суши сегодня вечером', 'суши today evening'],
    ['суши вечером сегодня', 'суши today evening'],
    ['pizza today', 'pizza today'],
    ['pizza para hoje', 'pizza today'],
    ['пицца на завтра', 'пицца tomorrow'],
    ['завтрашние булочки', 'булочки tomorrow'],
    ['pão amanhã', 'pão tomorrow'],
    ['pão amanhã de manhã', 'pão tomorrow morning'],
    ['cake right now', 'cake now'],
    ['bolo agora', 'bolo now'],
    ['сейчас', ' now'],
    ['sushi for lunch', 'sushi lunch'],
    ['sushi ao almoço', 'sushi lunch'],
    ['суши на обед', 'суши lunch'],
    // A meal is food when nothing says that it is a time.
    ['lunch', 'lunch'],
    ['almoço vegan', 'almoço vegan'],
    ['обед', 'обед'],
    ['завтрак завтра', 'завтрак tomorrow'],
    ['sushi on Saturday', 'sushi ?on Saturday'],
    ['суши в субботу', 'суши ?субботу'],
  ])('%s: %s', (text, meaning) => expect(read(text).trim()).toBe(meaning.trim()));
});

describe('times of the clock', () => {
  test.each([
    ['breakfast tomorrow before 10', 'breakfast tomorrow <10:00'],
    ['sushi after 6pm', 'sushi >18:00'],
    ['sushi after 6 pm', 'sushi >18:00'],
    ['sushi after 12 am', 'sushi >00:00'],
    ['sushi after 18:30', 'sushi >18:30'],
    ['sushi after 18', 'sushi >18:00'],
    ['sushi between 18 and 20', 'sushi >18:00 <20:00'],
    ['sushi after 18 until 20', 'sushi >18:00 <20:00'],
    ['bread by 9 o’clock', 'bread <09:00'],
    ['pão antes das 10', 'pão <10:00'],
    ['pão até às 10h30', 'pão <10:30'],
    ['sushi depois das 18h', 'sushi >18:00'],
    ['sushi a partir das 6 da tarde', 'sushi >18:00'],
    ['sushi entre as 18 e as 20', 'sushi >18:00 <20:00'],
    ['sushi das 18h às 20h', 'sushi >18:00 <20:00'],
    ['sushi from 18 to 20', 'sushi >18:00 <20:00'],
    ['суши с 18 до 20', 'суши >18:00 <20:00'],
    ['суши после 18', 'суши >18:00'],
    ['суши после 6 вечера', 'суши >18:00'],
    ['суши после 18:00 сегодня', 'суши today >18:00'],
    ['хлеб до 10 утра', 'хлеб <10:00'],
    ['хлеб до 10 часов', 'хлеб <10:00'],
    // Nobody collects before six in the morning.
    ['sushi after 6', 'sushi >18:00'],
    ['sushi until 5', 'sushi <17:00'],
    // No times: prices, and what no clock shows.
    ['суши до 5 евро', 'суши евро'],
    ['sushi until 5 €', 'sushi until'],
    ['sushi after 25', 'sushi after 25'],
    ['sushi after 18:75', 'sushi 75 >18:00'],
    ['after eight', 'after eight'],
    // A second time is of no use.
    ['sushi tonight after 20', 'sushi today evening ?after 20'],
    ['sushi after 18 after 20', 'sushi >18:00 ?after 20'],
  ])('%s: %s', (text, meaning) => expect(read(text).trim()).toBe(meaning));
});

describe('diets and allergens', () => {
  test.each([
    ['gluten free', 'gluten_free'],
    ['gluten-free bread', 'bread gluten_free'],
    ['pão sem glúten', 'pão gluten_free'],
    ['без глютена', 'gluten_free'],
    ['хлеб без глютена', 'хлеб gluten_free'],
    ['безглютеновый хлеб', 'хлеб gluten_free'],
    ['sem lactose', 'lactose_free'],
    ['без лактозы', 'lactose_free'],
    ['халяль', 'halal'],
    ['халяльная еда', 'еда halal'],
    ['halal', 'halal'],
    ['веганский торт', 'торт vegan'],
    ['vegana', 'vegan'],
    ['кошерное', 'kosher'],
    ['nut free', '-nuts -peanuts'],
    ['no nuts', '-nuts -peanuts'],
    ['без орехов', '-nuts -peanuts'],
    ['sem frutos de casca rija', '-nuts -peanuts'],
    ['sem frutos secos', '-nuts -peanuts'],
    ['bolo sem ovos', 'bolo -eggs'],
    ['десерт без яиц и без молока', 'десерт -eggs -milk'],
    ['allergic to fish', '-fish'],
    ['аллергия на арахис', '-peanuts'],
    ['sem carne', 'vegetarian'],
    ['без мяса', 'vegetarian'],
    ['nuts', 'nuts'],
    ['орехи', 'орехи'],
    ['без сахара', 'без сахара'],
    ['bolo sem açúcar hoje', 'bolo sem açúcar today'],
  ])('%s: %s', (text, meaning) => expect(read(text).trim()).toBe(meaning));

  test('words of a phrase that nothing stands for are found together', () => {
    expect(interpretSearchText('торт без сахара').units).toEqual([
      { text: 'торт', words: ['tort'] },
      { text: 'без сахара', words: ['bez', 'sakhara'] },
    ]);
  });
});

describe('several allergens of one exclusion', () => {
  test.each([
    ['allergic to nuts and milk', '-nuts -peanuts -milk'],
    ['аллергия на орехи и молоко', '-nuts -peanuts -milk'],
    ['аллергия на орехи и на молоко', '-nuts -peanuts -milk'],
    ['sem frutos secos, leite', '-nuts -peanuts -milk'],
    ['без орехов и яиц', '-nuts -peanuts -eggs'],
    ['sem leite e ovos', '-milk -eggs'],
    ['sem leite nem ovos', '-milk -eggs'],
    ['sem glúten e leite', 'gluten_free -milk'],
    ['без глютена и молока', 'gluten_free -milk'],
    ['no eggs or nuts', '-eggs -nuts -peanuts'],
    ['no milk, eggs and fish', '-milk -eggs -fish'],
    ['alergia a leite e a ovos', '-milk -eggs'],
    ['intolerante à lactose e ao leite', 'lactose_free -milk'],
    ['neither milk nor eggs', '-milk -eggs'],
    ['no meat or fish', 'vegetarian -fish'],
    ['nuts and milk free', '-nuts -peanuts -milk'],
    ['milk allergy', '-milk'],
    ['pack without gluten or milk', 'pack gluten_free -milk'],
    ['sem açúcar e leite', 'sem açúcar -milk'],
    // What follows is food where it is no allergen, or nothing links it.
    ['sem glúten e pão', 'pão gluten_free'],
    ['sem leite com peixe', 'peixe -milk'],
    ['not vegan', '?not vegan'],
    ['не веганское', '?не веганское'],
  ])('%s: %s', (text, meaning) => expect(read(text).trim()).toBe(meaning));

  const NAMES = {
    en: { negations: ['without', 'no', 'allergic to'], links: [' and ', ' or ', ', ', ', and '] },
    pt: { negations: ['sem', 'alergia a', 'livre de'], links: [' e ', ' ou ', ' nem ', ', '] },
    ru: { negations: ['без', 'аллергия на', 'не содержит'], links: [' и ', ' или ', ', '] },
  };
  const SUBSTANCES = {
    en: { milk: 'milk', eggs: 'eggs', fish: 'fish', soy: 'soy', mustard: 'mustard' },
    pt: { milk: 'leite', eggs: 'ovos', fish: 'peixe', soy: 'soja', mustard: 'mostarda' },
    ru: { milk: 'молоко', eggs: 'яйца', fish: 'рыба', soy: 'соя', mustard: 'горчица' },
  };
  test('none of them is ever looked for, in any order, number and language', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('en', 'pt', 'ru').chain((language) =>
          fc.record({
            negation: fc.constantFrom(...NAMES[language].negations),
            link: fc.constantFrom(...NAMES[language].links),
            chosen: fc.uniqueArray(fc.constantFrom(...Object.entries(SUBSTANCES[language])), {
              minLength: 1,
              selector: ([allergen]) => allergen,
            }),
          }),
        ),
        ({ negation, link, chosen }) => {
          const text = `${negation} ${chosen.map(([, word]) => word).join(link)}`;
          const { units, freeOf } = interpretSearchText(text);
          expect([text, units, freeOf]).toEqual([text, [], chosen.map(([allergen]) => allergen)]);
        },
      ),
    );
  });
});

describe('orders, fillers and names', () => {
  test.each([
    ['cheap sushi', 'sushi by price'],
    ['barato', 'by price'],
    ['дешёвые суши', 'суши by price'],
    ['лучшая пицца', 'пицца by rating'],
    ['bread near me', 'bread'],
    ['хлеб рядом со мной', 'хлеб'],
    ['Perto', 'Perto'],
    ['Padaria-Aurora', 'Padaria Aurora'],
    ['Pastelaria Sem', 'Pastelaria Sem'],
  ])('%s: %s', (text, meaning) => expect(read(text).trim()).toBe(meaning));
});

test.each(['!!!', '€', '—', '✓ ★', '???', '«»', '%', 'ь', '', ' '])(
  'signs alone (%s) say nothing',
  (text) => {
    expect(read(text)).toBe('');
  },
);

test('a picture of food has its name', () =>
  expect(interpretSearchText('🍕').units[0]!.words).toEqual(['pizza']));

test('whatever is typed has a meaning; words consist of small letters and digits', () => {
  const phrase = fc.constantFrom(
    'sushi',
    'tonight',
    'без',
    'глютена',
    'sem',
    'free',
    'nut',
    'à',
    'noite',
    'for',
    '&',
    'ь',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(phrase, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 12 }),
      (parts) => {
        const text = parts.join(' ');
        const { units, time, unusable } = interpretSearchText(text);
        expect(units.length).toBeLessThanOrEqual(8);
        for (const unit of [...units, ...time.units]) {
          expect(unit.text).not.toBe('');
          for (const word of unit.words) expect(word).toMatch(/^[a-z0-9]{2,}$/);
        }
        for (const unit of units) expect(unit.words).not.toEqual([]);
        // What is said to be left out stands in the text.
        for (const part of unusable) expect(text).toContain(part.split(' ')[0]);
      },
    ),
  );
});

test('the order of conditions and words does not matter', () => {
  const parts = ['sushi', 'tonight', 'sem glúten', 'barato', 'без орехов'];
  const sort = (text: string) => read(text).split(' ').toSorted().join(' ');
  fc.assert(
    fc.property(fc.shuffledSubarray(parts, { minLength: 1 }), (subset) => {
      const sorted = parts.filter((part) => subset.includes(part));
      expect(sort(subset.join(' '))).toBe(sort(sorted.join(' ')));
    }),
  );
});
