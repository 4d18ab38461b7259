import type { allergens, diets, ImportColumn } from '@wopack/contract';
import {
  centsFromEuros,
  type Language,
  languages,
  type Schedule,
  validateSchedule,
  weekdays,
} from '@wopack/domain';
import { distance } from 'fastest-levenshtein';
import {
  type Choices,
  type createChoices,
  formatDayPlan,
  getPhotoName,
  type ProductOfTable,
  readAmount,
  readDayPlan,
  readNumber,
  simplifyName,
  splitList,
  type TableRow,
} from './import-columns.rules.ts';

export interface RowError {
  column: ImportColumn;
  key: string;
  values: Record<string, string | number>;
}

type FieldErrorsByPath = Record<string, { key: string; values: Record<string, string | number> }>;

type Allergen = (typeof allergens)[number];
type Diet = (typeof diets)[number];

/** What the form of a product sends. */
export interface ProductBody {
  id: number;
  sale_place_id: number;
  categories: number[];
  name: string;
  description: string;
  language?: Language;
  /** By the seller, in other languages; those not named are deleted. */
  texts?: Partial<Record<Language, { name: string; description: string }>>;
  photo: string[];
  price: string;
  old_price?: string;
  /** Null: that of the business. */
  vat_rate?: number | 'mixed' | null;
  allergens?: Allergen[];
  free_of_allergens?: boolean;
  diet?: Diet[];
  code?: string;
  max_per_order?: number;
  /** Null: not said. */
  weight_grams?: number | null;
}

export interface ScheduleBody {
  quantity: number;
  schedule: Schedule;
}

/** A photo of the ZIP files. */
export interface ImportedPhoto {
  name: string;
  /** Null while it is not prepared. */
  path: string | null;
  error: { key: string; values: Record<string, string | number> } | null;
}

export interface RowsContext {
  products: readonly (ProductOfTable & { time_zone: string })[];
  salePlaces: readonly { id: number; name: string }[];
  choices: ReturnType<typeof createChoices>;
  photos: readonly ImportedPhoto[];
  /** Errors by path of the form's field: of its schema, and of its rules, as for the form. */
  findProductErrors: (body: Partial<ProductBody>, previous: ProductOfTable | null) => FieldErrorsByPath;
  findScheduleErrors: (body: Partial<ScheduleBody>) => FieldErrorsByPath;
}

/** What is to be written for a row that is right. */
export interface RowTarget {
  /** Null: nothing of it changes. */
  product: ProductBody | null;
  /** Null: it stays as it is; a new product without one is a draft. */
  schedule: ScheduleBody | null;
  /** 0: a new one. */
  productId: number;
  /** Products whose photos it shows too. */
  photoSources: number[];
}

export interface CheckedRow {
  number: number;
  plan: 'new' | 'changed' | 'unchanged' | 'wrong';
  errors: RowError[];
  target: RowTarget | null;
  /** The product that it changes. */
  previous: (ProductOfTable & { time_zone: string }) | null;
  /** Where the product is, and where it was; empty: nobody knows. */
  salePlaceIds: number[];
  /** Products that change with this one, because they are linked with it. */
  linkedCount: number;
}

/** Columns of the fields of the forms. */
const COLUMNS_BY_FIELD: Record<string, ImportColumn> = {
  id: 'id',
  sale_place_id: 'sale_place',
  name: 'name',
  description: 'description',
  language: 'language',
  photo: 'photos',
  price: 'price',
  old_price: 'value',
  vat_rate: 'vat_rate',
  categories: 'categories',
  allergens: 'allergens',
  diet: 'diet',
  code: 'code',
  quantity: 'quantity',
  max_per_order: 'max_per_order',
  weight_grams: 'weight_grams',
  schedule: 'mon',
};

/** Column of a form's field. */
export function getColumn(path: string): ImportColumn {
  const [field = '', part = '', ...rest] = path.split('.');
  const day = weekdays.find((weekday) => weekday === part);
  if (field === 'texts' && languages.some((language) => language === part))
    return `${rest[0] === 'description' ? 'description' : 'name'}_${part as Language}`;
  return field === 'schedule' && day ? day : (COLUMNS_BY_FIELD[field] ?? 'name');
}

/** Checks one row after the other; one that names a product of a row before is wrong. */
export function createRowCheck(context: RowsContext): (row: TableRow) => CheckedRow {
  const lookup = createLookup(context);
  const rowsByProduct = new Map<string, number>();
  return (row) => {
    const { key, keyColumn, ...checked } = checkRow(row, context, lookup);
    const first = key === null ? undefined : rowsByProduct.get(key);
    if (first !== undefined)
      return refuse(checked, {
        column: keyColumn,
        key: 'products.import.repeatedRow',
        values: { row: first },
      });
    if (key !== null) rowsByProduct.set(key, checked.number);
    return checked;
  };
}

export const refuse = (row: CheckedRow, ...errors: RowError[]): CheckedRow => ({
  ...row,
  plan: 'wrong',
  errors: [...row.errors, ...errors],
  target: null,
});

/**
 * Linked products have one text, so a row that changes it changes it for all. Another row of theirs gets it too, lest it
 * brings the former one back; two rows that change it in different ways are wrong. `counts` has how many each link has.
 */
export function shareContents(
  rows: readonly CheckedRow[],
  counts: ReadonlyMap<number, LinkCount>,
): CheckedRow[] {
  const changedByLink = new Map<number, CheckedRow>();
  for (const row of rows) {
    const link = row.previous?.link_id;
    if (
      link &&
      row.target?.product &&
      !changedByLink.has(link) &&
      listChangedContents(row.target.product, row.previous!).length > 0
    )
      changedByLink.set(link, row);
  }
  return rows.map((row) => {
    const link = row.previous?.link_id;
    const changed = link ? changedByLink.get(link) : undefined;
    const product = row.target?.product;
    if (!link || !changed || !product) return row;
    if (changed === row) return countLinked(row, product, counts.get(link));
    const contents = pickContents(changed.target!.product!);
    if (listChangedContents(product, row.previous!).length === 0)
      return { ...row, target: { ...row.target!, product: { ...product, ...contents } } };
    if (isDeepEqual(pickContents(product), contents)) return row;
    return refuse(row, {
      column: 'name',
      key: 'products.import.linkedDiffers',
      values: { row: changed.number },
    });
  });
}

export interface LinkCount {
  total: number;
  /** At sale places that the member does not have. */
  outside: number;
}

/** Whoever cannot change all changes none. */
function countLinked(row: CheckedRow, product: ProductBody, count: LinkCount | undefined): CheckedRow {
  if (!count) return row;
  if (count.outside === 0) return { ...row, linkedCount: count.total - 1 };
  return refuse(row, {
    column: listChangedContents(product, row.previous!)[0]!,
    key: 'products.linkedOutside',
    values: { count: count.outside },
  });
}

const pickContents = ({
  name,
  description,
  language,
  texts,
  vat_rate,
  categories,
  allergens,
  free_of_allergens,
  diet,
  photo,
}: ProductBody) => ({
  name,
  description,
  ...(language && { language }),
  ...(texts && { texts }),
  ...(vat_rate !== undefined && { vat_rate }),
  categories,
  ...(allergens && { allergens }),
  ...(free_of_allergens && { free_of_allergens }),
  ...(diet && { diet }),
  photo,
});

const isDeepEqual = (a: object, b: object) => JSON.stringify(a) === JSON.stringify(b);

type Lookup = ReturnType<typeof createLookup>;

/** File names are compared without case. */
export const foldName = (name: string) => name.normalize('NFC').toLowerCase();

function createLookup({ products, photos }: RowsContext) {
  const withCode = products.filter(({ own_code }) => own_code !== null);
  return {
    productsById: new Map(products.map((product) => [product.id, product])),
    productsByCode: Map.groupBy(withCode, ({ own_code }) => own_code!),
    photosByName: new Map(photos.map((photo) => [foldName(photo.name), photo])),
    /** The last product that shows a photo of this name. */
    sourcesByName: new Map(
      products.flatMap((product) =>
        product.photos.map(
          ({ path }) => [foldName(getPhotoName(path)), { path, productId: product.id }] as const,
        ),
      ),
    ),
    photoNames: photos.map(({ name }) => name),
    comparedNames: new Set<string>(),
  };
}

function checkRow(
  { number, cells }: TableRow,
  context: RowsContext,
  lookup: Lookup,
): CheckedRow & { key: string | null; keyColumn: ImportColumn } {
  const errors: RowError[] = [];
  const add = (column: ImportColumn, key: string, values: RowError['values'] = {}) => {
    if (!errors.some((error) => error.column === column)) errors.push({ column, key, values });
  };
  for (const [column, cell] of Object.entries(cells))
    if (typeof cell !== 'string') add(column as ImportColumn, 'products.import.formula');
  /** Undefined: the file has no such column, or a formula there. */
  const read = (column: ImportColumn): string | undefined => {
    const cell = cells[column];
    return typeof cell === 'string' ? cell.replace(/\r\n?/g, '\n').trim() : undefined;
  };
  const isWrong = (column: ImportColumn) => errors.some((error) => error.column === column);

  const idText = read('id') ?? '';
  const ofId = idText === '' ? undefined : lookup.productsById.get(readNumber(idText));
  if (idText !== '' && !ofId) add('id', 'products.import.unknownProduct');
  const code = read('code') ?? '';
  const salePlaceId = findSalePlace(read, context.salePlaces, ofId, add);
  const ofCode =
    idText === '' && code !== ''
      ? (lookup.productsByCode.get(code) ?? []).filter(
          (product) => salePlaceId === null || product.sale_place_id === salePlaceId,
        )
      : [];
  if (ofCode.length > 1) add('code', 'products.import.ambiguousCode');
  const previous = ofId ?? (ofCode.length === 1 ? ofCode[0]! : null);
  const isNew = previous === null;
  const placeColumn: ImportColumn =
    cells.sale_place === undefined && cells.sale_place_id !== undefined ? 'sale_place_id' : 'sale_place';
  const place = salePlaceId ?? previous?.sale_place_id;
  if (place === undefined && !isWrong('sale_place') && !isWrong('sale_place_id'))
    add(placeColumn, 'field.required');

  const photoSources: number[] = [];
  const body: Partial<ProductBody> = {
    id: previous?.id ?? 0,
    ...(place !== undefined && { sale_place_id: place }),
    ...readTexts(read, previous),
    ...readLists(read, context.choices, previous, add),
    ...readVatRate(read, context.choices, add),
    ...readAmounts(read, previous),
    ...readMaxPerOrder(read, add),
    ...readWeight(read, add),
  };
  const photo = readPhotos(read('photos'), previous, lookup, add, photoSources);
  if (photo) body.photo = photo;
  const language = read('language')?.toLowerCase();
  if (language) body.language = language as Language;
  else if (previous) body.language = previous.language;
  if (read('code') !== undefined) body.code = code;
  const texts = readOtherTexts(read, body, previous, add);
  if (texts) body.texts = texts;

  const days = readDays(read, previous, add);
  const quantityText = read('quantity');
  const quantity =
    quantityText === undefined
      ? (previous?.daily_quantity ?? undefined)
      : quantityText === ''
        ? undefined
        : readNumber(quantityText);
  if (Number.isNaN(quantity)) add('quantity', 'field.type');
  const hasDays = Object.keys(days).length > 0;
  const firstDay = weekdays.find((day) => cells[day] !== undefined) ?? 'mon';
  const isDayWrong = weekdays.some(isWrong);
  if (!hasDays && !isDayWrong && (previous?.schedule || quantity !== undefined))
    add(firstDay, 'products.empty');
  if (hasDays && quantity === undefined) add('quantity', 'field.required');

  const isProductSame = previous !== null && isSameProduct(body, previous);
  const isScheduleSame = hasDays
    ? previous !== null && isSameSchedule(days, quantity, previous)
    : !previous?.schedule;
  if (!isProductSame)
    for (const [path, { key, values }] of Object.entries(context.findProductErrors({ ...body }, previous)))
      add(path === 'sale_place_id' ? placeColumn : getColumn(path), key, values);
  if (hasDays && !isScheduleSame) {
    const schedule = { ...(quantity !== undefined && { quantity }), schedule: days };
    for (const [path, { key, values }] of Object.entries(context.findScheduleErrors(schedule)))
      add(getColumn(path), key, values);
    for (const { day, error } of validateSchedule(days)) add(day ?? firstDay, `products.${error}`);
  }

  // What a row leaves out is that of the product which it does not name rightly.
  const isUnidentified = (idText !== '' && !ofId) || ofCode.length > 1;
  const shownErrors = isUnidentified
    ? errors.filter(({ column, key }) => cells[column] !== undefined && key !== 'field.required')
    : errors;
  const key =
    previous !== null
      ? `product ${previous.id}`
      : code !== '' && place !== undefined
        ? `code ${place} ${code}`
        : null;
  const isUnchanged = isProductSame && isScheduleSame;
  return {
    number,
    errors: shownErrors,
    previous,
    salePlaceIds: [...new Set([place, previous?.sale_place_id])].filter((id) => id !== undefined),
    linkedCount: 0,
    plan: errors.length > 0 ? 'wrong' : isNew ? 'new' : isUnchanged ? 'unchanged' : 'changed',
    target:
      errors.length > 0
        ? null
        : {
            productId: previous?.id ?? 0,
            product: isProductSame ? null : (body as ProductBody),
            schedule: isScheduleSame || !hasDays ? null : { quantity: quantity!, schedule: days },
            photoSources: [...new Set(photoSources)],
          },
    key,
    keyColumn: idText === '' && code !== '' ? 'code' : 'id',
  };
}

type Read = (column: ImportColumn) => string | undefined;
type Add = (column: ImportColumn, key: string, values?: RowError['values']) => void;

/** Null: the row names none, or a wrong one. */
function findSalePlace(
  read: Read,
  salePlaces: RowsContext['salePlaces'],
  product: ProductOfTable | undefined,
  add: Add,
): number | null {
  const idText = read('sale_place_id') ?? '';
  const name = read('sale_place') ?? '';
  const ofId = idText === '' ? undefined : salePlaces.find(({ id }) => String(id) === idText);
  const ofName =
    name === '' ? [] : salePlaces.filter((place) => simplifyName(place.name) === simplifyName(name));
  if (idText !== '' && !ofId) add('sale_place_id', 'products.import.salePlace');
  if (name !== '' && ofName.length === 0) add('sale_place', 'products.import.salePlace');
  if (idText !== '') {
    if (ofId && ofName.length > 0 && !ofName.includes(ofId))
      add('sale_place', 'products.import.salePlaceDiffers', { name: ofId.name });
    return ofId?.id ?? null;
  }
  if (ofName.length <= 1) return ofName[0]?.id ?? null;
  const own = ofName.find(({ id }) => id === product?.sale_place_id);
  if (!own) add('sale_place', 'products.import.salePlaceAmbiguous');
  return own?.id ?? null;
}

function readTexts(read: Read, previous: ProductOfTable | null): Partial<ProductBody> {
  const name = read('name') ?? previous?.name;
  const description = read('description') ?? previous?.description;
  return { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
}

/** Undefined: the file has no such column. A language that it leaves out keeps its text. */
function readOtherTexts(
  read: Read,
  { name: ownName, description: ownDescription, language: ownLanguage = 'pt' }: Partial<ProductBody>,
  previous: ProductOfTable | null,
  add: Add,
): ProductBody['texts'] {
  const texts: NonNullable<ProductBody['texts']> = {};
  let hasColumn = false;
  for (const language of languages) {
    const former = previous?.texts.find((text) => text.language === language);
    const [nameText, descriptionText] = [read(`name_${language}`), read(`description_${language}`)];
    hasColumn ||= nameText !== undefined || descriptionText !== undefined;
    if (language === ownLanguage) {
      // The main text stands in columns of its own.
      const isOther = (text: string | undefined, own: string | undefined) => text && text !== own;
      if (isOther(nameText, ownName)) add(`name_${language}`, 'products.import.ownLanguage');
      if (isOther(descriptionText, ownDescription))
        add(`description_${language}`, 'products.import.ownLanguage');
      continue;
    }
    const name = nameText ?? former?.name ?? '';
    const description = descriptionText ?? former?.description ?? '';
    if (name !== '' || description !== '') texts[language] = { name, description };
  }
  return hasColumn ? texts : undefined;
}

function readLists(
  read: Read,
  choices: RowsContext['choices'],
  previous: ProductOfTable | null,
  add: Add,
): Partial<ProductBody> {
  const readList = <T>(column: ImportColumn, columnChoices: Choices<T>): T[] | undefined => {
    const text = read(column);
    if (text === undefined) return undefined;
    const values = splitList(text).map((part) => columnChoices.find(part));
    if (values.includes(undefined)) {
      add(column, 'products.import.choice');
      return undefined;
    }
    return [...new Set(values as T[])];
  };
  const categories = readList('categories', choices.categories) ?? previous?.type_ids;
  const isFreeOfAllergens = choices.noAllergens.find(read('allergens') ?? '');
  const allergens = isFreeOfAllergens ? [] : readList('allergens', choices.allergens);
  const diet = readList('diet', choices.diet);
  return {
    ...(categories && { categories }),
    ...(allergens && { allergens }),
    ...(isFreeOfAllergens && { free_of_allergens: true }),
    ...(diet && { diet }),
  };
}

/** A trimmed number without the sign behind it. By hand: cells are long, and `\s*%$` tries each of their blanks. */
const withoutUnit = (text: string, units: readonly string[]): string =>
  units.some((unit) => text.endsWith(unit)) ? text.slice(0, -1).trimEnd() : text;

/** Without a rate of its own a product has that of the business. */
function readVatRate(read: Read, choices: RowsContext['choices'], add: Add): Partial<ProductBody> {
  const text = read('vat_rate');
  if (text === undefined) return {};
  if (text === '') return { vat_rate: null };
  if (choices.mixedRate.find(text)) return { vat_rate: 'mixed' };
  const rate = readNumber(withoutUnit(text, ['%']));
  if (rate >= 0 && rate <= MAX_VAT_PERCENT && Number.isInteger(Math.round(rate * 1e6) / 1e4))
    return { vat_rate: rate };
  add('vat_rate', 'products.import.vatRate');
  return {};
}

const MAX_VAT_PERCENT = 30;

function readAmounts(read: Read, previous: ProductOfTable | null): Partial<ProductBody> {
  const toEuros = (cents: number) => (cents / 100).toFixed(2);
  const price = read('price');
  const value = read('value');
  return {
    ...(price !== undefined
      ? { price: readAmount(price) }
      : previous && { price: toEuros(previous.price_cents) }),
    // An empty one is chosen as in the form.
    ...(value && { old_price: readAmount(value) }),
  };
}

/** Empty: as it is, of a new product the usual number. */
function readMaxPerOrder(read: Read, add: Add): Partial<ProductBody> {
  const text = read('max_per_order');
  if (!text) return {};
  const limit = readNumber(text);
  if (Number.isNaN(limit)) add('max_per_order', 'field.type');
  return Number.isNaN(limit) ? {} : { max_per_order: limit };
}

/** Empty: not said. */
function readWeight(read: Read, add: Add): Partial<ProductBody> {
  const text = read('weight_grams');
  if (text === undefined) return {};
  if (text === '') return { weight_grams: null };
  const grams = readNumber(withoutUnit(text, ['g', 'G', 'г', 'Г']));
  if (Number.isNaN(grams)) add('weight_grams', 'field.type');
  return Number.isNaN(grams) ? {} : { weight_grams: grams };
}

/** Paths of photos by their names: of the product itself, of the ZIP files, or of another own product. */
function readPhotos(
  text: string | undefined,
  previous: ProductOfTable | null,
  lookup: Lookup,
  add: Add,
  sources: number[],
): string[] | undefined {
  const own = previous?.photos.map(({ path }) => path);
  // A product keeps its photos where none are named.
  if (text === undefined || (text === '' && own)) return own;
  const paths: string[] = [];
  for (const name of splitList(text)) {
    const ofProduct = own?.find((path) => foldName(getPhotoName(path)) === foldName(name));
    const photo = lookup.photosByName.get(foldName(name));
    const source = lookup.sourcesByName.get(foldName(name));
    if (ofProduct) paths.push(ofProduct);
    else if (photo?.error) add('photos', photo.error.key, photo.error.values);
    // While it is not prepared it has no path.
    else if (photo) paths.push(photo.path ?? `waiting ${paths.length}`);
    else if (source) {
      paths.push(source.path);
      sources.push(source.productId);
    } else {
      const similar = findSimilar(name, lookup);
      if (similar === null) add('photos', 'products.import.photoMissing', { name });
      else add('photos', 'products.import.photoSimilar', { name, similar });
    }
  }
  return [...new Set(paths)];
}

/** More missing photos than these are no slips of the pen, and each is compared with all names. */
const MAX_COMPARED_NAMES = 50;

/** The name that is most alike, if it may be meant. */
function findSimilar(name: string, { photoNames: names, comparedNames }: Lookup): string | null {
  if (comparedNames.size >= MAX_COMPARED_NAMES && !comparedNames.has(name)) return null;
  comparedNames.add(name);
  const folded = foldName(name).slice(0, 100);
  let best: { name: string; edits: number } | null = null;
  for (const other of names) {
    const edits = distance(folded, foldName(other).slice(0, 100));
    if (!best || edits < best.edits) best = { name: other, edits };
  }
  return best && best.edits <= Math.max(2, folded.length / 3) ? best.name : null;
}

function readDays(read: Read, previous: ProductOfTable | null, add: Add): Schedule {
  const days: Schedule = {};
  for (const day of weekdays) {
    const text = read(day);
    const plan = text === undefined ? previous?.schedule?.[day] : text === '' ? undefined : readDayPlan(text);
    if (plan === null) add(day, 'products.import.day');
    else if (plan) days[day] = plan;
  }
  return days;
}

const isSameList = (a: readonly unknown[] | undefined, b: readonly unknown[]) =>
  a === undefined || (a.length === b.length && a.every((item, index) => item === b[index]));

const normalize = (text: string) => text.replace(/\r\n?/g, '\n').normalize('NFC').trim();

function isSameProduct(body: Partial<ProductBody>, previous: ProductOfTable): boolean {
  const { price, old_price: value, code } = body;
  return (
    body.sale_place_id === previous.sale_place_id &&
    centsFromEuros(price ?? '') === previous.price_cents &&
    (value === undefined || centsFromEuros(value) === previous.old_price_cents) &&
    (code === undefined || code === (previous.own_code ?? '')) &&
    (body.max_per_order === undefined || body.max_per_order === previous.max_per_order) &&
    listChangedContents(body, previous).length === 0
  );
}

/** Columns of what linked products have in common, where the body differs from the product. */
function listChangedContents(body: Partial<ProductBody>, previous: ProductOfTable): ImportColumn[] {
  const isSameText = (a: string | undefined, b: string | undefined) =>
    normalize(a ?? '') === normalize(b ?? '');
  const textColumns = languages.flatMap((language): ImportColumn[] => {
    if (!body.texts || language === body.language) return [];
    const former = previous.texts.find((text) => text.language === language);
    const text = body.texts[language];
    return [
      ...(isSameText(text?.name, former?.name) ? [] : [`name_${language}` as const]),
      ...(isSameText(text?.description, former?.description) ? [] : [`description_${language}` as const]),
    ];
  });
  const isSameFreedom =
    body.allergens === undefined || (body.free_of_allergens ?? false) === previous.is_free_of_allergens;
  const paths = previous.photos.map(({ path }) => path);
  const isSame: [ImportColumn, boolean][] = [
    ['name', isSameText(body.name, previous.name)],
    ['description', isSameText(body.description, previous.description)],
    ['language', body.language === previous.language],
    ['vat_rate', body.vat_rate === undefined || body.vat_rate === previous.vat_rate],
    ['categories', isSameList(body.categories, previous.type_ids)],
    ['allergens', isSameList(body.allergens, previous.allergens) && isSameFreedom],
    ['diet', isSameList(body.diet, previous.diet)],
    ['weight_grams', body.weight_grams === undefined || body.weight_grams === previous.weight_grams],
    ['photos', isSameList(body.photo, paths)],
  ];
  return [...isSame.flatMap(([column, same]) => (same ? [] : [column])), ...textColumns];
}

const isSameSchedule = (days: Schedule, quantity: number | undefined, previous: ProductOfTable): boolean =>
  quantity === previous.daily_quantity &&
  weekdays.every((day) => formatDayPlan(days[day]) === formatDayPlan(previous.schedule?.[day]));
