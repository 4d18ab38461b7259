import { allergens, diets, type ImportColumn, importColumns } from '@wopack/contract';
import { type Language, languages } from '@wopack/domain';
import { translate } from '../../../platform/messages/translate.ts';
import type { listPriceTiers, listProductTypes } from '../products.queries.ts';
import { isOffered } from '../products.rules.ts';
import { type ColumnNames, createChoices, joinList } from './import-columns.rules.ts';
import type { RowError } from './import-rows.rules.ts';

type Types = Awaited<ReturnType<typeof listProductTypes>>;
type Tiers = Awaited<ReturnType<typeof listPriceTiers>>;

export const nameColumn = (column: ImportColumn, language: Language): string =>
  translate(`products.import.columns.${column}`, language);

export const columnNames = byLanguage((language) =>
  Object.fromEntries(importColumns.map((column) => [column, nameColumn(column, language)])),
) as ColumnNames;

const nameAllergen = (name: string, language: Language) => translate(`products.allergens.${name}`, language);
const nameNoAllergens = (language: Language) => translate('products.noAllergens', language);
const nameMixedRate = (language: Language) => translate('products.mixedRate', language);
const nameDiet = (name: string, language: Language) => translate(`products.diet.${name}`, language);

const choiceNames = {
  allergens: byLanguage((language) =>
    Object.fromEntries(allergens.map((name) => [name, nameAllergen(name, language)])),
  ),
  diet: byLanguage((language) => Object.fromEntries(diets.map((name) => [name, nameDiet(name, language)]))),
  mixedRate: byLanguage(nameMixedRate),
  noAllergens: byLanguage(nameNoAllergens),
};

export const createTableChoices = (types: Types) => createChoices(choiceNames, types);

export const createTableTexts = (types: Types, language: Language) => ({
  categories: (id: number) => types.find((type) => type.id === id)?.name[language] ?? String(id),
  allergens: (name: string) => nameAllergen(name, language),
  mixedRate: nameMixedRate(language),
  noAllergens: nameNoAllergens(language),
  diet: (name: string) => nameDiet(name, language),
});

interface Offered {
  types: Types;
  tiers: Tiers;
  salePlaces: readonly { name: string }[];
}

/** What can be chosen in a column; empty: anything. */
export function listOptions(column: ImportColumn, { types, tiers, salePlaces }: Offered, language: Language) {
  const texts = createTableTexts(types, language);
  switch (column) {
    case 'sale_place':
    case 'sale_place_id':
      return salePlaces.map(({ name }) => name);
    case 'categories':
      return types.filter(isOffered).map(({ id }) => texts.categories(id));
    case 'allergens':
      return [...allergens.map(texts.allergens), texts.noAllergens];
    case 'diet':
      return diets.map(texts.diet);
    case 'language':
      return [...languages];
    case 'price':
      return tiers.filter(isOffered).map(({ price_cents: cents }) => formatAmount(cents, language));
    default:
      return [];
  }
}

const formatAmount = (cents: number, language: Language) => {
  const text = (cents / 100).toFixed(2);
  return language === 'en' ? text : text.replace('.', ',');
};

/** In a form one chooses from a list; in a table the message has to have it. */
const KEYS_WITH_OPTIONS: Record<string, string> = {
  'products.price': 'products.import.price',
  'field.choice': 'products.import.choice',
  'products.unknownCategory': 'products.import.choice',
  'products.import.choice': 'products.import.choice',
  'products.import.salePlace': 'products.import.salePlace',
};
/** A message is read in a table too. */
const MAX_OPTIONS = 14;

export function createErrorTexts(offered: Offered, language: Language): (error: RowError) => string {
  // A table may have thousands of errors.
  const optionsByColumn = new Map<ImportColumn, string>();
  const describeOptions = (column: ImportColumn) =>
    optionsByColumn.getOrInsertComputed(column, () => {
      const options = listOptions(column, offered, language);
      const shown = options.slice(0, MAX_OPTIONS);
      // Prices may have a comma of their own.
      const list = shown.some((option) => option.includes(',')) ? shown.join('; ') : joinList(shown);
      return list + (options.length > MAX_OPTIONS ? '…' : '');
    });
  return ({ column, key, values }) => {
    const keyWithOptions = KEYS_WITH_OPTIONS[key];
    return keyWithOptions
      ? translate(keyWithOptions, language, { ...values, options: describeOptions(column) })
      : translate(key, language, values);
  };
}

function byLanguage<T>(build: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(languages.map((language) => [language, build(language)])) as Record<Language, T>;
}
