import { allergens, diets, type ImportColumn, importColumns } from '@wopack/contract';
import { type Language, type LocalizedNames, languages, type Schedule, weekdays } from '@wopack/domain';
import type { CellContent } from './tables.rules.ts';

export type ColumnNames = Record<Language, Record<ImportColumn, string>>;

export type TextColumn = `${'name' | 'description'}_${Language}`;

/** Without these a row is no product. The sale place is named by its number or its name. */
export const REQUIRED_COLUMNS: readonly ImportColumn[] = [
  'sale_place',
  'name',
  'description',
  'price',
  'categories',
  'photos',
];

/** As people type names: without accents, case and repeated blanks. */
export const simplifyName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s_\u00a0]+/g, ' ')
    .trim();

export interface Header {
  /** By column: its place in the rows, and the name that the file has for it. */
  places: Map<ImportColumn, { index: number; name: string }>;
  unknown: string[];
  repeated: string[];
  missing: ImportColumn[];
}

/** Longer than each name that a column has. */
const MAX_COLUMN_NAME_LENGTH = 200;

/** Names are read in all languages, and keys; empty cells at the end are no columns. */
export function readHeader(cells: readonly CellContent[], names: ColumnNames): Header {
  const columnsByName = new Map<string, ImportColumn>(
    importColumns.flatMap((column) =>
      [column, ...languages.map((language) => names[language][column])].map((name) => [
        simplifyName(name),
        column,
      ]),
    ),
  );
  const header: Header = { places: new Map(), unknown: [], repeated: [], missing: [] };
  for (const [index, cell] of cells.entries()) {
    const name = (typeof cell === 'string' ? cell : cell.formula).trim().slice(0, MAX_COLUMN_NAME_LENGTH);
    if (name === '') continue;
    // Marks that people add to required columns.
    const column = columnsByName.get(simplifyName(name.replace(/[*:]+$/, '')));
    if (!column) header.unknown.push(name.slice(0, 60));
    else if (header.places.has(column)) header.repeated.push(name);
    else header.places.set(column, { index, name });
  }
  const has = (column: ImportColumn) =>
    header.places.has(column) || (column === 'sale_place' && header.places.has('sale_place_id'));
  // With numbers, or codes, of products a table may have only what changes.
  if (!has('id') && !has('code')) header.missing = REQUIRED_COLUMNS.filter((column) => !has(column));
  return header;
}

export type Cells = Partial<Record<ImportColumn, CellContent>>;

export interface TableRow {
  /** As spreadsheets number them: the first one has the names. */
  number: number;
  cells: Cells;
}

const isEmptyCell = (cell: CellContent | undefined) => typeof cell === 'string' && cell.trim() === '';

/** Rows below the header that have something in them; `lines` are numbered from `firstNumber` on. */
export function readTableRows(
  lines: readonly (readonly CellContent[])[],
  { places }: Header,
  firstNumber: number,
): TableRow[] {
  return lines.flatMap((line, index) => {
    if (line.every(isEmptyCell)) return [];
    const cells = [...places].map(([column, place]) => [column, line[place.index] ?? ''] as const);
    return [{ number: firstNumber + index, cells: Object.fromEntries(cells) as Cells }];
  });
}

/** What can be chosen in a column, by what it is called. */
export class Choices<T> {
  private readonly byName = new Map<string, T>();

  constructor(choices: Iterable<readonly [value: T, names: readonly string[]]>) {
    for (const [value, names] of choices)
      for (const name of names) this.byName.set(simplifyName(name), value);
  }

  find(name: string): T | undefined {
    return this.byName.get(simplifyName(name));
  }
}

interface ChoiceNames {
  allergens: Record<Language, Record<string, string>>;
  diet: Record<Language, Record<string, string>>;
  /** What stands for contents of several VAT rates. */
  mixedRate: Record<Language, string>;
  /** What stands for none of the fourteen, in the column of allergens. */
  noAllergens: Record<Language, string>;
}

export function createChoices(
  names: ChoiceNames,
  types: readonly { id: number; slug: string; name: LocalizedNames }[],
) {
  const list = <T extends string>(values: readonly T[], kind: 'allergens' | 'diet') =>
    new Choices<T>(
      values.map((value) => [value, [value, ...languages.map((language) => names[kind][language][value]!)]]),
    );
  return {
    allergens: list(allergens, 'allergens'),
    mixedRate: new Choices([['mixed' as const, ['mixed', ...Object.values(names.mixedRate)]]]),
    noAllergens: new Choices([[true, ['none', ...Object.values(names.noAllergens)]]]),
    diet: list(diets, 'diet'),
    categories: new Choices<number>(
      types.map(({ id, slug, name }) => [id, [String(id), slug, ...Object.values(name)]]),
    ),
  };
}

/** Parts of a list. A name with a comma is none of ours. */
export const splitList = (text: string): string[] =>
  text
    .split(/[,;|\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

export const joinList = (parts: readonly string[]): string => parts.join(', ');

/** An amount as spreadsheets in any language show it, in the form of the wire; anything else as it is. */
export function readAmount(text: string): string {
  const amount = /^€?\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*(?:€|eur)?$/i.exec(text.replace(/\u00a0/g, ' ').trim());
  return amount ? `${amount[1]}.${(amount[2] ?? '').padEnd(2, '0')}` : text.trim();
}

/** A number as spreadsheets show it; NaN for what only programs read as one, such as `0x1F` or `1e3`. */
export const readNumber = (text: string): number =>
  /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;

type DayPlan = NonNullable<Schedule['mon']>;

const DAY_PLAN = /^(\d{1,2})[:.h](\d{2})\s*[-–—]\s*(\d{1,2})[:.h](\d{2})(?:\s*[x×(]\s*(\d{1,3})\s*\)?)?$/i;

/** '18:00-19:30', or '18:00-19:30 (5)' with units of that weekday; null for anything else. */
export function readDayPlan(text: string): DayPlan | null {
  const match = DAY_PLAN.exec(text.trim());
  if (!match) return null;
  const [, startHour, startMinute, endHour, endMinute, quantity] = match;
  return {
    time_start: `${startHour!.padStart(2, '0')}:${startMinute}`,
    time_end: `${endHour!.padStart(2, '0')}:${endMinute}`,
    ...(quantity !== undefined && { quantity: Number(quantity) }),
  };
}

export const formatDayPlan = (plan: DayPlan | undefined): string =>
  plan === undefined
    ? ''
    : `${plan.time_start}-${plan.time_end}${plan.quantity === undefined ? '' : ` (${plan.quantity})`}`;

/** File name of a stored photo, by which rows name it. */
export const getPhotoName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A text of a product in another language than its own. */
export interface OtherText {
  language: Language;
  name: string;
  description: string;
}

/** A product as it is, for its row of the table. */
export interface ProductOfTable {
  id: number;
  own_code: string | null;
  sale_place_id: number;
  sale_place_name: string;
  name: string;
  description: string;
  language: Language;
  /** By the seller, without translations by the service. */
  texts: OtherText[];
  price_cents: number;
  old_price_cents: number;
  /** Null: that of the business. */
  vat_rate: number | 'mixed' | null;
  type_ids: number[];
  allergens: string[];
  is_free_of_allergens: boolean;
  diet: string[];
  photos: { path: string }[];
  daily_quantity: number | null;
  max_per_order: number;
  /** Weight of one unit; null: not declared. */
  weight_grams: number | null;
  schedule: Schedule | null;
  /** Linked products have one text. */
  link_id: number | null;
}

export interface TableTexts {
  categories: (id: number) => string;
  allergens: (name: string) => string;
  mixedRate: string;
  noAllergens: string;
  diet: (name: string) => string;
}

export type TableCell = string | number | { cents: number } | null;

/** The row of a product, in the order of the columns. */
export function buildTableRow(product: ProductOfTable, texts: TableTexts): Record<ImportColumn, TableCell> {
  const days = weekdays.map((day) => [day, formatDayPlan(product.schedule?.[day])]);
  const otherTexts = languages.flatMap((language) => {
    const text = product.texts.find((other) => other.language === language);
    return [
      [`name_${language}`, text?.name ?? ''],
      [`description_${language}`, text?.description ?? ''],
    ];
  });
  return {
    id: product.id,
    code: product.own_code ?? '',
    sale_place_id: product.sale_place_id,
    sale_place: product.sale_place_name,
    name: product.name,
    description: product.description,
    language: product.language,
    ...(Object.fromEntries(otherTexts) as Record<TextColumn, string>),
    price: { cents: product.price_cents },
    value: { cents: product.old_price_cents },
    vat_rate: product.vat_rate === 'mixed' ? texts.mixedRate : product.vat_rate,
    categories: joinList(product.type_ids.map(texts.categories)),
    allergens: product.is_free_of_allergens
      ? texts.noAllergens
      : joinList(product.allergens.map(texts.allergens)),
    diet: joinList(product.diet.map(texts.diet)),
    weight_grams: product.weight_grams,
    photos: joinList(product.photos.map(({ path }) => getPhotoName(path))),
    quantity: product.daily_quantity,
    max_per_order: product.max_per_order,
    ...(Object.fromEntries(days) as Record<(typeof weekdays)[number], string>),
  };
}
