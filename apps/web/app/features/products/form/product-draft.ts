import { allergens as allAllergens } from '@wopack/contract/vocabulary';
import { formatDecimalEuros, type Language, MAINLAND_VAT_RATES } from '@wopack/domain';
import { parseTypedCents } from '@wopack/ui/format.ts';
import { readRegistration, writeRegistration } from '../../../lib/storage/registration.ts';
import type { StoredValues } from '../../../lib/storage/stored-values.ts';
import type { MyProduct } from '../products.api.ts';

export type AllergenName = StoredValues['allergens'][number];
export type AllergenAnswer = StoredValues['allergenAnswer'];
export type DietName = StoredValues['diet'][number];

/** Input of the second step. */
export interface ProductDraft {
  categories: number[];
  name: string;
  description: string;
  /** That name and description are written in. */
  language: Language;
  /** The seller's texts in other languages; both empty: none. */
  texts: Record<Language, { name: string; description: string }>;
  /** Paths of the uploads, in order. */
  photo: string[];
  /** Euros. */
  price: number | null;
  /** Null: the seller has not said yet. */
  allergenAnswer: AllergenAnswer | null;
  /** With 'some' and 'all'. */
  allergens: AllergenName[];
  diet: DietName[];
  /** Nothing in it spoils quickly. */
  keeps: boolean;
  /** Grams of one pack, as typed; empty: not said. */
  weight: string;
  /** Packs that may be bought in one order. */
  max_per_order: number;
  /** Value of the content in euros, as typed; empty: unchanged. */
  value: string;
  /** Id of the sale place, where it can be selected. */
  place: string;
  /** Empty: the rate of the business; a rate of the mainland, 'mixed', or 'other'. */
  vat: string;
  /** The other rate, as typed. */
  vatPercent: string;
}

const DEFAULT_MAX_PER_ORDER = 3;

/** Texts by a translation service are not the seller's: left out, they stay until the original changes. */
function buildTexts(texts: Partial<MyProduct['texts']>): ProductDraft['texts'] {
  const getText = (language: Language) => {
    const text = texts[language];
    return text && !text.translated
      ? { name: text.name, description: text.description }
      : { name: '', description: '' };
  };
  return { pt: getText('pt'), en: getText('en'), ru: getText('ru') };
}

export const emptyProductDraft: ProductDraft = {
  categories: [],
  name: '',
  description: '',
  language: 'pt',
  texts: buildTexts({}),
  photo: [],
  price: null,
  allergenAnswer: null,
  allergens: [],
  diet: [],
  keeps: false,
  weight: '',
  max_per_order: DEFAULT_MAX_PER_ORDER,
  value: '',
  place: '',
  vat: '',
  vatPercent: '',
};

const toVatDraft = (rate: MyProduct['vat_rate']): Pick<ProductDraft, 'vat' | 'vatPercent'> => {
  if (rate === null) return { vat: '', vatPercent: '' };
  const isListed = rate === 'mixed' || MAINLAND_VAT_RATES.some((listed) => listed === rate);
  return isListed ? { vat: String(rate), vatPercent: '' } : { vat: 'other', vatPercent: String(rate) };
};

const MAX_VAT_PERCENT = 30;

/** '6,5' → 6.5; null when it is no rate. */
export function parseVatPercent(text: string): number | null {
  const decimal = text.trim().replace(',', '.');
  const isRate = /^\d{1,2}(?:\.\d{1,2})?$/.test(decimal) && Number(decimal) <= MAX_VAT_PERCENT;
  return isRate ? Number(decimal) : null;
}

const toVatRate = ({ vat, vatPercent }: Pick<ProductDraft, 'vat' | 'vatPercent'>): MyProduct['vat_rate'] => {
  if (vat === '') return null;
  if (vat === 'mixed') return vat;
  return vat === 'other' ? parseVatPercent(vatPercent) : Number(vat);
};

function getAllergenAnswer({ allergens, free_of_allergens }: MyProduct): AllergenAnswer | null {
  if (free_of_allergens) return 'none';
  if (allergens.length === 0) return null;
  return allergens.length === allAllergens.length ? 'all' : 'some';
}

/** A draft from an existing product, to edit or copy it. */
export const toProductDraft = (product: MyProduct): ProductDraft => ({
  categories: product.categories.map(({ id }) => id),
  name: product.name,
  description: product.description,
  language: product.language,
  texts: buildTexts(product.texts),
  photo: product.photos.map(({ path }) => path),
  price: product.price,
  allergenAnswer: getAllergenAnswer(product),
  allergens: [...product.allergens],
  diet: [...product.diet],
  keeps: product.keeps === true,
  weight: String(product.weight_grams ?? ''),
  max_per_order: product.max_per_order,
  value: String(product.old_price),
  place: String(product.sale_place_id),
  ...toVatDraft(product.vat_rate),
});

/** A draft of a new product like this one, without what cannot be chosen any more. */
export const toCopyDraft = (product: MyProduct): ProductDraft => {
  const draft = toProductDraft(product);
  return {
    ...draft,
    categories: draft.categories.filter((id) => !product.retired_type_ids?.includes(id)),
    price: product.is_price_retired ? null : draft.price,
  };
};

/** What is no amount stays as typed: it is refused beside its field. */
function toDecimalEuros(text: string): string {
  const cents = parseTypedCents(text);
  return cents === null ? text : formatDecimalEuros(cents);
}

/** Body of the request; an empty value stays unchanged. */
export const toProductBody = ({
  value,
  place,
  language,
  texts,
  vat,
  vatPercent,
  allergenAnswer,
  weight,
  ...fields
}: ProductDraft & { price: number }) => ({
  ...fields,
  language,
  weight_grams: weight.trim() === '' ? null : Number(weight),
  vat_rate: toVatRate({ vat, vatPercent }),
  ...(allergenAnswer === 'none' && { free_of_allergens: true }),
  texts: Object.fromEntries(
    Object.entries(texts).filter(([textLanguage, { name }]) => textLanguage !== language && name.trim()),
  ),
  sale_place_id: Number(place),
  ...(value.trim() && { old_price: toDecimalEuros(value) }),
});

/** The stored draft of the second step, whose text is in the language of the user unless they choose another. */
export function readProductDraft(userLanguage: Language): ProductDraft {
  const stored = readRegistration();
  return {
    ...emptyProductDraft,
    categories: stored.types ?? [],
    name: stored.name ?? '',
    description: stored.description ?? '',
    language: stored.language ?? userLanguage,
    photo: stored.photos ?? [],
    price: stored.price,
    allergenAnswer: stored.allergenAnswer,
    allergens: stored.allergens ?? [],
    diet: stored.diet ?? [],
    value: stored.value ?? '',
  };
}

export const saveProductDraft = ({ categories, photo, price, ...draft }: ProductDraft): void =>
  writeRegistration({
    types: categories,
    photos: photo,
    name: draft.name,
    description: draft.description,
    language: draft.language,
    allergenAnswer: draft.allergenAnswer,
    allergens: draft.allergens,
    diet: draft.diet,
    value: draft.value,
    ...(price !== null && { price }),
  });
